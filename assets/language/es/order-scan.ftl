# Escanear y enviar, y el camino de vuelta a la base de datos de la tienda.

## Por qué no continúa un pedido escaneado
scan-stop-not-in-order = { $code } no es de este pedido. Sáquelo del paquete.
scan-stop-one-too-many = Sobra una pieza: ya están todas las de { $code } { $name } en el paquete. Saque esta.
scan-canceled = El pedido está cancelado.
scan-on-hold = El pedido está en espera.
scan-refunded = Su etiqueta se reembolsó. Abra el pedido en la lista y decida si se compra otra.
scan-purchase-uncertain = Su etiqueta se está comprando, o no se sabe si se compró. Espere hasta que se sepa.
scan-problem = { $problem }
scan-no-rate = No se encontró ninguna tarifa.
scan-not-bought = No se compró la etiqueta.
scan-over-limit = El escaneo no la compró: { $price } supera el límite de { $limit } del modo exprés en Configuración, Báscula y escáner.
scan-offline = No puede obtener tarifas hasta que vuelva a tener conexión.
scan-busy = Hay otra tarea de los pedidos en curso. Inténtelo de nuevo cuando termine.
scan-no-printer = Agregue primero una impresora de etiquetas en Configuración: un escaneo solo compra lo que se puede imprimir.
scan-printer-waits = No se compra nada más mientras una etiqueta espera a { $printer }: { $reason }.
scan-printer-doubt = No se compra nada más hasta que indique en Configuración, Impresoras, si salió la última etiqueta de { $printer }.
scan-not-weighed-bought = No se pesó: la etiqueta de este pedido está comprada. Escanee el siguiente pedido.
scan-not-weighed-rating = No se pesó: este pedido está obteniendo su tarifa. Péselo de nuevo cuando la tenga.
scan-one-waits = { $number } no se abrió: ya espera { $next }. Escanéelo de nuevo cuando termine el pedido.
scan-bought = Se compró la etiqueta del pedido { $number }

## La base de datos de la tienda
scan-password-not-read = No se pudo leer la contraseña de la base de datos. Escríbala en Configuración, Pedidos y tienda: se conoce entonces hasta que cierre Postroom. { $reason }
scan-database-settings = Configuración de la base de datos
scan-password-not-stored = La contraseña de la base de datos solo se recuerda hasta que cierre Postroom. { $reason }
scan-password-not-removed = No se pudo quitar de esta computadora la contraseña de la base de datos. { $reason }
scan-database-attempted-test = No se pudo probar la base de datos
scan-write-back-busy = Se está escribiendo en la base de datos de la tienda. Lo que eligió se hace enseguida.
scan-write-back-needs-person = El número de seguimiento del pedido { $number } no está en la base de datos de la tienda. { $reason }

## La tarjeta del pedido escaneado
scan-close = Dejar este pedido a un lado
scan-searching = Buscando este pedido…
scan-asking = Preguntando a { $name }…
scan-several = Varios pedidos tienen este número. Elija uno.
scan-pick = Abrir el pedido de { $source }
scan-nothing = Ningún pedido tiene este número.
scan-nothing-in-database = Ningún pedido tiene este número, ni aquí ni en { $name }.
scan-track = Rastrear como paquete
scan-go-on = Reintentar
scan-filled-from = Datos de { $name }
scan-awaits-items = { $count ->
    [one] Escanee los artículos: falta { $count } pieza
   *[other] Escanee los artículos: faltan { $count } piezas
}
scan-awaits-weight = Ponga el paquete en la báscula o escriba su peso
scan-awaits-typed-weight = Escriba el peso del paquete
scan-weigh = Pesar
scan-weight = Peso de este paquete
scan-weight-of-last = La báscula aún muestra el paquete anterior. Ponga este paquete en ella, o presione { $key } para usar ese peso.
scan-rating = Obteniendo la tarifa…
scan-priced = { $service }, { $price }
scan-buy = Comprar etiqueta, { $price }
scan-buying = Comprando la etiqueta…
scan-bought-for = Etiqueta comprada, { $price }. Escanee el siguiente pedido.
scan-handed-over = Despachado antes. Su etiqueta costó { $price }.
scan-print-again = Imprimir de nuevo
scan-bought-unprinted = Etiqueta comprada, { $price }, y aún sin imprimir.
scan-print = Imprimir etiqueta
scan-bought-elsewhere = Etiqueta comprada en { $station }, que la imprime. Imprímala aquí solo si no salió allí.
scan-confirm = Ya lo saqué
scan-next = Siguiente: { $number }
scan-open-next = Abrir
scan-item = { $sku } { $name }
scan-pieces = { $pieces } ×
scan-pieces-checked = { $checked } de { $pieces }
scan-check = Verificar a mano
scan-check-item = Verificar { $name } a mano
scan-uncheck = Verificar de nuevo todos los artículos

## Si la etiqueta está en la base de datos de la tienda
scan-write-back-written = En la base de datos de la tienda
scan-write-back-given-up = No está en la base de datos de la tienda
scan-write-back-waiting = Espera a la base de datos de la tienda
scan-write-back-failed = La base de datos de la tienda lo rechaza
scan-write-back-unknown = Quizá esté en la base de datos de la tienda
scan-write-back-database-gone = La base de datos ya no está configurada aquí.
scan-write-back-next = El siguiente intento es: { $at }.
scan-write-back-try = Intentar ahora
scan-write-back-is-written = Sí está
scan-write-back-send-again = No está: enviarlo
scan-write-back-give-up = Desistir
scan-write-back-sending = Se está enviando
scan-write-back-undecided = { $count ->
    [one] El número de seguimiento de { $count } pedido no está en la base de datos de la tienda y requiere una decisión.
   *[other] Los números de seguimiento de { $count } pedidos no están en la base de datos de la tienda y requieren una decisión.
}
scan-write-back-show = Mostrar

## Configuración: escanear y enviar
scan-settings = Escanear y enviar
scan-settings-explained = Escanee el número de un pedido en cualquier panel y se abre el pedido. La báscula le da el peso si no lo tiene. Esta configuración vale para todas las computadoras de la tienda.
scan-settings-sign-in = Ingrese primero: esto se guarda con los pedidos.
scan-settings-checks = Verificar los artículos al escanearlos
scan-settings-checks-explained = Escanee cada pieza antes de que se compre la etiqueta. Una equivocada lo detiene hasta que la saque.
scan-settings-buys = Comprar e imprimir al escanear
scan-settings-buys-explained = Un pedido al que no le falta nada se compra e imprime sin otra tecla, hasta el límite del modo exprés en Configuración, Báscula y escáner. También gasta dinero en Producción.
scan-settings-database = Para los números que no están aquí, preguntar a
scan-settings-no-database = Ninguna base de datos

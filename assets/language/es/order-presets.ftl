# Presets and rules.

## Por qué ninguna tarifa corresponde a un ajuste predefinido
# $rate: la tarifa más cercana, como "Ground Advantage, $7.90, 3 días"
presets-no-rate-given = Ningún transportista dio una tarifa para este paquete
presets-no-rate-price = Ninguna tarifa que corresponde al ajuste predefinido tiene precio
presets-no-rate-above-zero = Un precio de 0 o menos nunca se toma sin una persona. Si es correcto, elíjala en Enviar: { $rate }
presets-rate-left-out = Se omitió, porque un precio de 0 o menos nunca se toma sin una persona: { $rate }
# $text: como está escrito en el ajuste predefinido
presets-no-rate-amount-unreadable = No se puede leer el monto “{ $text }” del ajuste predefinido
presets-no-rate-account = Ninguna tarifa es de la cuenta de transportista que nombra el ajuste predefinido
presets-no-rate-account-nearest = Ninguna tarifa es de la cuenta de transportista que nombra el ajuste predefinido. La más barata de las demás: { $rate }
presets-no-rate-service = Ningún transportista ofrece { $service } para este paquete
presets-no-rate-service-nearest = Ningún transportista ofrece { $service } para este paquete. La tarifa más barata: { $rate }
presets-no-rate-by-name = Solo hay tarifas que un ajuste predefinido debe nombrar: de servicios que usted oculta o que aceptan solo ciertas mercancías
presets-no-rate-by-name-nearest = Solo hay tarifas que un ajuste predefinido debe nombrar: de servicios que usted oculta o que aceptan solo ciertas mercancías. La más barata: { $rate }
presets-no-rate-days-unknown = Ninguna tarifa que corresponde al ajuste predefinido dice cuántos días tarda. La más barata: { $rate }
presets-no-rate-within-days = { $days ->
    [one] Ninguna tarifa tarda { $days } día como máximo. La más rápida: { $rate }
   *[other] Ninguna tarifa tarda { $days } días como máximo. La más rápida: { $rate }
}
presets-no-rate-under-amount = Ninguna tarifa cuesta { $limit } como máximo. La más barata: { $rate }
# Ground Advantage, $7.90, 3 días
presets-rate-price-days = { $days ->
    [one] { $service }, { $price }, { $days } día
   *[other] { $service }, { $price }, { $days } días
}
presets-rate-price = { $service }, { $price }

## Un ajuste predefinido que nombra una orden
presets-pick-gone = Este ajuste predefinido ya no existe
# $digit: de 1 a 9
presets-pick-no-digit = Ningún ajuste predefinido tiene la tecla Ctrl+Alt+{ $digit }. Asígnela a uno en Pedidos, Ajustes predefinidos.

## Qué está mal en un ajuste predefinido
presets-name-missing = Escriba un nombre
presets-name-twice = Ya hay un ajuste predefinido llamado “{ $name }”
presets-key-taken = “{ $preset }” tiene esta tecla
presets-packaging-unreadable = Escriba el peso como número o deje el campo vacío
presets-service-missing = Elija un servicio
presets-service-not-offered = Ninguno de sus transportistas ofrece ahora este servicio
presets-days-missing = Escriba un número de días
presets-amount-missing = Escriba un monto
presets-amount-unreadable = Escriba un monto mayor que cero, por ejemplo { $example }
presets-account-gone = Esta cuenta de transportista ya no existe
presets-account-disabled = Esta cuenta de transportista está deshabilitada
presets-printer-gone = Esta computadora no tiene ninguna impresora con ese nombre

## Las condiciones de una regla
# Partes de una oración que empiezan con minúscula. Se unen con "y", y la primera recibe una
# mayúscula: "El país es Alemania y el peso es de hasta 2 kg: ajuste predefinido Ligero".
rules-words-no-condition = ninguna condición
rules-words-every-order = todos los pedidos
# $countries y otros: un nombre, o varios con comas
rules-words-country = { $count ->
    [one] el país es { $countries }
   *[other] el país es uno de { $countries }
}
rules-words-state = { $count ->
    [one] el estado es { $states }
   *[other] el estado es uno de { $states }
}
rules-words-zip-range = el código ZIP va de { $from } a { $to }
rules-words-zip-prefix = el código ZIP empieza con { $prefixes }
# $unit: lb, oz, kg o g
rules-words-weight-most = el peso es de hasta { $most } { $unit }
rules-words-weight-least = el peso es de al menos { $least } { $unit }
rules-words-weight-between = el peso es de { $least } a { $most } { $unit }
rules-words-value-most = el valor es de hasta { $most }
rules-words-value-least = el valor es de al menos { $least }
rules-words-value-between = el valor es de { $least } a { $most }
rules-words-items-exact = el número de artículos distintos es { $count }
rules-words-items-most = el número de artículos distintos es { $most } como máximo
rules-words-items-least = el número de artículos distintos es { $least } como mínimo
rules-words-items-between = el número de artículos distintos va de { $least } a { $most }
rules-words-pieces-exact = el número de piezas es { $count }
rules-words-pieces-most = el número de piezas es { $most } como máximo
rules-words-pieces-least = el número de piezas es { $least } como mínimo
rules-words-pieces-between = el número de piezas va de { $least } a { $most }
rules-words-parcels-exact = el número de paquetes es { $count }
rules-words-parcels-most = el número de paquetes es { $most } como máximo
rules-words-parcels-least = el número de paquetes es { $least } como mínimo
rules-words-parcels-between = el número de paquetes va de { $least } a { $most }
rules-words-sku = { $count ->
    [one] un artículo tiene el SKU { $skus }
   *[other] un artículo tiene uno de los SKU { $skus }
}
rules-words-source = { $count ->
    [one] el origen del pedido es { $sources }
   *[other] el origen del pedido es uno de { $sources }
}
# El envío que eligió el cliente, en palabras de la tienda
rules-words-shipping = { $count ->
    [one] el método de envío contiene “{ $words }”
   *[other] el método de envío contiene uno de “{ $words }”
}
rules-words-note = el pedido tiene una nota
rules-words-no-note = el pedido no tiene nota
rules-words-international = el envío es internacional
rules-words-domestic = el envío es nacional
rules-words-po-box = la dirección es un apartado postal
rules-words-no-po-box = la dirección no es un apartado postal
# Direcciones APO, FPO y DPO
rules-words-military = la dirección es militar
rules-words-not-military = la dirección no es militar
rules-words-ship-by = { $days ->
    [0] el pedido se debe enviar hoy a más tardar
    [one] el pedido se debe enviar en { $days } día como máximo
   *[other] el pedido se debe enviar en { $days } días como máximo
}

## Una regla en una línea
# $conditions: las condiciones, unidas
rules-words-preset = { $conditions }: ajuste predefinido { $preset }
rules-words-preset-gone = { $conditions }: un ajuste predefinido que ya no existe
rules-words-hold = { $conditions }: en espera, { $reason }

## Por qué las reglas aún no eligen un ajuste predefinido
# $rule: el nombre de la regla
rules-undecided-country = La regla “{ $rule }” no se puede decidir sin el país del destinatario
rules-undecided-sender = La regla “{ $rule }” no se puede decidir sin el país del remitente
rules-undecided-state = La regla “{ $rule }” no se puede decidir sin el estado del destinatario
rules-undecided-zip = La regla “{ $rule }” no se puede decidir sin el código ZIP del destinatario
rules-undecided-weight = La regla “{ $rule }” no se puede decidir sin el peso
rules-undecided-value = La regla “{ $rule }” no se puede decidir sin el valor de la mercancía
rules-undecided-currency = La regla “{ $rule }” no se puede decidir porque el valor del pedido está en otra moneda
rules-undecided-quantity = La regla “{ $rule }” no se puede decidir sin el número de piezas

## Qué está mal en una regla
rules-fault-name-missing = Escriba un nombre para la regla
rules-fault-no-condition = Agregue una condición; una regla para todos los pedidos tiene la condición “todos los pedidos”
rules-fault-preset-missing = Elija un ajuste predefinido
rules-fault-preset-gone = El ajuste predefinido de esta regla ya no existe; elija otro
rules-fault-reason-missing = Escriba por qué los pedidos se ponen en espera
rules-fault-country-missing = Escriba un país
rules-fault-country-unknown = { $text } no es un país; use un código de dos letras, como US
rules-fault-state-missing = Escriba un estado
rules-fault-state-unknown = { $text } no es un estado de EE. UU.; use dos letras, como CA
rules-fault-zip-missing = Escriba el comienzo de un código ZIP
rules-fault-zip-end-missing = Escriba el primer y el último código ZIP
rules-fault-zip-lengths = El primer y el último código ZIP deben tener el mismo número de caracteres
rules-fault-range-open = Escriba al menos un extremo del intervalo
rules-fault-range-reversed = El final del intervalo está antes de su comienzo, así que ningún pedido corresponde
rules-fault-weight-unreadable = “{ $text }” no es un peso
rules-fault-sku-missing = Escriba un SKU
rules-fault-source-missing = Escriba un origen de pedidos
rules-fault-shipping-missing = Escriba una palabra del método de envío de la tienda

## Qué impide comprar un pedido
# $field: un campo o una columna, como "Código ZIP del destinatario"; $problem: como "Escriba un código ZIP"
order-problems-in-words = { $field }: { $problem }
order-problems-field-number = Número de pedido
order-problems-field-preset = Ajuste predefinido
order-problems-field-address = Dirección del destinatario
order-problems-field-row = Pedido
order-problems-field-row-of-file = Fila { $row } del archivo
order-problems-field-quantity = Cantidad del artículo { $number }
order-problems-number-blank = Escriba un número de pedido
order-problems-order-unreadable = Este pedido no se puede leer y se deja como está; puede que lo haya escrito una versión más nueva de Postroom
order-problems-preset-gone = El ajuste predefinido elegido ya no existe; elija otro
order-problems-preset-gone-rule = El ajuste predefinido que eligió la regla “{ $rule }” ya no existe
order-problems-address-suggested = El servicio escribe esta dirección de otra forma; elija una de las dos
# $remark: las palabras del servicio
order-problems-address-refused = El servicio no conoce esta dirección: { $remark }
# $text: la celda como está en el archivo
order-problems-row-unreadable = Esta fila no se puede leer como un pedido
order-problems-number-missing = Esta fila no tiene número de pedido
order-problems-number-damaged = La hoja de cálculo cambió este número de pedido a “{ $text }”
order-problems-number-twice = Otro pedido del archivo tiene el número “{ $text }”
order-problems-weight-unreadable = “{ $text }” no es un peso
order-problems-weight-unclear = “{ $text }” se puede leer como dos pesos o no tiene unidad
order-problems-size-unreadable = “{ $text }” no es una medida
order-problems-size-unclear = “{ $text }” se puede leer como dos medidas o no tiene unidad
order-problems-quantity-unreadable = “{ $text }” no es un número de piezas, como 1 o 2
order-problems-quantity-missing = El archivo no dice cuántas piezas hay de “{ $text }”
order-problems-value-unreadable = “{ $text }” no es un monto
order-problems-value-unclear = “{ $text }” se puede leer como dos montos
order-problems-date-unreadable = “{ $text }” no es una fecha o se puede leer como dos
order-problems-country-unknown = “{ $text }” no es un país
order-problems-cell-error = La celda tiene un error y ningún valor: { $text }
order-problems-rows-disagree = Las filas de este pedido nombran destinatarios distintos: “{ $text }”
order-problems-undecodable = Algunos caracteres no se pueden leer: “{ $text }”
order-problems-closed-in-shop = La tienda dice que este pedido se envió o se reembolsó: “{ $text }”
order-problems-held-in-shop = La tienda dice que este pedido no está pagado o está retenido: “{ $text }”
order-problems-not-carried = Ningún transportista lleva este pedido: “{ $text }”
order-problems-word-unknown = No se sabe qué significa “{ $text }”; responda a la pregunta de la importación o resuélvalo aquí
order-problems-cell-changed = La hoja de cálculo cambió esta celda a “{ $text }”; escriba lo que decía
order-problems-cell-too-long = Esta celda es muy larga y empieza por “{ $text }”; quizá falta una comilla y se unieron filas; se conservan como máximo { $most } caracteres
order-problems-weights-differ = Las filas de este pedido tienen pesos distintos, por ejemplo “{ $text }”
order-problems-rows-equal = Hay filas iguales en este pedido: ¿dos paquetes o una fila escrita dos veces?
order-problems-lines-disagree = La línea “{ $text }” del pedido está en dos filas con contenidos distintos
order-problems-number-of-another = Otro pedido tiene este número: “{ $text }”
order-problems-preset-unknown = No hay ningún ajuste predefinido llamado “{ $text }”
order-problems-changed-by-both = Un archivo más nuevo tiene “{ $text }”; se conservó el cambio hecho aquí

## Los ajustes predefinidos en pantalla
orders-presets = Ajustes predefinidos
orders-presets-hint = Cómo se empacan y envían los paquetes, con nombres
orders-rules = Reglas
orders-rules-hint = Qué pedidos reciben qué ajuste predefinido
presets-title = Ajustes predefinidos
presets-table = Ajustes predefinidos
presets-new = Nuevo ajuste predefinido
presets-new-title = Nuevo ajuste predefinido
presets-none-title = Aún no hay ajustes predefinidos
presets-none = Un ajuste predefinido dice cómo se empaca un paquete y qué tarifa se elige. Los pedidos lo reciben de una regla o de usted; en Enviar está a una tecla.
presets-choose = Elija un ajuste predefinido para verlo o cambiarlo.
presets-back = Todos los ajustes predefinidos
presets-column-name = Nombre
presets-column-key = Tecla
presets-save = Guardar
presets-save-hint = Los pedidos con este ajuste predefinido lo siguen de inmediato
presets-save-hint-problems = Muestra lo que falta llenar o corregir
presets-saved = Todo está guardado
presets-save-first = Guarde primero sus cambios
presets-restore = Descartar los cambios
presets-duplicate = Duplicar
# El nombre de un duplicado. $name: el nombre del ajuste predefinido
presets-copy-name = { $name } (copia)
presets-delete = Eliminar
presets-delete-question = Eliminar un ajuste predefinido
presets-delete-title = ¿Eliminar “{ $name }”?
presets-delete-orders = { $count ->
    [one] { $count } pedido que aún no se ha comprado tiene este ajuste predefinido. Necesitará atención hasta que reciba otro.
   *[other] { $count } pedidos que aún no se han comprado tienen este ajuste predefinido. Necesitarán atención hasta que reciban otro.
}
presets-delete-rules = { $count ->
    [one] Lo elige esta regla: { $rules }
   *[other] Lo eligen estas reglas: { $rules }
}
presets-delete-yes = Eliminar el ajuste
presets-delete-no = Conservar el ajuste
presets-leave-question = Descartar cambios de un ajuste predefinido
presets-leave-title = ¿Descartar los cambios de “{ $name }”?
presets-leave-words = Aún no se han guardado.
presets-leave-drop = Descartar
presets-leave-keep = Seguir editando
presets-overtaken = { $by } cambió mientras tanto este ajuste predefinido.
presets-overtaken-first = Elija arriba qué versión conservar
presets-no-order-selected = Seleccione los pedidos que reciben el ajuste predefinido o abra uno

## El formulario de un ajuste predefinido
presets-card-name = Nombre y tecla
presets-name = Nombre
presets-name-hint = Caja pequeña
presets-key = Tecla
presets-key-none = Ninguna tecla
presets-key-words = En Enviar la tecla da este ajuste predefinido al paquete; en Pedidos, a los pedidos seleccionados.
presets-card-package = Paquete
presets-package-said = Fijar el paquete
presets-package-words = El peso se usa solo si un pedido no lo tiene.
presets-packaging = Peso del embalaje
presets-packaging-words = Se suma al peso de los artículos.
presets-card-service = Servicio
presets-choice = Qué tarifa se elige
presets-choice-cheapest = La más barata
presets-choice-named = Un servicio por su nombre
presets-choice-within = La más barata en cierto número de días
presets-choice-under = La más rápida hasta un monto
presets-choice-words = Los servicios que usted oculta y los que son solo para ciertas mercancías, como Media Mail, se eligen solo por su nombre.
presets-service = Servicio por nombre
# $service: «Ground Advantage»; $carriers: los transportistas que lo ofrecen
presets-service-of = { $service } ({ $carriers })
presets-days = Máximo de días
presets-amount = Hasta
presets-account = Cuenta de transportista
presets-account-any = Cualquier cuenta
presets-account-unknown = Cuenta desconocida
presets-card-options = Servicios especiales
presets-options-said = Fijar los servicios especiales
presets-insurance-words = Deje vacío el monto para asegurar cada pedido por el valor de su mercancía.
presets-card-customs = Aduana
presets-customs-said = Fijar la declaración de aduana
presets-customs-items = Artículos
presets-customs-items-words = Se usa donde el artículo de un pedido deja un campo vacío.
presets-customs-description = Descripción
presets-customs-clear = Vaciar
presets-card-sender = Remitente
presets-sender-said = Fijar otro remitente
presets-sender-take = Usar el remitente de Enviar
presets-sender-nobody = No hay remitente en Enviar
presets-card-label = Etiqueta e impresora
presets-label-said = Fijar la etiqueta
presets-printer = Impresora de las etiquetas
presets-printer-any = La que tiene el papel correcto

## Las reglas en pantalla
rules-title = Reglas
rules-table = Reglas
rules-new = Nueva regla
rules-none-title = Aún no hay reglas
rules-none = Una regla da un ajuste predefinido a los pedidos que le corresponden o los pone en espera. La primera regla que corresponde a un pedido gana.
rules-back = Todas las reglas
# El lugar de una regla en la lista
rules-column-place = N.º
rules-column-name = Regla
rules-column-words = Qué hace
rules-column-orders = Pedidos
rules-incomplete = Aún no está completa
rules-unnamed = Regla sin nombre
rules-save = Guardar las reglas
rules-save-hint = Guarda las reglas y las aplica a todos los pedidos que aún no se han comprado
rules-saved = Todo está guardado
rules-try = Probar
rules-try-hint = Muestra qué harían las reglas con sus pedidos; no cambia nada
rules-up = Subir
rules-up-hint = Subir la regla (Alt+↑)
rules-down = Bajar
rules-down-hint = Bajar la regla (Alt+↓)
rules-choose-first = Elija primero una regla
rules-is-first = Es la primera regla
rules-is-last = Es la última regla
rules-restore = Descartar los cambios
rules-overtaken = { $by } cambió mientras tanto las reglas.
rules-overtaken-first = Otra computadora cambió las reglas. Elija arriba qué cambios conservar.

## El formulario de una regla
rules-card-rule = Regla
rules-remove = Quitar la regla
rules-name = Nombre de la regla
rules-name-hint = Paquetes pesados
rules-card-conditions = Condiciones
rules-conditions-words = Un pedido corresponde si todas se cumplen.
rules-condition = Condición { $number }
rules-condition-add = Agregar condición
rules-condition-remove = Quitar
rules-condition-remove-name = Quitar la condición { $number }
rules-condition-kind-name = Qué pide la condición { $number }
# El nombre accesible de un campo. $field: su etiqueta
rules-field-name = { $field }, condición { $number }
rules-kind-country = País
rules-kind-state = Estado
rules-kind-zip-range = Código ZIP de … a …
rules-kind-zip-prefix = Código ZIP comienza con …
rules-kind-international = Nacional o internacional
rules-kind-po-box = Apartado postal
rules-kind-military = Dirección militar
rules-kind-weight = Peso
rules-kind-value = Valor de la mercancía
rules-kind-items = Número de artículos distintos
rules-kind-pieces = Número de piezas
rules-kind-parcels = Número de paquetes
rules-kind-sku = SKU de un artículo
rules-kind-shipping = El envío, en palabras de la tienda
rules-kind-source = Origen del pedido
rules-kind-note = Nota
rules-kind-ship-by = Fecha límite de envío
rules-kind-every-order = Todos los pedidos
rules-every-order-words = Para la última regla: toma todos los pedidos que ninguna regla anterior tomó.
rules-countries = Países
rules-countries-hint = US, Canadá
rules-states = Estados
rules-states-hint = CA, NY
rules-prefixes = Comienzos
rules-prefixes-hint = 100, 101
rules-skus = SKU
# * significa cualquier carácter
rules-skus-hint = TAZA-*
rules-shipping = Palabras
rules-shipping-hint = exprés
rules-sources = Orígenes
rules-sources-known = Sus pedidos vienen de: { $sources }
rules-one-per-line = Uno en cada línea; basta con que uno corresponda.
rules-from = Primer código ZIP
rules-to = Último código ZIP
rules-least = Al menos
rules-most = Como máximo
rules-unit = Unidad
rules-currency = Moneda
rules-days = Días desde hoy
rules-days-words = 0 es hoy. Los pedidos atrasados también corresponden.
rules-answer = Respuesta
rules-fault-number-unreadable = “{ $text }” no es un número
rules-card-outcome = Entonces
rules-outcome = Qué hace la regla
rules-outcome-preset = Dar un ajuste
rules-outcome-hold = Poner en espera
rules-preset = Ajuste predefinido
rules-preset-none = Aún no hay ajustes predefinidos. Cree uno en Ajustes predefinidos.
rules-reason = Por qué
rules-reason-hint = Preguntar la talla al cliente

## Probar las reglas
rules-trial-running = Probando las reglas
rules-trial-title = Qué harían las reglas
rules-trial-read = { $read } de { $all } pedidos leídos
rules-trial-stop = Detener
rules-trial-close = Cerrar el resultado
rules-trial-outdated = Las reglas cambiaron desde entonces. Pruébelas de nuevo.
rules-trial-changed = { $count ->
    [0] Ningún pedido cambiaría
    [one] { $count } pedido cambiaría
   *[other] { $count } pedidos cambiarían
}
rules-trial-unfit = { $count ->
    [0] A cada pedido le corresponde una regla
    [one] A { $count } pedido no le corresponde ninguna regla
   *[other] A { $count } pedidos no les corresponde ninguna regla
}
rules-trial-undecided = { $count ->
    [one] A { $count } pedido le falta lo que una regla pide, por ejemplo su peso
   *[other] A { $count } pedidos les falta lo que una regla pide, por ejemplo su peso
}
rules-trial-left = { $count ->
    [one] { $count } pedido está comprado o cancelado, y ninguna regla lo cambia
   *[other] { $count } pedidos están comprados o cancelados, y ninguna regla los cambia
}
rules-trial-first = Los primeros { $count }:
rules-trial-table = Pedidos que cambiarían
rules-trial-column-order = Pedido
rules-trial-column-recipient = Destinatario
rules-trial-column-before = Ahora
rules-trial-column-after = Después
rules-trial-no-preset = Sin ajuste predefinido

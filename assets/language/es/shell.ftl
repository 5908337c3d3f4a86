# El marco alrededor de los paneles: barra superior, navegación, paleta, bandas, avisos.

## Nombres de los paneles
shell-panel-ship = Enviar
shell-panel-orders = Pedidos
shell-panel-rates = Tarifas
shell-panel-shipments = Envíos
shell-panel-refunds = Reembolsos
shell-panel-manifests = Cierre del día
shell-panel-tracking = Seguimiento
shell-panel-addresses = Direcciones
shell-panel-carriers = Transportistas
shell-panel-balance = Saldo
shell-panel-containers = Contenedores
shell-panel-activity = Actividad
shell-panel-practice = Práctica
shell-panel-settings = Configuración

## Qué no puede hacer cada panel sin conexión, y qué sigue funcionando: el final de la banda
shell-offline-ship = Las tarifas tienen que esperar; su borrador se conserva.
shell-offline-orders = Las tarifas y las etiquetas deben esperar; puede importar y editar pedidos.
shell-offline-rates = Las tarifas nuevas tienen que esperar.
shell-offline-shipments = Esta es la lista guardada; los envíos más recientes tienen que esperar.
shell-offline-refunds = Las solicitudes de reembolso tienen que esperar.
shell-offline-manifests = Los manifiestos tienen que esperar; sus escaneos se conservan.
shell-offline-tracking = Los escaneos nuevos tienen que esperar.
shell-offline-addresses = La verificación de direcciones tiene que esperar; la libreta de direcciones está en esta computadora.
shell-offline-carriers = No se pueden cambiar las cuentas; esta es la lista guardada.
shell-offline-balance = Las recargas y los movimientos nuevos tienen que esperar.
shell-offline-containers = Las etiquetas nuevas tienen que esperar; las anteriores están aquí.
shell-offline-activity = Abajo aparecen las solicitudes sin respuesta.
shell-offline-practice = Los controles de abajo siguen funcionando.
shell-offline-settings = La configuración se guarda en esta computadora y se puede cambiar.

## Navegación
shell-rail-find = { $keys } busca en todo
shell-rail-hint = { $panel } ({ $keys })
shell-refreshing = Actualizando…

## Barra superior
shell-account-name = Cuenta: { $account }
shell-account-hint = Cambiar a otra cuenta ({ $keys })
shell-balance = Saldo { $amount }
shell-balance-hint = Dinero en la cuenta
# $age: such as "33 min ago"
shell-balance-age-name = El saldo es de { $age }
shell-balance-after = { $amount } después de esta etiqueta
shell-autobuy-on = AutoBuy activado
shell-autobuy-off = AutoBuy desactivado
shell-find = Buscar
shell-find-name = Paleta de comandos
shell-problems = { $count ->
    [one] { $count } problema abierto
   *[other] { $count } problemas abiertos
}
shell-printer-paper = { $printer }, { $width } × { $height } in
shell-printers = { $count ->
    [one] { $count } impresora
   *[other] { $count } impresoras
}
shell-printers-hint = Cuál imprime una etiqueta depende de su papel: { $printers }
shell-printer-waiting = { $count } por imprimir
shell-printer-asks = { $count ->
    [one] { $count } impresión por revisar
   *[other] { $count } impresiones por revisar
}
shell-printer-name = Impresora: { $status }
shell-printer-hint = Las impresoras y la cola de impresión están en Configuración
shell-printer-job = { $printer }: { $detail }
shell-express = Exprés hasta { $amount }
shell-express-name = Modo exprés: compra hasta { $amount } por etiqueta
shell-express-hint = Enter en el campo del peso, o el código de barras de Comprar, compra la etiqueta de inmediato hasta este precio
shell-scale-name = Báscula: { $status }
shell-scale-hint = Estable; presione { $key } para usar este peso
shell-connection-unknown = Sin respuesta aún
shell-connection-online = En línea, última respuesta { $age }
shell-connection-online-short = En línea
shell-connection-hint = Cuándo respondió el servicio por última vez
shell-connection-offline = Sin conexión
shell-connection-offline-since = Sin conexión desde: { $time }
shell-offline-explained = { $cause }. No se compra nada mientras no haya conexión. { $panel }

## Bandas sobre el panel
shell-band-other-account = { $account }: { $message }
shell-band-switch = Cambiar a esta cuenta
shell-purchase-held = { $purchase }: se comprará { $when }
shell-purchase-cancel = Cancelar compra
shell-purchase-not-sent = { $purchase }: registrada, pero no enviada. No se compró nada.
shell-purchase-send = Enviar ahora
shell-purchase-checking = { $purchase }: comprobando si se compró; no la compre de nuevo (comprobación { $count })
shell-purchase-refused = { $purchase }: el servicio la rechazó; comprobando que no se compró nada
shell-purchase-charged = { $purchase }: comprada; aún falta descargar su etiqueta
shell-purchase-check = Comprobar ahora
shell-purchase-absent = { $purchase }: no está en la cuenta. Postroom la sigue buscando hasta el { $when }.
shell-pick-up-soon = { $minutes ->
    [0] { $count ->
        [one] Recogida ahora: { $count } envío no está en un manifiesto
       *[other] Recogida ahora: { $count } envíos no están en un manifiesto
    }
    [one] { $count ->
        [one] Recogida en { $minutes } minuto: { $count } envío no está en un manifiesto
       *[other] Recogida en { $minutes } minuto: { $count } envíos no están en un manifiesto
    }
   *[other] { $count ->
        [one] Recogida en { $minutes } minutos: { $count } envío no está en un manifiesto
       *[other] Recogida en { $minutes } minutos: { $count } envíos no están en un manifiesto
    }
}
shell-pick-up-past = { $minutes ->
    [one] { $count ->
        [one] La recogida fue hace { $minutes } minuto: { $count } envío no está en un manifiesto
       *[other] La recogida fue hace { $minutes } minuto: { $count } envíos no están en un manifiesto
    }
   *[other] { $count ->
        [one] La recogida fue hace { $minutes } minutos: { $count } envío no está en un manifiesto
       *[other] La recogida fue hace { $minutes } minutos: { $count } envíos no están en un manifiesto
    }
}
shell-pick-up-show = Ir a Cierre del día

## Un panel que se detuvo
shell-stopped-title = El panel { $panel } se detuvo por un problema de Postroom
shell-stopped-text = Los demás paneles siguen funcionando, y todas las compras están en el registro de compras. Se guardó un informe en esta computadora; Postroom lo ofrece en el próximo inicio.
shell-stopped-again = Reintentar
shell-stopped-again-name = Mostrar el panel de nuevo

## Paleta de comandos
shell-practice-next = Día siguiente
shell-practice-next-short = +1 día
shell-practice-next-name = Ir al día de práctica siguiente
shell-practice-day-hint = La fecha de la práctica, que siguen los paquetes y los reembolsos
shell-palette-field = Buscar en todo
shell-palette-hint = Destinatario, número de seguimiento, pedido o comando
shell-palette-empty = Sin coincidencias
shell-palette-best = Coincidencia exacta
shell-palette-pages = Guía
shell-palette-guide = Página de la guía
shell-palette-recipients = Destinatarios
shell-palette-shipments = Envíos y números
shell-palette-orders = Pedidos
shell-palette-commands = Comandos
shell-palette-switch = Cambiar a { $account }
shell-palette-switch-detail = { $user }, clave …{ $end }
shell-palette-practice = Cambiar a práctica
shell-palette-practice-detail = Sin dinero real
shell-palette-another = Cambiar a otra cuenta…
shell-palette-another-detail = Iniciar sesión con sus claves, o registrarse
shell-palette-preset = Usar el ajuste predefinido { $preset }
shell-palette-preset-detail = Para este paquete; en Pedidos, para los pedidos seleccionados
# $category: a category of Settings, such as “Printers and labels”
shell-palette-settings = Configuración: { $category }
shell-palette-settings-detail = Abrir esta página de la configuración
shell-palette-switch-query = Cambiar a
shell-palette-ship-to = Enviar a { $address }
shell-palette-shipment = Envío a { $shipment }
# An order without a recipient and a reference.
shell-palette-order-plain = Pedido
shell-palette-order = Pedido de { $order }
shell-palette-tracked = Número de seguimiento
shell-palette-track = Rastrear { $number }
shell-palette-track-detail = Preguntar al transportista

## Informes de fallos y diagnóstico
shell-crash-title = Postroom se cerró inesperadamente
shell-crash-saved = { $count ->
    [one] Se guardó un informe en esta computadora. No se envió a ninguna parte.
   *[other] Se guardaron { $count } informes en esta computadora. No se enviaron a ninguna parte.
}
shell-crash-purchases = Sus compras están seguras en el registro de compras. Lo que estaba en curso se comprueba automáticamente.
shell-crash-view = Ver informe
shell-crash-delete = Eliminar informe
shell-crash-later = Más tarde
shell-crash-later-name = Decidir más tarde
shell-preview-diagnostics = Diagnóstico
shell-preview-crashes = Informes de errores
shell-preview-text = Esto es todo lo que se guardaría, sin secretos, direcciones ni etiquetas. Nada sale de esta computadora automáticamente.
shell-preview-text-name = Texto por guardar
shell-preview-save = Guardar…
shell-preview-save-name = Guardar este texto
shell-preview-close = Cerrar
shell-preview-close-name = Cerrar vista previa

## Avisos
shell-notices = Avisos
shell-notice-show-form = Mostrar formulario
shell-notice-open-file = Abrir
shell-notice-show-folder = Mostrar en la carpeta
shell-notice-top-up = Recargar…
# Un botón sobre el aviso más reciente, donde todos taparían algo
shell-notices-more =
    { $count ->
        [one] { $count } aviso más
       *[other] { $count } avisos más
    }
# Un botón junto a las primeras palabras del aviso más reciente, donde no hay espacio para él
shell-notices-show =
    { $count ->
        [one] Mostrar
       *[other] Mostrar { $count }
    }

## La ventana de un inicio cuya carpeta de datos no se puede usar
shell-refused-title = Postroom no puede usar su carpeta de datos
shell-refused-advice = Ahí guarda Postroom los pedidos, las direcciones y el registro de compras. La carpeta debe existir o poder crearse, permitir escribir y tener espacio libre. No se compró ni se cambió nada. La carpeta que escriba aquí vale solo para este inicio; para usarla siempre, inicie Postroom con: postroom --data CARPETA
shell-refused-folder = Carpeta de datos
shell-refused-quit = Salir

## En la terminal, antes de que haya una ventana: empieza con minúscula, porque va después de "postroom:"
shell-start-already-open = Postroom ya está abierto en esta carpeta; su ventana pasa al frente, o pide atención si así lo decide el escritorio
shell-start-window-stopped = la ventana dejó de funcionar
shell-start-no-opengl = OpenGL no puede dibujar aquí: { $cause }
shell-start-try-x11 = no se pudo abrir la ventana en la pantalla de Wayland ({ $reason }); se intenta con X11
shell-start-no-window = no se pudo abrir la ventana: { $reason }
shell-start-no-display = no se pudo abrir la ventana: no hay pantalla (no están definidas WAYLAND_DISPLAY ni DISPLAY). Inicie Postroom en una sesión de escritorio, o dibuje las mismas pantallas como imágenes: postroom tour --out tour
shell-start-no-window-library = no se pudo abrir la ventana en la pantalla de { $display } ({ $reason }); si falta una biblioteca: sudo apt-get install -y { $packages }

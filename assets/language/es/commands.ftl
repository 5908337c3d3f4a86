# Los comandos de la paleta, el teclado y la hoja de comandos. Cada uno tiene un nombre y una descripción.

## Paneles
commands-go-ship = Ir a Enviar
commands-go-ship-tooltip = Preparar y comprar una etiqueta
commands-go-orders = Ir a Pedidos
commands-go-orders-tooltip = Importar pedidos, pedir tarifas y comprar muchas etiquetas a la vez
commands-go-rates = Ir a Tarifas
commands-go-rates-tooltip = Comparar precios y días de entrega
commands-go-shipments = Ir a Envíos
commands-go-shipments-tooltip = Todas las etiquetas que compró
commands-go-refunds = Ir a Reembolsos
commands-go-refunds-tooltip = Dinero que puede recuperar
commands-go-manifests = Ir a Cierre del día
commands-go-manifests-tooltip = Despachar paquetes: manifiestos, escaneo de cierre, formularios
commands-go-tracking = Ir a Seguimiento
commands-go-tracking-tooltip = Dónde están sus paquetes
commands-go-addresses = Ir a Direcciones
commands-go-addresses-tooltip = Libreta de direcciones: buscar, verificar, importar, combinar
commands-go-carriers = Ir a Transportistas
commands-go-carriers-tooltip = Cuentas de transportista y lo que ofrecen
commands-go-balance = Ir a Saldo
commands-go-balance-tooltip = Dinero en la cuenta, recargas, historial
commands-go-containers = Ir a Contenedores
commands-go-containers-tooltip = Etiquetas para sacas, tarimas y bandejas
commands-go-activity = Ir a Actividad
commands-go-activity-tooltip = Cada solicitud y su respuesta
commands-go-practice = Ir a Práctica
commands-go-practice-tooltip = Reloj de práctica, dinero de práctica, simulacros
commands-go-settings = Ir a Configuración
commands-go-settings-tooltip = Apariencia, conexión, límites

## Enviar
commands-palette = Paleta de comandos
commands-palette-tooltip = Buscar cualquier comando, dirección, envío o número de seguimiento
commands-new-shipment = Nuevo envío
commands-new-shipment-tooltip = Un borrador nuevo con el mismo remitente
commands-ship-last = Enviar otro como el último
commands-ship-last-tooltip = Las mismas direcciones y el mismo paquete de la última etiqueta
commands-return = Etiqueta de devolución
commands-return-tooltip = El envío abierto, o la última etiqueta, de vuelta a usted
commands-weigh = Pesar
commands-weigh-tooltip = Usar el peso de la báscula para el paquete, o en Pedidos cambiar el peso de la fila elegida
commands-weigh-sheet-tooltip = Usar el peso de la báscula para el paquete
commands-get-rates = Obtener tarifas
commands-get-rates-tooltip = Pedir a todos los transportistas los precios de este borrador
commands-cheapest = Elegir la tarifa más barata
commands-cheapest-tooltip = Entre las tarifas de este borrador
commands-next-rate = Elegir la tarifa siguiente
commands-next-rate-tooltip = La que está debajo de la elegida
commands-previous-rate = Elegir la tarifa anterior
commands-previous-rate-tooltip = La que está encima de la elegida
commands-buy = Comprar etiqueta
commands-buy-tooltip = Comprar la etiqueta de este borrador
commands-buy-sheet-tooltip = Solo en modo exprés, hasta su límite
commands-cancel-held = Cancelar la compra pendiente
commands-cancel-held-tooltip = Durante el tiempo para deshacer; no cuesta nada

## Imprimir y despachar
commands-print = Imprimir etiqueta
commands-print-tooltip = Imprimir al 100 % la etiqueta en pantalla
commands-print-last = Imprimir de nuevo la última etiqueta
commands-print-last-tooltip = La última etiqueta comprada, al 100 %
commands-closing-scan = Escaneo de cierre
commands-closing-scan-tooltip = Escanear los paquetes cuando salen

## Vistas
commands-refund = Pedir un reembolso
commands-refund-tooltip = De la etiqueta en pantalla o de la última que compró
commands-next-day = Día de práctica siguiente
commands-next-day-tooltip = Adelantar un día el reloj de práctica

## La ventana
commands-help = Guía
commands-help-tooltip = Cómo funciona: la página de la guía sobre este panel
commands-about = Acerca de Postroom
commands-about-tooltip = Versión, licencias y dónde están sus datos
commands-use-preset = Usar el ajuste predefinido con esta tecla
commands-refresh = Actualizar
commands-refresh-tooltip = Consultar de nuevo al servicio lo que está en pantalla
commands-theme = Cambiar entre claro y oscuro
commands-theme-tooltip = Cambiar los colores
commands-larger = Texto más grande
commands-larger-tooltip = Un paso más, hasta 200 %
commands-smaller = Texto más pequeño
commands-smaller-tooltip = Un paso menos, hasta 75 %
commands-normal = Tamaño de texto normal
commands-normal-tooltip = Volver al 100 %

## Cuentas
commands-switch-account = Cambiar de cuenta
commands-switch-account-tooltip = Abrir otra cuenta en esta computadora
commands-export-journal = Exportar el registro de compras
commands-export-journal-tooltip = Comprobante de cada compra, en CSV o JSON
commands-sign-out = Cerrar sesión
commands-sign-out-tooltip = Volver a la primera página; los datos guardados se conservan

# El panel Enviar.

## Direcciones
ship-card-from = Remitente
ship-card-to = Destinatario
# Junto al título de la dirección del destinatario si está en otro país.
ship-address-abroad = internacional
ship-address-check-offline = No se pueden verificar direcciones sin conexión
ship-samples-words = ¿Primera vez aquí? Pruebe con dos direcciones de ejemplo
ship-samples-use = Usar direcciones de ejemplo
ship-address-collapse = Contraer
ship-address-edit = Editar
ship-address-change = Cambiar
ship-address-save = Guardar
ship-address-check = Verificar
ship-address-paste = Pegar
# Nombres para lectores de pantalla. $card: «Remitente» o «Destinatario»
ship-address-collapse-name = Contraer: { $card }
ship-address-edit-name = Editar: { $card }
ship-address-change-name = Cambiar: { $card }
ship-address-save-name = Guardar: { $card }
ship-address-check-name = Verificar: { $card }
ship-address-paste-name = Pegar: { $card }
ship-address-more-name = Más: { $card }
ship-address-search = Buscar en la libreta de direcciones
ship-address-search-name = Buscar: { $card }
ship-address-search-hint = Busque, o escriba o pegue una dirección
ship-address-none-found = Sin coincidencias
ship-address-typed = Como se escribió; no está en la libreta
ship-address-block = Dirección completa
ship-address-block-name = Dirección completa: { $card }
ship-address-block-hint = Nombre, calle, ciudad, estado y código ZIP, uno por línea
ship-address-block-fill = Completar
ship-address-block-fill-name = Completar: { $card }
ship-address-block-empty = Primero pegue una dirección
ship-address-name = Nombre
ship-address-company = Empresa
ship-address-street = Calle
ship-address-street-2 = Calle, línea 2
ship-address-street-3 = Calle, línea 3
ship-address-street-2-hint = Apto., suite, unidad
ship-address-city = Ciudad
ship-address-state = Estado
ship-address-province = Provincia
ship-address-region = Región
ship-address-zip = Código ZIP
ship-address-postal-code = Código postal
ship-address-country = País
ship-address-phone = Teléfono
ship-address-email = Correo electrónico
ship-address-more = Correo y línea 3 de la calle
# Nombre para lectores de pantalla. $field: un campo de la dirección
ship-address-fields-name = Más campos: { $field }
# Resultado de la verificación de la dirección
ship-address-verified = Verificada
ship-address-kept = Sin cambios
ship-address-residential = Residencial
ship-address-business = Comercial
ship-address-in-book = En la libreta
# El remitente en una línea
ship-return-words = Los paquetes que no se puedan entregar vuelven aquí

## Paquetes
ship-packages-title = Paquetes
ship-package-title = Paquete
ship-package-sizes = Medidas propias
ship-package-sizes-hint = Las medidas de la tienda son sus ajustes predefinidos. Agregue uno con la medida de su caja.
# Un botón con un menú de los ajustes predefinidos de la tienda
ship-presets = Ajuste
ship-presets-name = Ajustes predefinidos
ship-presets-hint = Llenar el paquete con un ajuste predefinido, que también elige la tarifa
ship-preset-used = El ajuste predefinido “{ $preset }” elige la tarifa
ship-package-add = Agregar paquete
ship-package-number = Paquete { $number }
ship-package-remove = Quitar
ship-package-remove-name = Quitar el paquete { $number }
ship-package-type = Tipo de paquete
ship-package-fixed-size = Este tipo tiene medidas fijas; solo falta el peso
ship-package-weight = Peso
# Un ejemplo en el campo vacío del peso. $weight: 1.5
ship-package-weight-hint = p. ej., { $weight }
# Nombre para lectores de pantalla de la unidad (lb, kg). $field: el nombre del campo
ship-package-unit-name = Unidad: { $field }
ship-package-weigh = Pesar
ship-package-weigh-name = Pesar el paquete { $number }
ship-package-weigh-hint = Usa el peso que indica la báscula
ship-package-weighed = De la báscula
# $weight: «12.3», $unit: «oz»
ship-package-on-scale = { $weight } { $unit } en la báscula
ship-package-length = Largo
ship-package-width = Ancho
ship-package-height = Alto
ship-package-size-unit = Unidad de las medidas
ship-package-size-unit-name = Unidad de las medidas del paquete { $number }
# Las medidas son las del último paquete.
ship-package-same-size = ¿Las mismas medidas que antes?
ship-package-keep-size = Mantener medidas
ship-package-keep-size-name = Mantener las medidas del paquete { $number }
ship-package-irregular = Irregular
ship-package-irregular-name = Paquete irregular { $number }
ship-package-not-accepted = Ninguno de sus transportistas acepta este tipo
# Un tipo de paquete con sus medidas
ship-package-type-sized = { $kind } ({ $length } × { $width } × { $height })
# Botones de medidas comunes y sus nombres completos
ship-preset-small = Pequeña
ship-preset-small-box = Caja pequeña
ship-preset-medium = Mediana
ship-preset-medium-box = Caja mediana
ship-preset-large = Grande
ship-preset-large-box = Caja grande
ship-preset-mailer = Sobre
ship-preset-mailer-whole = Sobre de envío
ship-preset-name = { $preset } para el paquete { $number }
ship-preset-hint = { $preset }: { $length } × { $width } × { $height } { $unit }
# Un paquete en una línea
ship-package-words = { $weight } { $unit }
ship-package-words-sized = { $weight } { $unit }, { $length } × { $width } × { $height } { $size_unit }
ship-package-words-typed = { $weight } { $unit }, { $kind }
ship-package-words-more = { $count ->
    [one] { $package }, y { $count } paquete más
   *[other] { $package }, y { $count } paquetes más
}

## Tipos de paquete. Flat Rate y Regional Rate son productos de USPS.
ship-package-type-parcel = Paquete
ship-package-type-soft-pack = Paquete flexible
ship-package-type-flat-rate-envelope = Sobre Flat Rate
ship-package-type-padded-envelope = Sobre acolchado Flat Rate
ship-package-type-legal-envelope = Sobre legal Flat Rate
ship-package-type-small-flat-rate-box = Caja pequeña Flat Rate
ship-package-type-medium-flat-rate-box-1 = Caja mediana Flat Rate 1
ship-package-type-medium-flat-rate-box-2 = Caja mediana Flat Rate 2
ship-package-type-large-flat-rate-box = Caja grande Flat Rate
ship-package-type-regional-rate-box-a1 = Caja Regional Rate A1
ship-package-type-regional-rate-box-a2 = Caja Regional Rate A2
ship-package-type-regional-rate-box-b1 = Caja Regional Rate B1
ship-package-type-regional-rate-box-b2 = Caja Regional Rate B2

## Servicios y opciones
ship-options-title = Servicios y opciones
# La última tiene una orientación que Postroom no conoce.
ship-label-words-portrait = Etiqueta: { $format }, { $size }, vertical
ship-label-words-landscape = Etiqueta: { $format }, { $size }, horizontal
ship-label-words = Etiqueta: { $format }, { $size }, { $orientation }
ship-label-settings = Ajustes de la etiqueta
ship-label-format = Etiqueta
ship-label-format-name = Formato de la etiqueta
ship-label-size = Tamaño
ship-label-size-name = Tamaño de la etiqueta
ship-label-orientation = Orientación
ship-label-orientation-name = Orientación de la etiqueta
ship-label-portrait = Vertical
ship-label-landscape = Horizontal
ship-label-size-inches = { $width } × { $height } in
# El tamaño de papel estadounidense
ship-label-size-letter = Carta
ship-services = Servicios especiales
# Beside a service that is not chosen: what it cost when it was last chosen.
ship-services-price-about = unos { $price }
ship-services-none = Servicios especiales: ninguno
ship-services-chosen = Servicios especiales: { $services }
# Nombre para lectores de pantalla del servicio «Seguimiento», distinto del panel
ship-services-tracking-name = Servicio de seguimiento
# $amount: como 100.00, que no debe parecer un valor que ya está.
ship-services-example = por ejemplo { $amount }
ship-services-insured = Valor asegurado
ship-services-insured-each = Cada paquete se asegura por este monto y se cobra
ship-services-insured-sum = Cada uno de los { $count } paquetes se asegura por { $each } y se cobra: { $sum } asegurados en total
ship-services-cod = Cobro contra entrega
ship-services-registered = Valor registrado
# La primera opción de una lista, hasta que se elija un tipo
ship-services-choose = Elija
ship-services-hazmat-type = Tipo de material peligroso
ship-services-hazmat-description = Descripción
ship-services-hazmat-phone = Teléfono de emergencia
ship-services-animals = Tipo de animales
# Label Broker es un producto de USPS.
ship-services-label-broker = El destinatario muestra un código en lugar de imprimir una etiqueta (Label Broker)
ship-options-none = Ninguna
# El resto de las opciones en una línea. $date: «23 nov 2026»
ship-options-today = Se envía hoy; si no se entrega, vuelve al remitente
ship-options-on = Se envía el { $date }; si no se entrega, vuelve al remitente
ship-options-today-own = Se envía hoy; si no se entrega, va a otra dirección
ship-options-on-own = Se envía el { $date }; si no se entrega, va a otra dirección
ship-options-more = Más opciones
ship-options-date = Fecha de envío
ship-options-date-hint = Hoy
ship-options-text = Texto de referencia { $number }
ship-options-text-closed = No se permite en etiquetas internacionales
ship-options-text-words = Se imprime en la etiqueta, por ejemplo un número de pedido
# Dónde el remitente entrega los paquetes a USPS
ship-options-entry = Entrada postal
ship-options-entry-name = Centro de entrada
ship-options-entry-zip = Código ZIP del centro
ship-options-return = Otra dirección de devolución

## Servicios especiales
ship-service-restricted-delivery = Entrega restringida
ship-service-sunday-delivery = Entrega en domingo
ship-service-holiday-delivery = Entrega en día festivo
ship-service-cremated-remains = Restos cremados
ship-service-live-animals = Animales vivos
ship-service-hazmat = Materiales peligrosos
ship-service-cod = Contra entrega (COD)
ship-service-registered-mail = Correo registrado
ship-service-insurance = Seguro
ship-service-certified-mail = Correo certificado
ship-service-electronic-receipt = Acuse de recibo electrónico
ship-service-adult-signature = Firma de adulto
ship-service-tracking = Seguimiento
ship-service-signature-confirmation = Confirmación de firma
ship-service-returns = Devoluciones
ship-service-delivery-1030 = Entrega antes de las 10:30 a. m.

## Materiales peligrosos, según las clases y divisiones del Departamento de Transporte de EE. UU.
ship-hazmat-air-eligible-ethanol = Etanol apto para transporte aéreo
ship-hazmat-class-1 = Clase 1, explosivos
ship-hazmat-class-3 = Clase 3, líquidos inflamables
ship-hazmat-class-7 = Clase 7, radiactivos
ship-hazmat-class-8-corrosive = Clase 8, corrosivos
ship-hazmat-class-8-wet-battery = Clase 8, batería húmeda
ship-hazmat-class-9-lithium-ground-only = Clase 9, litio, solo terrestre
ship-hazmat-class-9-lithium-returns = Clase 9, litio, devoluciones
ship-hazmat-class-9-lithium-marked = Clase 9, litio, con marca
ship-hazmat-class-9-lithium-unmarked = Clase 9, litio, sin marca
ship-hazmat-class-9-dry-ice = Clase 9, hielo seco
ship-hazmat-class-9-magnetized = Clase 9, magnetizados
ship-hazmat-division-41 = División 4.1, sólidos inflamables
ship-hazmat-division-51 = División 5.1, oxidantes
ship-hazmat-division-52 = División 5.2, peróxidos orgánicos
ship-hazmat-division-61 = División 6.1, sustancias tóxicas
ship-hazmat-division-62 = División 6.2, sustancias infecciosas
ship-hazmat-excepted-quantity = Disposición de cantidad exceptuada
ship-hazmat-small-quantity = Disposición de cantidad pequeña
ship-hazmat-limited-quantity = Cantidad limitada
ship-hazmat-ground-only = Solo terrestre
ship-hazmat-consumer-commodity = Artículo de consumo
ship-hazmat-lighters = Encendedores

## Animales vivos
ship-animals-bees = Abejas
ship-animals-day-old-poultry = Aves de un día
ship-animals-adult-birds = Aves adultas
ship-animals-other = Otros

## Declaración de aduana
ship-customs-title = Aduana
# $country: el destino del envío
ship-customs-into = hacia { $country }
ship-customs-possible = posible; correos puede pedirla
ship-customs-add = Agregar artículo
ship-customs-empty = ¿Qué contiene? Agregue cada tipo de mercancía como un artículo
ship-customs-item = Artículo { $number }
ship-customs-remove = Quitar
ship-customs-remove-name = Quitar el artículo { $number }
ship-customs-description = Descripción
ship-customs-description-hint = Camisa de algodón para hombre
ship-customs-quantity = Cantidad
ship-customs-weight = Peso total
ship-customs-value = Valor total
ship-customs-hs-hint = 6109.10
ship-customs-hs-hint-required = Obligatorio, p. ej., 6109.10
ship-customs-hs = Número HS
ship-customs-origin = Hecho en
# $weight, $packed: «1.20»; $value: «40.00»; $currency: «USD»
ship-customs-total = Total: { $weight } de { $packed } lb empacadas · { $value } { $currency }
ship-customs-contents = Contenido
ship-customs-undeliverable = Si no se puede entregar
ship-customs-explanation = Descripción del contenido
ship-customs-restriction = Restricción
ship-customs-none = Ninguna
ship-customs-currency = Moneda
ship-customs-restriction-comments = Comentarios sobre la restricción
# La exención de declarar a la aduana de EE. UU., o su número
ship-customs-filing = Declaración de exportación a la aduana de EE. UU.
ship-customs-filing-name = Declaración de exportación
ship-customs-itn = Número de la declaración (ITN)
ship-customs-invoice = Número de factura
ship-customs-signer = Firmado por
ship-customs-signer-hint = Nombre y apellido
# $name: el remitente.
ship-customs-sign-as = Firmar como { $name }
ship-customs-help = ¿Qué es esto?
ship-customs-help-name = Aduana en la guía
ship-customs-certify = Certifico que esta declaración es verdadera
ship-contents-merchandise = Mercancía
ship-contents-gift = Regalo
ship-contents-documents = Documentos
ship-contents-sample = Muestra
ship-contents-returned-goods = Mercancía devuelta
ship-contents-humanitarian = Ayuda humanitaria
ship-contents-dangerous-goods = Mercancía peligrosa
ship-contents-other = Otro
ship-undeliverable-return = Devolver
ship-undeliverable-abandon = Abandonar
ship-restriction-quarantine = Cuarentena
ship-restriction-sanitary-inspection = Inspección sanitaria
ship-restriction-phytosanitary = Fitosanitaria
ship-restriction-inspection = Inspección
ship-restriction-phytosanitary-inspection = Inspección fitosanitaria
ship-restriction-other = Otra
# Secciones del reglamento de exportación
ship-filing-30-36 = Exenta: a Canadá (NOEEI 30.36)
ship-filing-30-37-a = Exenta: cada clase hasta $2,500 (NOEEI 30.37(a))
ship-filing-30-37-h = Exenta: regalo o donación (NOEEI 30.37(h))
ship-filing-30-37-y = Exenta: regalo o información (NOEEI 30.37(y))
ship-filing-aes-itn = Presentada, con su número (AES ITN)

## Tarifas
ship-rates-title = Tarifas
ship-rates-compare = Comparar
ship-rates-refresh = Actualizar
ship-rates-get = Obtener tarifas
ship-rates-not-ready = Primero complete las direcciones y los paquetes
ship-rates-refreshing = Actualizando…
ship-rates-loading = Obteniendo tarifas…
ship-rates-later = Las tarifas aparecen cuando las direcciones y los paquetes están completos
ship-rates-offline = Podrá obtener tarifas de nuevo cuando vuelva la conexión
ship-rates-outdated = El envío cambió; estos precios ya no están vigentes
ship-rates-none = Ningún transportista ofrece una tarifa para este envío
# Una tarifa para lectores de pantalla. $arrival: «3 días, mar, 24 nov»
ship-rates-row-name = { $service }, { $account }, { $price }, { $arrival }
# Varias cuentas que ofrecen lo mismo al mismo precio
ship-rates-accounts = { $account } y { $count } más
# Lo mismo donde hay poco espacio
ship-rates-accounts-short = { $account } +{ $count }
ship-rates-row-details = { $arrival } · { $account }
# Marca el servicio usado en el último envío
ship-rates-usual = La última usada

## Pie del formulario
ship-footer-ready = Listo para comprar
ship-footer-ready-duplicate = Listo para comprar, pero se acaba de comprar una etiqueta parecida
# Encabezados de una lista de campos: vacíos, con errores o ambos
ship-footer-missing = { $count ->
    [one] Falta
   *[other] Faltan
}
ship-footer-wrong = Por corregir
ship-footer-missing-or-wrong = Por completar o corregir
ship-footer-more = y { $count } más
ship-footer-go-to = Ir a { $field }
ship-footer-buy = Comprar etiqueta
ship-footer-buying = Comprando…
ship-footer-buy-hint = Cuesta { $price }, que se descuentan del saldo
ship-footer-buy-hint-incomplete = Muestra lo que falta
ship-balance-after = Saldo después: { $amount }
ship-balance-short = Recargue primero: el saldo sería { $amount }

## Aviso de duplicado
# $age: «hace 4 min»
ship-duplicate-words = ¿El mismo paquete dos veces? Una etiqueta con este peso para { $name }, { $place } se compró { $age }
ship-duplicate-words-priced = ¿El mismo paquete dos veces? Una etiqueta con este peso para { $name }, { $place } se compró { $age } por { $price }
ship-duplicate-dismiss = Es otro paquete
ship-duplicate-show = Ver etiqueta
ship-duplicate-show-name = Ver etiqueta comprada antes
ship-duplicate-reprint = Reimprimir etiqueta

## Compras
ship-lock-buying = Comprando la etiqueta. El formulario está bloqueado hasta que responda el servicio.
ship-lock-checking = Aún no se sabe con certeza si se compró la etiqueta. El formulario está bloqueado hasta que se sepa.
ship-lock-refused = El servicio rechazó esta etiqueta. Puede enviarla de nuevo ahora, o cambiarla cuando sea seguro que no se compró nada.
ship-lock-not-sent = La compra no se envió. Elija arriba qué hacer con ella.
ship-lock-absent = Se envió antes, pero aún no se encontró. Elija arriba qué hacer.
# $label: «Ground Advantage para Casey Example, $7.90»
ship-purchase-priced = { $title }, { $price }
ship-purchase-held = Se compra en { $seconds } s: { $label }
ship-purchase-held-words = Aún no se envió nada; cancelar no cuesta nada
ship-purchase-sending = Comprando: { $label }
ship-purchase-sending-words = Esperando la respuesta del servicio
ship-purchase-not-sent = No se compró: { $label }
ship-purchase-not-sent-words = No se envió nada ni se cobró nada
ship-purchase-checking = Comprobando si se compró; no la compre de nuevo
ship-purchase-checking-refused = El servicio la rechazó; comprobando que no se compró nada
# While Postroom makes sure that nothing was bought
ship-purchase-refused-words = { $label }. Enviar de nuevo conserva su número, así que no puede comprarse dos veces.
ship-purchase-checking-charged = Comprada, pero su etiqueta aún no llega
ship-purchase-looked-up = { $count ->
    [one] { $label } · consultada una vez
   *[other] { $label } · consultada { $count } veces
}
ship-purchase-absent = No se encontró en el servicio: { $label }
# $time: «23 nov 2026, 8:31 a. m.»
ship-purchase-absent-words = Postroom la sigue buscando hasta el { $time }. Enviar de nuevo conserva su número, así que no se puede comprar dos veces.
ship-purchase-refused = Rechazada: { $label }
ship-purchase-bought = Comprada: { $label }
# Para soporte. $id: el número de la solicitud en el servicio
ship-purchase-correlation = ID de correlación { $id }
ship-purchase-cancel = Cancelar compra
ship-purchase-buy-now = Comprar ahora
ship-purchase-send-now = Enviar ahora
ship-purchase-discard = Descartar compra
ship-purchase-check-again = Comprobar de nuevo
ship-purchase-send-again = Enviar de nuevo
ship-purchase-top-up = Recargar…
ship-purchase-again = Comprar de nuevo…
ship-again-title = ¿Comprar esta etiqueta de nuevo? Es posible que se cobre dos veces
ship-again-words = El primer intento no se encontró en el servicio, pero aún puede llegar. Entonces se compran dos etiquetas y deberá pedir el reembolso de una.
ship-again-words-priced = El primer intento por { $price } no se encontró en el servicio, pero aún puede llegar. Entonces se compran dos etiquetas y deberá pedir el reembolso de una.
ship-again-safe = Enviar de nuevo es seguro: conserva el número del primer intento, así que no se puede cobrar dos veces
ship-again-prepare = Preparar una segunda compra
ship-again-cancel = Cancelar
ship-confirm-title = ¿Comprar esta etiqueta por { $price }?
ship-confirm-duplicate-title = ¿Comprar otra etiqueta igual?
ship-confirm-words = Se descontarán { $price } de su saldo de Producción ahora
ship-confirm-buy = Comprar por { $price }
ship-confirm-cancel = Cancelar

## Después de la compra
ship-bought-refund-hint = ¿Era el paquete equivocado? Pida el dinero de vuelta mientras ningún transportista lo haya escaneado.
ship-undo-offer = Deshacer una compra
# $count: segundos.
ship-undo-offer-words = { $count ->
    [one] Postroom puede esperar { $count } segundo antes de cada compra. Hasta entonces, Esc la deshace sin costo.
   *[other] Postroom puede esperar { $count } segundos antes de cada compra. Hasta entonces, Esc la deshace sin costo.
}
ship-undo-offer-yes = { $count ->
    [one] Esperar { $count } segundo
   *[other] Esperar { $count } segundos
}
ship-undo-offer-no = No, gracias
ship-bought-title = Etiqueta comprada
ship-bought-next = Siguiente
ship-bought-next-recipient = Próximo destinatario
ship-bought-another = Enviar otro igual
ship-new-shipment = Nuevo envío
ship-new-shipment-hint = Continuar con el siguiente paquete
ship-bought-to = Para
ship-bought-service = Servicio
ship-bought-service-words = { $service }, { $carrier }
ship-bought-number = Número de seguimiento
ship-bought-charged = Cobrado
ship-bought-differs = Cotizado en { $expected }, cobrado { $charged }

## Mensajes sobre el envío en preparación
ship-frozen = Sin cambios: esta etiqueta se está comprando. Empiece un nuevo envío para continuar.
ship-book-gone = Esta dirección ya no está en la libreta de direcciones
ship-book-saved = { $name } está en la libreta de direcciones
# Lo que se intentó, antes de la causa del error
ship-book-attempt = No se pudo usar la libreta de direcciones
ship-sign-in-to-check = Inicie sesión para verificar direcciones
ship-sign-in-for-rates = Inicie sesión para obtener tarifas
ship-sign-in-for-reason = Inicie sesión para preguntar el motivo al servicio
ship-changed-get-rates = El envío cambió desde estas tarifas. Obtenga tarifas de nuevo.
ship-changed-compare = El envío cambió desde estas tarifas. Compare de nuevo.
# Un servicio sin tarifa en la lista dio una al preguntar la causa.
ship-late-rate = { $service } dio una tarifa esta vez; ahora está en la lista
# Encabezado de la columna con los paquetes del formulario
ship-compare-own = Como se indicó
ship-copy-missing = No se pudo copiar este envío: no está guardado en esta computadora. Actualice Envíos e inténtelo de nuevo.
ship-draft-not-saved = No se pudo guardar el borrador: { $error }
ship-history-search-failed = No se pudo buscar en las cotizaciones anteriores: { $error }
ship-history-gone = Esta cotización ya no está guardada en esta computadora
ship-rates-skipped = { $count ->
    [one] { $count } tarifa no se pudo leer y no se muestra
   *[other] { $count } tarifas no se pudieron leer y no se muestran
}
# Por qué aún no hay tarifas. $problem: lo que falta; $field: el campo
ship-rates-need-sender = Aún no hay tarifas. Dirección del remitente: { $problem }
ship-rates-need-recipient = Aún no hay tarifas. Dirección del destinatario: { $problem }
ship-rates-need-package = Aún no hay tarifas. Paquete: { $problem }
ship-rates-need-package-number = Aún no hay tarifas. Paquete { $number }: { $problem }
ship-rates-need-other = Aún no hay tarifas. { $problem }
ship-rates-need-correction = Aún no hay tarifas. { $field }: { $problem }
ship-rate-gone = { $service } ya no se ofrece. Elija otra tarifa.
ship-rate-price-changed = { $service } cuesta ahora { $price }; antes { $before }
ship-rate-price-new = { $service } cuesta ahora { $price }
ship-rate-price-gone = { $service } ya no tiene precio; antes { $before }
ship-preset-other-rate = El ajuste predefinido “{ $preset }” ahora elige { $service } por { $price }

## Comprar
# El nombre de una compra. $service: «Ground Advantage»; $name: el destinatario
ship-flow-title = { $service } para { $name }
ship-flow-unwritten = No se compró: no se pudo crear la solicitud. Revise el envío e inténtelo de nuevo.
ship-flow-no-journal = No se compró: no se puede usar el registro de compras
ship-flow-no-account = No se compró: primero inicie sesión
ship-flow-bought-already = Esta etiqueta ya se compró. Empiece un nuevo envío.
ship-flow-waiting = Esta compra espera a que se envíe. Envíela o cancélela.
ship-flow-checking = Comprobando si se compró; no la compre de nuevo
ship-flow-buying = Esta etiqueta se está comprando
ship-flow-no-rate = No se compró: primero elija una tarifa
ship-flow-outdated = No se compró: el envío cambió. Obtenga tarifas de nuevo.
ship-flow-problem = No se compró: { $field }: { $problem }
# $label: «Ground Advantage para Casey Example»
ship-flow-bought = Comprada: { $label }
ship-flow-price-differs = { $label } costó { $charged }; la cotización era { $expected }
ship-flow-bought-after-all = { $label } se compró a pesar de que el servicio la había rechazado. Si la compró de nuevo, pida el reembolso de una de las dos.

## Comprar en modo exprés
ship-flow-express-off = No se compró: el modo exprés está desactivado. Actívelo en Configuración, Báscula y escáner.
ship-flow-express-done = No se compró: la etiqueta en pantalla ya se compró. Empiece el siguiente envío.
ship-flow-express-offline = No se compró: no hay conexión. El borrador se conserva.
ship-flow-express-buying = No se compró: ya se está comprando
ship-flow-express-no-price-yet = No se compró: aún no se conoce el precio. Inténtelo de nuevo cuando aparezca.
ship-flow-express-old-price = No se compró: el precio ya no está vigente. Obtenga tarifas de nuevo.
ship-flow-express-no-price = No se compró: la tarifa no tiene precio. Elija otra tarifa.
ship-flow-express-no-balance = No se compró: no se conoce el saldo. Primero actualícelo.
ship-flow-express-currency = No se compró: el precio no está en la moneda del saldo
ship-flow-express-limit = No se compró: { $price } supera el límite de { $limit } del modo exprés. Presione Ctrl+Enter para comprarla.
ship-flow-express-duplicate = No se compró: se acaba de comprar una etiqueta parecida. Presione Ctrl+Enter para comprar esta también.
ship-flow-express-searching = No se compró: aún se busca una etiqueta parecida. Inténtelo de nuevo en un momento.
ship-flow-express-production = No se compró: en Producción, primero confirme el monto
ship-flow-nothing-held = No se canceló nada: no hay ninguna compra en espera

## Comprar de nuevo
ship-flow-again-not-absent = No se preparó: solo se puede comprar de nuevo una etiqueta en pantalla que no se encontró
ship-flow-again-found = No se preparó: el primer intento ya no está perdido
# Lo que se intentó, antes de la causa del error
ship-flow-again-attempt = No se pudo registrar su consentimiento
ship-flow-again-prepared = Esta es una compra nueva, aún sin comprar. Postroom sigue buscando el primer intento; si aparece, pida el reembolso de una de las dos.

## Datos en esta computadora
ship-flow-delete-attempt = No se pudieron eliminar sus datos
ship-flow-deleted = Se eliminó de esta computadora: la libreta de direcciones, los envíos y etiquetas, las cotizaciones anteriores, los borradores y la configuración. El registro de compras y las impresoras se conservan.
ship-flow-journal-unusable = No se puede comprar nada: no se puede usar el registro de compras ({ $error })
ship-flow-printing-unusable = No se puede imprimir nada: { $error }
ship-flow-cache-rebuilt = La caché local se dañó y se está reconstruyendo. No se perdió nada de lo que compró.
ship-flow-file-damaged = { $error }. Cierre Postroom y ábralo de nuevo para repararlo.
# Por qué Postroom no puede iniciar. La causa sigue después de dos puntos.
ship-flow-start-in-use = Otra ventana de Postroom está abierta en esta carpeta
ship-flow-start-folder = No se pudo crear la carpeta { $folder }
ship-flow-start-files = No se pudieron abrir los archivos de { $folder }
ship-flow-start-book = No se pudo abrir la libreta de direcciones de { $folder }

## Nombres de documentos y de sus archivos
# $code: el código del contenido
ship-flow-document-containers = Etiquetas de contenedor { $code }
ship-flow-document-commands = Comandos de Postroom
ship-flow-document-scan-form = Formulario SCAN { $number }
# El destinatario de una etiqueta impresa. $place: «Chicago, IL»
ship-flow-print-subject = { $name }, { $place }
ship-drafts = Borradores
ship-drafts-kept = El envío para { $name } queda guardado como borrador.
ship-drafts-back = Recuperarlo
ship-drafts-nobody = Nadie todavía
ship-confirm-doubt = El servicio no encuentra esta dirección: { $reason }.
ship-flow-express-address = El servicio no encuentra esta dirección: { $reason }. Revísela y pulse Comprar.

# $code: como USD. $name: de la moneda.
ship-currency = { $code } · { $name }
ship-currency-usd = Dólar estadounidense
ship-currency-eur = Euro
ship-currency-gbp = Libra esterlina
ship-currency-cad = Dólar canadiense
ship-currency-mxn = Peso mexicano
ship-currency-aud = Dólar australiano
ship-currency-jpy = Yen japonés
ship-currency-cny = Yuan chino
ship-currency-chf = Franco suizo
ship-currency-brl = Real brasileño
ship-currency-cop = Peso colombiano
ship-currency-ars = Peso argentino
ship-currency-clp = Peso chileno
ship-currency-pen = Sol peruano
ship-currency-inr = Rupia india
ship-currency-krw = Won surcoreano
ship-currency-nzd = Dólar neozelandés
ship-currency-sek = Corona sueca
ship-currency-nok = Corona noruega
ship-currency-dkk = Corona danesa
ship-currency-pln = Esloti polaco
ship-currency-ils = Nuevo séquel israelí
ship-currency-sgd = Dólar de Singapur
ship-currency-hkd = Dólar de Hong Kong
ship-currency-zar = Rand sudafricano

# Nombres de los campos de un envío, y qué falta o está mal en ellos.

## Nombres de los campos de un envío
# También los nombres que lee un lector de pantalla.
problems-field-from-name = Nombre del remitente
problems-field-from-company = Empresa del remitente
problems-field-from-street = Calle del remitente
problems-field-from-street-2 = Línea 2 de la calle del remitente
problems-field-from-street-3 = Línea 3 de la calle del remitente
problems-field-from-city = Ciudad del remitente
problems-field-from-state = Estado del remitente
problems-field-from-zip = Código ZIP del remitente
problems-field-from-country = País del remitente
problems-field-from-phone = Teléfono del remitente
problems-field-from-email = Correo electrónico del remitente
problems-field-to-name = Nombre del destinatario
problems-field-to-company = Empresa del destinatario
problems-field-to-street = Calle del destinatario
problems-field-to-street-2 = Línea 2 de la calle del destinatario
problems-field-to-street-3 = Línea 3 de la calle del destinatario
problems-field-to-city = Ciudad del destinatario
problems-field-to-state = Estado del destinatario
problems-field-to-zip = Código ZIP del destinatario
problems-field-to-country = País del destinatario
problems-field-to-phone = Teléfono del destinatario
problems-field-to-email = Correo del destinatario
problems-field-return-name = Nombre para devoluciones
problems-field-return-company = Empresa para devoluciones
problems-field-return-street = Calle para devoluciones
problems-field-return-street-2 = Línea 2 de la calle para devoluciones
problems-field-return-street-3 = Línea 3 de la calle para devoluciones
problems-field-return-city = Ciudad para devoluciones
problems-field-return-state = Estado para devoluciones
problems-field-return-zip = Código ZIP para devoluciones
problems-field-return-country = País para devoluciones
problems-field-return-phone = Teléfono para devoluciones
problems-field-return-email = Correo electrónico para devoluciones
problems-field-package-type = Tipo de paquete
problems-field-weight = Peso
problems-field-length = Largo
problems-field-width = Ancho
problems-field-height = Alto
problems-field-package-type-of = Tipo del paquete { $number }
problems-field-weight-of = Peso del paquete { $number }
problems-field-length-of = Largo del paquete { $number }
problems-field-width-of = Ancho del paquete { $number }
problems-field-height-of = Alto del paquete { $number }
problems-field-special-services = Servicios especiales
problems-field-insurance-amount = Monto del seguro
problems-field-cod-amount = Monto contra entrega (COD)
problems-field-registered-mail-amount = Monto del correo registrado
problems-field-hazmat-type = Tipo de material peligroso
problems-field-hazmat-description = Descripción del material peligroso
problems-field-hazmat-phone = Teléfono para material peligroso
problems-field-live-animals-type = Tipo de animales vivos
problems-field-reference-text = Texto de referencia
problems-field-ship-date = Fecha de envío
problems-field-entry-facility-zip = Código ZIP del centro de entrada
problems-field-customs-items = Artículos de aduana
problems-field-contents-explanation = Explicación del contenido
problems-field-customs-signer = Firmante de la declaración
problems-field-customs-certification = Certificación de aduana
problems-field-restriction-comments = Comentarios sobre la restricción
problems-field-eel-pfc = Declaración de exportación
problems-field-aes-itn = Número de la declaración (ITN)
problems-field-customs-currency = Moneda de la declaración
problems-field-item-description = Descripción del artículo { $number }
problems-field-item-quantity = Cantidad del artículo { $number }
problems-field-item-weight = Peso del artículo { $number }
problems-field-item-value = Valor del artículo { $number }
problems-field-item-hs-number = Número HS del artículo { $number }
problems-field-item-origin = Origen del artículo { $number }
problems-field-rate = Tarifa

## Direcciones
# Una frase debajo de su campo, también después del nombre del campo.
problems-name-missing = Escriba un nombre
problems-street-missing = Escriba una calle
problems-city-missing = Escriba una ciudad
problems-country-missing = Escriba un país
problems-country-unknown = { $text } no es un país; use un código de dos letras, como US
problems-email-malformed = Esto no es una dirección de correo; un ejemplo es nombre@example.com
problems-phone-letters = Un número de teléfono solo tiene dígitos, espacios y + - ( )
problems-phone-digits = Un número de teléfono tiene de 7 a 15 dígitos, como 212 555 0143
problems-state-missing = Escriba un estado
problems-state-unknown = { $text } no es un estado de EE. UU.; use dos letras, como CA
problems-province-missing = Escriba un estado o una provincia; es obligatorio en { $country }
problems-zip-missing = Escriba un código ZIP
problems-postal-code-missing = Escriba un código postal
problems-postal-code-or-zeros = Escriba un código postal; el servicio lo exige. Si una dirección de { $country } no tiene, escriba { $zeros }
problems-zip-malformed = { $text } no parece un código ZIP; un ejemplo es { $example }
problems-zip-strange = { $text } no parece un código ZIP
problems-postal-code-malformed = { $text } no parece un código postal de { $country }; un ejemplo es { $example }
problems-postal-code-strange = { $text } no parece un código postal de { $country }
problems-zip-military = { $zip } es un código ZIP militar; su estado es AA, AE o AP
# 94111 está en San Francisco, CA, no en NY. $actual y $state: dos letras.
problems-zip-elsewhere = { $zip } está en { $city }, { $actual }, no en { $state }
problems-postal-code-elsewhere = { $zip } está en { $actual }, no en { $state }
problems-zip-unused = { $zip } no es un código ZIP en uso

## Paquetes
problems-package-missing = Agregue un paquete
# $package: un tipo de paquete, como Flat Rate Envelope.
problems-package-type-not-offered = Ninguno de sus transportistas acepta { $package }
problems-weight-missing = Escriba un peso
problems-weight-malformed = El peso debe ser un número, como { $example }
problems-weight-zero = El peso debe ser mayor que cero
problems-weight-too-heavy = Más de 150 lb (68 kg): supera lo que aceptan los transportistas
problems-length-missing = Escriba el largo
problems-width-missing = Escriba el ancho
problems-height-missing = Escriba el alto
problems-side-malformed = Debe ser un número, como 10
problems-side-zero = Debe ser mayor que cero
problems-side-too-long = Más de 108 in (274 cm): supera lo que aceptan los transportistas
# Contorno: dos veces el ancho más dos veces el alto.
problems-girth-too-long = El largo más el contorno supera 165 in (419 cm), más de lo que aceptan los transportistas

## Opciones
# $service: un servicio especial, como Sunday Delivery.
problems-special-service-not-offered = Ninguno de sus transportistas ofrece { $service }
# Por qué no se puede elegir un servicio especial. $service: el que lo excluye.
problems-special-service-rival = No se puede combinar con { $service }
problems-special-service-blocked = Ninguno de sus transportistas lo ofrece
problems-returns-abroad = Las etiquetas de devolución son solo para envíos nacionales
problems-two-signatures = Elija la firma de un adulto o la confirmación de firma, no ambas
problems-insurance-amount-missing = Escriba el monto del seguro
problems-cod-amount-missing = Escriba el monto contra entrega (COD)
problems-registered-mail-amount-missing = Escriba el monto del correo registrado
problems-amount-malformed = Debe ser un monto, como { $example }
problems-amount-zero = Debe ser mayor que cero
problems-amount-too-fine = Puede tener dos decimales como máximo
problems-hazmat-type-missing = Elija un tipo de material peligroso
problems-hazmat-description-missing = Describa el material peligroso
problems-hazmat-phone-missing = Escriba un teléfono de emergencia
problems-live-animals-type-missing = Elija el tipo de animales
problems-reference-text-abroad = Los textos de referencia 1 y 2 no se permiten en envíos internacionales; use el texto 3
problems-reference-text-long = Un texto de referencia puede tener { $count } caracteres como máximo
# $example: una fecha como 2026-11-21.
problems-date-malformed = Esto no es una fecha; un ejemplo es { $example }
problems-date-past = La fecha de envío ya pasó
problems-entry-facility-zip-missing = Escriba el código ZIP del centro de entrada

## Aduana
problems-items-missing = Agregue al menos un artículo de aduana
problems-currency-malformed = La moneda debe ser un código de tres letras, como USD
problems-contents-missing = Describa el contenido
problems-restriction-missing = Describa la restricción
problems-signer-missing = Escriba el nombre de la persona que firma
problems-certify-missing = Certifique que la declaración es verdadera
problems-description-missing = Escriba una descripción
problems-quantity-missing = Escriba una cantidad
problems-quantity-malformed = La cantidad debe ser un número entero, 1 o más
problems-item-weight-missing = Escriba el peso del artículo
problems-item-weight-malformed = El peso debe ser un número mayor que cero, como { $example }
problems-value-missing = Escriba un valor
problems-value-malformed = El valor debe ser un monto mayor que cero, como { $example }
problems-value-currency = Convierta el valor: la declaración está en otra moneda que { $currency }
problems-origin-missing = Escriba el país de origen
problems-hs-number-missing = Los paquetes a la UE, Noruega y Suiza necesitan un número HS
problems-hs-number-malformed = Un número HS tiene 6, 8 o 10 dígitos, como 6109.10
# El peso de todos los artículos de aduana y el de los paquetes.
problems-items-too-heavy = Los artículos pesan { $items } lb, más que los paquetes ({ $packages } lb)
# “Presentada”: una opción de la lista Declaración de exportación. $limit: $2,500.00.
problems-filing-hs-number = Más de { $limit } en HS { $number }: declare la exportación en AES y elija “Presentada”
problems-filing-item = Más de { $limit } en el artículo { $number }: declare la exportación en AES y elija “Presentada”
problems-itn-missing = Escriba el número que AES dio a la declaración (ITN)
problems-itn-malformed = El número de una declaración (ITN) es una X y 14 dígitos, como X20261121123456

## Tarifas
problems-rate-missing = Elija una tarifa
# Por qué un servicio de un transportista no tiene tarifa, hasta donde Postroom puede saber.
problems-service-abroad-only = Solo para envíos internacionales
problems-service-domestic-only = Solo para envíos nacionales
problems-service-not-for-package = No disponible para este paquete, su peso o los servicios especiales

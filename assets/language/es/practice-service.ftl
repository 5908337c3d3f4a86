# What the practice service says to people: reasons of refusals, descriptions, entries of the balance.
# The same service speaks English to everybody else (postroom serve).

## Addresses
practice-service-no-street = Falta la calle.
practice-service-long-line = { $field } tiene más de los { $most } caracteres que caben en una línea de la etiqueta.
practice-service-not-a-postcode = “{ $zip }” no es un código postal de { $country }.
practice-service-not-a-state = “{ $state }” no es un estado.
practice-service-zip-of-other-state = El código ZIP { $zip } está en { $there }, no en { $state }.
practice-service-unknown-zip = El código ZIP { $zip } no existe.
practice-service-zip-digits = Un código ZIP tiene cinco dígitos.
practice-service-zip-shape = Un código ZIP tiene cinco dígitos, o nueve como 12345-6789.
practice-service-not-a-city = “{ $city }” no es una ciudad; el código ZIP { $zip } es de { $other }.
practice-service-zip-of-other-city = El código ZIP { $zip } es de { $other }, no de { $city }.
practice-service-or-zip = { $place } o código ZIP { $zips }
practice-service-no-zip = Falta el código ZIP.
practice-service-no-zip-of-several = Falta el código ZIP; la ciudad tiene varios.
practice-service-unknown-country = El código de país no existe.
practice-service-no-city = Falta la ciudad.
practice-service-no-state = Las direcciones en { $country } necesitan un estado.
practice-service-no-postcode = Falta el código postal.

## Carriers. $carrier, $service, $package and $special: the name or code that the service uses
practice-service-carrier-evs = Correo nacional, todos los servicios, manifiestos al cierre del día
practice-service-carrier-epostage = Correo nacional para entregar en ventanilla, sin manifiestos
practice-service-carrier-nova = Red terrestre y aérea, sin reembolsos una vez hecha la etiqueta
practice-service-carrier-orbit = Consolidador de paquetes y exprés con hora fija, sin seguimiento
practice-service-carrier-withdrawn = El transportista “{ $carrier }” ya no está disponible.
practice-service-carrier-unknown = El código de transportista “{ $carrier }” no es válido.
practice-service-carrier-not-in-test = { $carrier } no se puede usar en modo de prueba.
practice-service-carrier-disabled = Un administrador desactivó { $carrier }.
practice-service-service-disabled = Un administrador desactivó { $service } de { $carrier }.
practice-service-package-disabled = Un administrador desactivó el tipo de paquete { $package } de { $carrier }.
practice-service-carrier-silent = { $carrier } no responde.
practice-service-carrier-refused = { $carrier } rechazó las credenciales de este servicio.
practice-service-label-rejected = { $carrier } rechazó la solicitud de etiqueta.
practice-service-not-offered = { $carrier } no ofrece { $service }.
practice-service-account-name-taken = Ya hay una cuenta de transportista con ese nombre.
practice-service-no-carrier-account = No hay una cuenta de transportista con el ID “{ $id }”.
practice-service-account-disabled = { $account } está desactivada.
practice-service-account-awaiting = { $account } espera la aprobación.
practice-service-account-disabled-by-administrator = Un administrador desactivó { $account }.

## Rates and special services
practice-service-no-account = No hay ninguna cuenta de transportista configurada.
practice-service-no-rates = No hay tarifas para este envío.
practice-service-no-service = No existe el servicio “{ $service }”.
practice-service-collects-in-us = Los transportistas de práctica solo recogen en Estados Unidos.
practice-service-service-not-there = { $service } no llega a { $country }.
practice-service-no-po-box = { $carrier } no entrega en apartados postales ni en direcciones militares.
practice-service-no-zone = El código ZIP no tiene zona.
practice-service-no-package-type = { $carrier } no tiene el tipo de paquete { $package }.
practice-service-too-heavy = { $service } admite como máximo { $pounds } lb.
practice-service-too-large = { $service } admite como máximo { $inches } in de largo más contorno.
practice-service-package-not-taken = { $service } no admite el tipo de paquete { $package }.
practice-service-special-no-price = { $special } no tiene precio.
practice-service-two-signatures = AdultSignature y SignatureConfirmation se excluyen.
practice-service-registered = RegisteredMail excluye Insurance y CertifiedMail.
practice-service-two-days = SundayDelivery y HolidayDelivery se excluyen.
practice-service-special-domestic = Este servicio especial es solo para envíos nacionales.
practice-service-returns-no-rate = Returns es solo para crear envíos.

## Purchases
practice-service-ship-date-past = La fecha de envío es anterior a hoy.
practice-service-ship-date-far = Faltan más de 30 días para la fecha de envío.
practice-service-no-customs = Faltan los datos y los artículos de aduana; un envío internacional los necesita.
practice-service-returns-domestic = Las etiquetas de devolución son solo para envíos nacionales.
practice-service-no-custom-texts = Los dos primeros textos de referencia no se pueden enviar en un envío internacional.
practice-service-no-hs-number = Cada artículo de aduana necesita un número HS para enviar a { $country }.
practice-service-id-used = El ID de transacción “{ $id }” ya se usó.
practice-service-no-such-package = El envío no tiene ese paquete.
practice-service-no-such-label = No existe esa etiqueta.
practice-service-no-shipment = No hay ningún envío con { $key } “{ $value }”.

## Money. The last ones are entries of the balance’s history
practice-service-no-balance = La cuenta no tiene saldo.
practice-service-insufficient-funds = Fondos insuficientes: el saldo es { $balance } y se necesitan { $needed }.
practice-service-balance-too-large = El saldo sería demasiado grande.
practice-service-amount-too-small = El monto debe ser al menos 1.
practice-service-amount-in-cents = El monto debe ser en centavos enteros.
practice-service-card-declined = La tarjeta fue rechazada.
practice-service-account-missing = La cuenta no existe.
practice-service-entry-top-up = Fondos de la tarjeta registrada
practice-service-entry-recharge = Recarga automática de la tarjeta registrada
practice-service-entry-practice-money = Dinero de práctica
practice-service-entry-start-money = Dinero de práctica para empezar
practice-service-entry-refund = Reembolso del envío { $id }

## Refunds, manifests, tracking
practice-service-no-refunds = El transportista no hace reembolsos.
practice-service-refund-asked = Ya se pidió un reembolso de este envío.
practice-service-refund-manifested = El envío ya está en un manifiesto.
practice-service-refund-too-old = El envío se creó hace más de 30 días.
practice-service-no-tracking = El transportista no ofrece seguimiento.
practice-service-manifest-full = Un manifiesto puede tener como máximo { $most } paquetes.
practice-service-no-manifests = { $carrier } no admite manifiestos.
practice-service-manifest-unknown = ningún envío tiene este { $key }
practice-service-manifest-twice = se nombra dos veces
practice-service-manifest-other-account = se compró con otra cuenta de transportista
practice-service-manifest-already = ya está en un manifiesto
practice-service-manifest-refund = se pidió su reembolso
practice-service-manifest-past = su fecha de envío { $date } ya pasó
practice-service-manifest-other-date = su fecha de envío es { $date } y no { $wanted }
practice-service-manifest-refused = El envío con { $key } “{ $value }” no puede ir en un manifiesto: { $reason }.
practice-service-manifest-refused-several = { $count } valores no pueden ir en un manifiesto, el primero “{ $value }”: { $reason }.
practice-service-no-containers = { $carrier } no tiene etiquetas de contenedor 99M; el correo sí.

## Accounts and users
practice-service-email-unknown = El correo electrónico no existe.
practice-service-user-name-required = Se necesita el nombre de usuario y no el correo electrónico.
practice-service-key-invalid = La clave de API o su secreto no es válido.
practice-service-password-wrong = El nombre de usuario o la contraseña no es correcto.
practice-service-not-an-email = Esto no es una dirección de correo electrónico.
practice-service-email-taken = El correo electrónico ya existe.
practice-service-company-taken = Ya hay una cuenta con el nombre de la empresa.
practice-service-account-of-partner = La cuenta existe y solo su socio actual puede registrar más aplicaciones.
practice-service-sign-up-key = La clave de registro está vacía o no es de ningún socio.
practice-service-terms-accepted = Los términos y condiciones ya se aceptaron.
practice-service-account-closed = La cuenta se cerró.
practice-service-terms-open = Los términos y condiciones de esta cuenta no se han aprobado.

## Drills
practice-service-drill-answer = Se pidió al servicio de práctica que respondiera esto.
practice-service-drill-down = El servicio no está disponible (una falla de práctica).
practice-service-drill-fail = Se pidió al servicio de práctica que fallara (una falla de práctica).
practice-service-failed = El servicio de práctica no pudo responder.

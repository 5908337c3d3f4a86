# Por qué falló una solicitud y qué hacer; las compras y su registro.

## Qué falló: el título de un error
# También antes de dos puntos y la causa: «No se pudieron obtener las tarifas: …».
errors-attempt-sign-in = No se pudo iniciar sesión
errors-attempt-connect = No se pudo conectar
errors-attempt-practice = No se pudo contactar con el servicio de práctica
errors-attempt-read-balance = No se pudo actualizar el saldo
errors-attempt-read-history = No se pudo cargar el historial del saldo
errors-attempt-top-up = No se pudo recargar el saldo
errors-attempt-autobuy = No se pudo cambiar AutoBuy
errors-attempt-read-address = No se pudo cargar la dirección
errors-attempt-save-address = No se pudo guardar la dirección
errors-attempt-check-address = No se pudo verificar la dirección
errors-attempt-read-carriers = No se pudieron cargar los transportistas
errors-attempt-read-carrier-accounts = No se pudieron cargar las cuentas de transportista
errors-attempt-create-carrier-account = No se pudo crear la cuenta de transportista
errors-attempt-change-carrier-account = No se pudo cambiar la cuenta de transportista
errors-attempt-remove-carrier-account = No se pudo eliminar la cuenta de transportista
errors-attempt-read-services = No se pudieron cargar los servicios
errors-attempt-read-special-services = No se pudieron cargar los servicios especiales
errors-attempt-read-package-types = No se pudieron cargar los tipos de paquete
errors-attempt-get-rates = No se pudieron obtener las tarifas
errors-attempt-buy = No se pudo comprar la etiqueta
errors-attempt-fetch-label = No se pudo descargar la etiqueta
errors-attempt-container-labels = No se pudieron crear las etiquetas de contenedor
errors-attempt-read-shipment = No se pudo cargar el envío
errors-attempt-read-shipments = No se pudieron cargar los envíos
errors-attempt-refund = No se pudo solicitar el reembolso
errors-attempt-create-manifest = No se pudo crear el manifiesto
errors-attempt-read-manifest = No se pudo cargar el manifiesto
errors-attempt-read-manifests = No se pudieron cargar los manifiestos
errors-attempt-read-tracking = No se pudo cargar el seguimiento
errors-attempt-sign-up = No se pudo crear la cuenta
errors-attempt-accept-terms = No se pudieron aceptar los términos
errors-attempt-read-journal = No se pudo leer el registro de compras
errors-attempt-record-consent = No se pudo registrar su consentimiento
errors-attempt-read-whole-list = No se pudieron leer todas las filas de la lista
# $title: lo que se compró, como «GroundAdvantage to Jane Sample».
errors-attempt-check = No se pudo comprobar { $title }

## Títulos cuando no se sabe si el cambio se hizo
# No deben decir que falló: puede haberse hecho, y puede haberse cobrado dinero.
errors-uncertain-buy = No se sabe con certeza si se compró la etiqueta
errors-uncertain-refund = No se sabe con certeza si se solicitó el reembolso
errors-uncertain-top-up = No se sabe con certeza si se hizo la recarga
errors-uncertain-autobuy = No se sabe con certeza si se cambió AutoBuy
errors-uncertain-save-address = No se sabe con certeza si se guardó la dirección
errors-uncertain-create-manifest = No se sabe con certeza si se creó el manifiesto
errors-uncertain-create-carrier-account = No se sabe con certeza si se creó la cuenta de transportista
errors-uncertain-change-carrier-account = No se sabe con certeza si se cambió la cuenta de transportista
errors-uncertain-remove-carrier-account = No se sabe con certeza si se eliminó la cuenta de transportista
errors-uncertain-container-labels = No se sabe con certeza si se crearon las etiquetas de contenedor
errors-uncertain-sign-up = No se sabe con certeza si se creó la cuenta
errors-uncertain-accept-terms = No se sabe con certeza si se aceptaron los términos

## Por qué falló una solicitud
# Frases después de dos puntos; si una va sola, su primera letra se pone en mayúscula.
errors-unsent-dns = no se encontró el nombre del servidor
errors-unsent-refused = el servidor rechazó la conexión
errors-unsent-unreachable = no se puede contactar con el servidor
errors-unsent-tls = no se pudo establecer una conexión segura
errors-unsent-certificate = el servidor no pudo demostrar su identidad: su certificado no es válido aquí
# What is wrong with the certificate of a database server, or with the file of its authority.
errors-tls-unknown-authority = su certificado es de una autoridad que esta computadora no conoce
errors-tls-other-address = su certificado es de otra dirección
errors-tls-not-yet-valid = su certificado todavía no es válido según el reloj de esta computadora; revise la fecha y la hora
errors-tls-expired = su certificado venció según el reloj de esta computadora; revise la fecha y la hora
errors-tls-refused = su certificado no se puede usar
errors-tls-not-encrypted = el servidor no cifra
errors-tls-no-certificate = no contiene ningún certificado
# El archivo con otra autoridad de certificación, elegido en Configuración.
errors-unsent-extra-ca = no se puede usar el archivo con la autoridad de certificación adicional
errors-unsent-connect-time-out = el servidor no aceptó la conexión a tiempo
errors-unsent-no-credentials = usted no ha iniciado sesión
errors-unsent-request = no se pudo escribir la solicitud
errors-unsent-closing = Postroom se está cerrando
errors-lost-broken = la conexión se cortó antes de que llegara la respuesta
errors-lost-truncated = la respuesta llegó incompleta
errors-lost-time-out = no llegó respuesta a tiempo
errors-lost-protocol = la respuesta no era HTTP válido
# $status: un estado HTTP, como 422; $message y $code: palabras del servicio.
errors-kind-refused = el servicio respondió { $status }: { $message } ({ $code })
errors-kind-refused-bare = el servicio respondió { $status }
errors-kind-unintelligible = no se pudo entender la respuesta (estado { $status })
errors-kind-no-access = el servidor no permite esto (estado { $status })
errors-kind-nothing-there = el servidor no tiene nada en esta dirección (estado { $status })
errors-kind-gone = lo que se pidió ya no está (estado { $status })
errors-kind-too-many = el servidor tiene demasiadas solicitudes en este momento (estado { $status })
errors-kind-unavailable = el servidor no está disponible en este momento (estado { $status })
errors-kind-failed = el servidor tuvo una falla (estado { $status })
# $cause: una de las frases anteriores.
errors-kind-sign-in-failed = no se pudo iniciar sesión: { $cause }
errors-kind-too-large = la respuesta es demasiado grande
errors-none-with-number = el servicio no tiene ninguno con este número
# $said: palabras del servicio.
errors-said = El servicio dice: { $said }
errors-cause-said = { $cause }; el servicio dice: { $said }
# Una parte de una respuesta que no se pudo leer. $path: como rates[0].deliveryDays; $was: lo que envió el servicio.
errors-unreadable-member = { $path } era { $was }
errors-unreadable-answer = la respuesta era { $was }

## Direcciones de servidores y etiquetas
errors-url-not-a-url = esto no es una dirección web
errors-url-not-https = la dirección debe empezar con https:// (http:// solo para 127.0.0.1 o [::1])
errors-url-no-version = la dirección debe terminar con la versión, /v3.1
errors-url-extras = la dirección no puede contener un signo de interrogación ni un #
errors-url-user = la dirección no puede contener un nombre de usuario ni una contraseña
errors-url-private = la dirección lleva a una red privada
errors-url-redirects = la dirección redirige demasiadas veces

## Qué hacer
errors-advice-disk = Revise el espacio libre del disco y sus permisos, e inténtelo de nuevo
errors-advice-correlation = Incluya el ID de correlación cuando pida ayuda
errors-advice-certificates = Revise la dirección del servidor y la fecha de esta computadora. Si su red firma ella misma las conexiones seguras, agregue su autoridad de certificación en Configuración, Conexión.
errors-advice-offline = Revise la red y la dirección del servidor; no se pierde nada de lo que escribió
errors-advice-again = Inténtelo de nuevo en un momento; incluya el ID de correlación cuando pida ayuda
errors-advice-other-account = Revise que la cuenta y el entorno sean los correctos
# Después de que falló una compra, una recarga o una solicitud de reembolso: primero se consulta su resultado.
errors-advice-look-first = Compruebe si se hizo antes de intentarlo de nuevo
errors-advice-checked = Espere un momento; se comprueba qué pasó antes de volver a enviar algo

## Qué significan los códigos de error del servicio, y qué hacer
errors-code-account-not-active = La cuenta no está activa: sus términos aún no se aceptaron, o se cerró
errors-code-account-not-active-advice = Acepte los términos, o pregunte al servicio por la cuenta
errors-code-account-not-found = El servicio no tiene ninguna cuenta con este ID
errors-code-account-not-found-advice = Inicie sesión de nuevo, o cree una cuenta
errors-code-account-payment-failed = No se pudo cobrar a la tarjeta o cuenta bancaria registrada
errors-code-account-payment-failed-advice = Revise el método de pago con el servicio e inténtelo de nuevo
errors-code-account-validation-failed = La cuenta no permite esto: fechas en desorden, un correo o una empresa que ya tiene cuenta, términos ya aceptados o credenciales incorrectas
errors-code-account-validation-failed-advice = Lea el mensaje del servicio, corrija lo que indica e inténtelo de nuevo
errors-code-account-app-authentication-failed = La clave de API, el secreto o el inicio de sesión no es válido
errors-code-account-app-authentication-failed-advice = Revise la clave y el secreto e inicie sesión de nuevo
errors-code-account-app-validation-failed = Una clave de prueba solo funciona con los transportistas POST-eVS y POST-ePostage
errors-code-account-app-validation-failed-advice = Elija uno de estos transportistas, o inicie sesión con una clave de producción
errors-code-account-balance-validation-failed = El saldo es insuficiente, o la recarga es menor que 1
errors-code-account-balance-validation-failed-advice = Recargue el saldo e inténtelo de nuevo
errors-code-account-parent-not-found = El socio al que pertenece esta cuenta no existe o no está vinculado con ella
errors-code-account-parent-not-found-advice = Pregunte al socio que abrió la cuenta
errors-code-account-parent-validation-failed = Solo se pueden registrar más aplicaciones a través del socio actual
errors-code-account-parent-validation-failed-advice = Pregunte al socio que abrió la cuenta
errors-code-address-validation-failed = La dirección no es válida: el transportista no la conoce, o su código postal o su país no corresponden
errors-code-address-validation-failed-advice = Revise calle, ciudad, estado, código ZIP y país
errors-code-carrier-authentication-failed = El transportista no aceptó las credenciales de la cuenta de transportista
errors-code-carrier-authentication-failed-advice = Revise la configuración de la cuenta de transportista
errors-code-carrier-not-active = Un administrador desactivó este transportista
errors-code-carrier-not-active-advice = Elija otro transportista
errors-code-carrier-not-supported = El servicio no trabaja con este transportista
errors-code-carrier-not-supported-advice = Elija otro transportista
errors-code-carrieraccount-not-active = La cuenta de transportista espera aprobación o está deshabilitada
errors-code-carrieraccount-not-active-advice = Elija otra cuenta de transportista, o espere su aprobación
errors-code-carrieraccount-not-found = No existe esa cuenta de transportista, o su código de transportista es incorrecto
errors-code-carrieraccount-not-found-advice = Elija o cree una cuenta de transportista en Transportistas
errors-code-carrieraccount-validation-failed = Ya existe una cuenta de transportista con este nombre, o la aplicación no es válida
errors-code-carrieraccount-validation-failed-advice = Dé otro nombre a la cuenta de transportista
errors-code-carrieraccount-config-not-authorized = Esta configuración de la cuenta de transportista no está permitida
errors-code-carrieraccount-config-not-authorized-advice = Revise la configuración de la cuenta de transportista
errors-code-manifest-not-found = No hay ningún manifiesto con este ID
errors-code-manifest-not-found-advice = Actualice la lista de manifiestos
errors-code-manifest-not-supported = Este transportista no usa manifiestos
errors-code-manifest-not-supported-advice = No hay que hacer nada: despache los paquetes tal como están
errors-code-manifest-validation-failed = No se puede crear el manifiesto: fechas en desorden, o un envío con una fecha de envío que no corresponde
errors-code-manifest-validation-failed-advice = Excluya los envíos con otra fecha de envío e inténtelo de nuevo
errors-code-packagetype-not-active = Un administrador desactivó este tipo de paquete o su transportista
errors-code-packagetype-not-active-advice = Elija otro tipo de paquete
errors-code-packagetype-not-found = No existe ese tipo de paquete
errors-code-packagetype-not-found-advice = Elija otro tipo de paquete
errors-code-packagetype-not-supported = El transportista no ofrece este tipo de paquete
errors-code-packagetype-not-supported-advice = Elija otro tipo de paquete u otro transportista
errors-code-packagetype-validation-failed = Faltan medidas, o el paquete es demasiado pesado o grande para el servicio
errors-code-packagetype-validation-failed-advice = Revise el peso y las medidas, o elija otro servicio
errors-code-service-not-active = Un administrador desactivó este servicio
errors-code-service-not-active-advice = Elija otro servicio
errors-code-service-not-supported = El transportista no ofrece este servicio
errors-code-service-not-supported-advice = Elija otro servicio
errors-code-shipment-bad-request = Falta un campo obligatorio del envío
errors-code-shipment-bad-request-advice = Complete lo que indica el mensaje e inténtelo de nuevo
errors-code-shipment-not-found = No existe ese envío
errors-code-shipment-not-found-advice = Revise el ID o el número de seguimiento
errors-code-shipment-operation-failed = El servicio o el transportista no pudo hacer esto en este momento
errors-code-shipment-operation-failed-advice = Espere un momento e inténtelo de nuevo
errors-code-shipment-validation-failed = No se aceptó el envío: su ID de transacción ya se usó, su fecha de envío ya pasó, faltan sus datos de aduana o es una etiqueta de devolución internacional
errors-code-shipment-validation-failed-advice = Lea el mensaje del servicio, corrija lo que indica e inténtelo de nuevo
errors-code-shipment-label-validation-failed = El transportista rechazó la etiqueta, o se usaron los textos de referencia 1 y 2 en un envío internacional
errors-code-shipment-label-validation-failed-advice = Revise las direcciones y el paquete, y deje vacíos los textos de referencia 1 y 2 en envíos internacionales
errors-code-shipment-refund-not-supported = Este transportista no da reembolsos
errors-code-shipment-refund-not-supported-advice = La etiqueta no se puede reembolsar
errors-code-shipment-refund-validation-failed = La etiqueta no se puede reembolsar: está en un manifiesto, ya hay un reembolso en curso o tiene más de 30 días
errors-code-shipment-refund-validation-failed-advice = Revise el estado de reembolso del envío
errors-code-shipment-specialserviceparam-validation-failed = Los datos de un servicio especial no son válidos
errors-code-shipment-specialserviceparam-validation-failed-advice = Revise los servicios especiales y sus datos
errors-code-shipment-tracking-not-supported = Este transportista no ofrece seguimiento
errors-code-shipment-tracking-not-supported-advice = Pregunte al transportista por el paquete
errors-code-shipment-option-attribute-ignored = Se ignoró una opción del envío
errors-code-shipment-option-attribute-ignored-advice = Revise las opciones; es posible que el transportista no las use
errors-code-shipmentrate-not-found = Ningún transportista ofrece una tarifa para este envío
errors-code-shipmentrate-not-found-advice = Elija una cuenta de transportista, un servicio y un tipo de paquete para ver cuál es la causa
errors-code-shipmentrate-validation-failed = Faltan datos de aduana, o el paquete y el servicio no se pueden combinar para este país
errors-code-shipmentrate-validation-failed-advice = Complete la aduana, o elija otro servicio o tipo de paquete
errors-code-shipmentrate-specialserviceparam-validation-failed = Los datos de un servicio especial no son válidos
errors-code-shipmentrate-specialserviceparam-validation-failed-advice = Revise los servicios especiales y sus datos
errors-code-specialservice-not-supported = El transportista no ofrece este servicio especial
errors-code-specialservice-not-supported-advice = Quite el servicio especial, o elija otro transportista
errors-code-specialservice-validation-failed = Estos servicios especiales no se pueden combinar
errors-code-specialservice-validation-failed-advice = Cambie la selección de servicios especiales
errors-code-user-not-found = No hay nadie registrado con este correo electrónico
errors-code-user-not-found-advice = Revise el correo electrónico, o cree una cuenta
errors-code-user-validation-failed = No se aceptó el usuario: el correo ya está en uso, las credenciales son incorrectas o vencieron, o se necesita el nombre de usuario en lugar del correo
errors-code-user-validation-failed-advice = Revise el nombre de usuario y la contraseña; el nombre de usuario no es el correo electrónico
errors-code-internal-server-error = Algo falló dentro del servicio
errors-code-internal-server-error-advice = Espere un momento e inténtelo de nuevo

## Por qué una lista está incompleta
errors-list-repeated-page = El servicio repitió una página; la lista puede estar incompleta
errors-list-endless = El servicio indica más páginas sin fin; la lista puede estar incompleta
errors-list-unreadable-token = El servicio indica una página siguiente en una forma que esta versión no conoce
errors-list-too-few = El servicio dice que tiene { $promised } entradas y entregó { $seen }
errors-list-too-few-pages = El servicio dice que tiene { $promised } páginas y entregó { $seen }
errors-list-unproven = El servicio no dice si esta es la lista completa
# $start y $end: fecha y hora.
errors-list-too-large = Lo que el servicio tiene desde { $start } hasta { $end } es demasiado grande para leerlo
errors-list-too-large-since = Lo que el servicio tiene desde { $start } es demasiado grande para leerlo
errors-list-too-large-before = Lo que el servicio tiene antes de { $end } es demasiado grande para leerlo
errors-list-too-large-all = Lo que el servicio tiene en su lista es demasiado grande para leerlo
errors-list-refused = El servicio rechazó lo que tiene desde { $start } hasta { $end }
errors-list-refused-since = El servicio rechazó lo que tiene desde { $start }
errors-list-refused-before = El servicio rechazó lo que tiene antes de { $end }
errors-list-refused-all = El servicio rechazó su lista
errors-list-skipped = { $count ->
    [one] Una entrada de la lista no se pudo leer
   *[other] { $count } entradas de la lista no se pudieron leer
}

## Avisos de todo el programa
# $attempted: un título como «No se pudieron obtener las tarifas».
errors-notice = { $attempted }: { $cause }
errors-fault = Algo se detuvo por un error de Postroom y no terminó. Se guardó un informe en esta computadora; podrá enviarlo después del próximo inicio.
errors-only-web-addresses = Solo se pueden abrir direcciones web
errors-no-browser = No se pudo abrir un navegador
errors-not-opened = No se pudo abrir { $path }
# $error: por qué, en una frase.
errors-settings-not-saved = No se pudo guardar la configuración: { $error }
# $local y $server: fecha y hora.
errors-clock-differs = El reloj de esta computadora marca { $local } y el del servicio { $server }. Ajuste el reloj: las fechas en pantalla y en las etiquetas no son correctas.
# El estado de una fila en un lote de trabajo, y el de varias.
errors-batch-done = Hecha
errors-batch-all-done = Hechas
errors-offline-not-bought = No puede comprar hasta volver a estar en línea; su borrador se conserva
errors-offline-not-sent = Está sin conexión; no se envía nada
errors-sign-in-first = Primero inicie sesión

## Los entornos del servicio
errors-environment-practice = Práctica
errors-environment-test = Prueba
errors-environment-production = Producción

## Compras, recargas y solicitudes de reembolso
# $title: como «GroundAdvantage to Jane Sample».
errors-refused-label = No se compró: { $title }
errors-refused-top-up = No se recargó: { $title }
errors-refused-refund = Reembolso no solicitado: { $title }
errors-topped-up = El saldo se recargó con { $amount }
errors-topped-up-as = Listo: { $title }
# $spent: lo que se agregó en un día.
errors-over-cap = No se recargó: el límite diario es { $cap }, y en las últimas 24 horas se agregaron { $spent }
errors-already-living = Esta etiqueta se está comprando o ya se compró; no la compre de nuevo
errors-cancel-already-sent = Ya se envió; solo se puede reembolsar
errors-canceled = Se canceló, no se cobró nada: { $title }
errors-not-canceled = No se pudo cancelar: { $error }
errors-not-connected-not-sent = Primero inicie sesión; no se envió nada
# Una compra de otra cuenta sigue abierta. $environment: como Producción.
errors-other-account = pertenece a la cuenta { $account } en { $environment }, en { $server }
errors-advice-switch-account = Cambie a esa cuenta; allí se comprueba automáticamente
errors-attempted-claim = No se pudo comprobar si el pedido sigue siendo de esta computadora; no se envió nada
errors-claim-taken-over = otra computadora de la tienda se ha hecho cargo del pedido y lo termina con el mismo ID de transacción
errors-advice-claim-taken-over = Desde aquí no se envía nada más; la etiqueta se compra como mucho una vez
errors-claim-given-up = { $title } no se envió: otra computadora de la tienda se ha hecho cargo del pedido y lo termina.

## Recargas
errors-top-up-not-sent = La última recarga espera ser enviada; envíela o descártela
errors-top-up-absent = La última recarga no se encontró y aún puede llegar; vea abajo
errors-top-up-checking = Comprobando si llegó la última recarga
errors-top-up-sending = La última recarga aún se está enviando
errors-top-up-not-connected = Inicie sesión para recargar
# $reason: una de las frases anteriores, o por qué no se puede comprar.
errors-not-topped-up = No se recargó: { $reason }
errors-top-up-too-small = Una recarga debe ser de al menos { $least }
errors-top-up-unwritable = No se recargó: no se pudo escribir la solicitud
errors-top-up-given-up = Puede recargar de nuevo. Postroom sigue atento a la primera recarga y le avisa si llega.
errors-top-up-not-missing = Sin cambios: la primera recarga ya no falta

## El registro de compras: un archivo que anota cada compra antes de enviarla
# $cause: el error del sistema.
errors-journal-not-begun = No se compró: la compra no se puede registrar. Libere espacio en el disco o revise los permisos de la carpeta ({ $cause }).
errors-journal-not-sent = No se compró: la compra no se puede registrar. Libere espacio en el disco ({ $cause }).
errors-journal-unreadable = No se puede leer el registro de compras ({ $cause })
errors-journal-unwritable = No se puede escribir en el registro de compras ({ $cause })
errors-journal-works-again = Ya se puede escribir en el registro de compras; puede comprar
errors-unrecorded-label = Comprada, pero aún sin registrar: libere espacio en el disco; mientras tanto no se compra nada más ({ $cause })
errors-unrecorded-top-up = Recarga hecha, pero aún sin registrar: libere espacio en el disco; mientras tanto no se compra nada más ({ $cause })
errors-unrecorded-refund = Reembolso solicitado, pero aún sin registrar: libere espacio en el disco; mientras tanto no se compra nada más ({ $cause })

## El registro de compras se compara con la cuenta después de restaurar una copia o de rescatar un registro dañado
# $seen: envíos y entradas del saldo comparados hasta ahora. $trouble: por qué la comparación no ha terminado.
errors-comparison-restored =
    Se restauró una copia anterior del registro de compras. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (hasta ahora { $seen ->
        [one] { $seen } entrada comparada
       *[other] { $seen } entradas comparadas
    }).
errors-comparison-restored-failed = Se restauró una copia anterior del registro de compras. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (aún no se comparó: { $trouble }).
errors-comparison-salvaged =
    El registro de compras estaba dañado; se { $entries ->
        [one] rescató { $entries } compra
       *[other] rescataron { $entries } compras
    }. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (hasta ahora { $seen ->
        [one] { $seen } entrada comparada
       *[other] { $seen } entradas comparadas
    }).
errors-comparison-salvaged-failed =
    El registro de compras estaba dañado; se { $entries ->
        [one] rescató { $entries } compra
       *[other] rescataron { $entries } compras
    }. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (aún no se comparó: { $trouble }).
# $doubtful: de cuántas compras no se puede demostrar que no se modificaron.
errors-comparison-doubtful =
    El registro de compras estaba dañado; se { $entries ->
        [one] rescató { $entries } compra
       *[other] rescataron { $entries } compras
    }, { $doubtful } de ellas en una cadena rota. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (hasta ahora { $seen ->
        [one] { $seen } entrada comparada
       *[other] { $seen } entradas comparadas
    }).
errors-comparison-doubtful-failed =
    El registro de compras estaba dañado; se { $entries ->
        [one] rescató { $entries } compra
       *[other] rescataron { $entries } compras
    }, { $doubtful } de ellas en una cadena rota. No se compra nada hasta comparar con él los envíos y el historial del saldo de esta cuenta (aún no se comparó: { $trouble }).
# $why: por qué una lista está incompleta; de qué lista se trata.
errors-comparison-shipments = { $why } (envíos)
errors-comparison-history = { $why } (historial del saldo)
# $adopted: compras y recargas que el registro no tenía; $confirmed: las inciertas que ahora están confirmadas.
errors-compared-restored-whole = El registro de compras restaurado se comparó con la cuenta: no faltaba nada. Puede comprar de nuevo.
errors-compared-salvaged-whole = Lo rescatado del registro de compras se comparó con la cuenta: no faltaba nada. Puede comprar de nuevo.
errors-compared-restored =
    El registro de compras restaurado se comparó con la cuenta: se { $adopted ->
        [one] agregó { $adopted } compra o recarga
       *[other] agregaron { $adopted } compras y recargas
    } y se { $confirmed ->
        [one] confirmó { $confirmed }
       *[other] confirmaron { $confirmed }
    }. Puede comprar de nuevo.
errors-compared-salvaged =
    Lo rescatado del registro de compras se comparó con la cuenta: se { $adopted ->
        [one] agregó { $adopted } compra o recarga
       *[other] agregaron { $adopted } compras y recargas
    } y se { $confirmed ->
        [one] confirmó { $confirmed }
       *[other] confirmaron { $confirmed }
    }. Puede comprar de nuevo.

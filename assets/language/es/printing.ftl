# Impresoras, la cola de impresión y qué pasa con un trabajo de impresión.

## Antes de imprimir una etiqueta

printing-no-printer = No hay ninguna impresora configurada; agregue una en Configuración
printing-signed-out = Primero inicie sesión: las etiquetas pertenecen a una cuenta
printing-too-many = { $most ->
    [one] Imprima como máximo { $most } envío a la vez
   *[other] Imprima como máximo { $most } envíos a la vez
}
printing-under-way = Ya se están preparando etiquetas para imprimir
printing-waits = Esta etiqueta ya está en camino a la impresora
printing-form-waits = Este formulario ya está en camino a la impresora
printing-paper-queued = { $title }: en la cola de impresión de { $printer }
# $label: the title of a print job
printing-copy = { $seconds ->
    [one] { $label } fue a esta impresora hace { $seconds } segundo. Una segunda copia podría acabar en otro paquete.
   *[other] { $label } fue a esta impresora hace { $seconds } segundos. Una segunda copia podría acabar en otro paquete.
}
printing-no-label = El servicio no envió ninguna etiqueta
printing-no-package = La etiqueta del paquete { $package } no está aquí
printing-printer-gone = La impresora se quitó
printing-no-such-paper = Ninguna impresora tiene papel de { $size } in; agregue una en Configuración
printing-of-recipient = { $name }: { $finding }
printing-drawn = Lista para imprimir
printing-queued = En la cola de impresión
printing-waits-for-answer = Espera su respuesta
printing-stopped = { $count ->
    [one] Detenido. { $count } etiqueta está en la cola de impresión y sigue ahí.
   *[other] Detenido. { $count } etiquetas están en la cola de impresión y siguen ahí.
}

## Nombres de los trabajos de impresión

printing-title = Etiqueta { $number }
printing-title-package = Etiqueta { $number }, paquete { $package }
printing-title-name = Etiqueta para { $name }, { $number }
printing-title-name-package = Etiqueta para { $name }, { $number }, paquete { $package }
printing-title-sheet = { $count ->
    [one] { $count } etiqueta en una hoja: { $names }
   *[other] { $count } etiquetas en una hoja: { $names }
}
printing-title-part = { $title }, parte { $part } de { $parts }
printing-title-test = Prueba de impresión

## Errores: el título y qué hacer

printing-error-label = No se pudo imprimir la etiqueta
printing-label-void = Está anulada: se solicitó un reembolso y ya no se puede usar
printing-label-void-advice = Compre una etiqueta nueva
printing-job-void = Una de sus etiquetas está anulada: se solicitó un reembolso y ya no se puede usar
printing-labels = Imprimiendo etiquetas
printing-all-queued = Etiquetas en la cola de impresión
printing-error-some = No se pudieron imprimir { $count } de { $all } etiquetas
printing-error-form = No se pudo imprimir el formulario
printing-nothing-sent = No se envió nada a ninguna impresora
printing-error-and-more = { $reasons }; y { $count } más
printing-others-queued = Las demás etiquetas están en la cola de impresión
printing-error-add = No se pudo agregar la etiqueta a la cola de impresión
printing-error-add-form = No se pudo agregar el formulario a la cola de impresión
printing-error-read-queue = No se pudo leer la cola de impresión
printing-error-change-queue = No se pudo cambiar la cola de impresión
printing-error-cancel = No se pudo cancelar el trabajo de impresión
printing-error-cancel-because = No se pudo cancelar el trabajo de impresión: { $reason }
printing-error-record = No se pudo registrar lo que se imprimió
printing-error-save-printer = No se pudo guardar la impresora
printing-error-remove-printer = No se pudo quitar la impresora
printing-error-find = No se pudieron buscar impresoras
printing-finding-advice = Agregue la impresora por su dirección de red
printing-error-ask = No se pudieron consultar las funciones de la impresora
printing-asking-advice = Revise que la impresora esté encendida y en esta red, y su dirección. Algunas usan otra ruta, como /ipp/printer o /ipp.
printing-error-draw-test = No se pudo dibujar la prueba de impresión
printing-settings-unreadable = No se puede leer la configuración de la impresora
printing-sent-part = { $reason }; se enviaron { $bytes } de { $whole } bytes

## Por qué una etiqueta no cabe en una impresora

printing-too-large = La etiqueta mide { $label } in, pero { $printer } tiene papel de { $media } in: se cortarían { $right } mm a la derecha y { $below } mm abajo, y las etiquetas nunca se reducen
printing-in-edge = { $printer } no imprime nada a menos de { $edge } mm del borde del papel, y allí hay { $lost } mm de la etiqueta, que faltarían
printing-needs-whole-sheet = La etiqueta mide { $label } in y necesita una hoja completa, pero la primera mitad de esta hoja está usada
printing-over-the-edge = El desplazamiento de { $printer } saca parte de la etiqueta del papel
printing-bad-printer = El tamaño de papel o la resolución de { $printer } no son posibles
printing-too-many-pages = { $pages ->
    [one] La etiqueta tiene { $pages } página, pero una impresora PNG acepta una a la vez
   *[other] La etiqueta tiene { $pages } páginas, pero una impresora PNG acepta una a la vez
}
printing-not-written = No se pudo crear la página para la impresora

## El estado de una impresora o una cola

printing-state-idle = Inactiva
printing-state-printing = Imprimiendo
printing-state-stopped = Detenida
printing-state-ready = Lista
printing-state-because = { $state }: { $reason }
printing-reason-and-message = { $reason } ({ $message })
printing-paper-empty = La impresora no tiene papel
printing-paper-low = A la impresora le queda poco papel
printing-paper-jam = Hay papel atascado
printing-paper-problem = La impresora tiene un problema con el papel
printing-manual-feed = La impresora espera papel en la alimentación manual
printing-cover-open = La impresora está abierta
printing-toner-empty = La impresora no tiene tóner
printing-ink-empty = La impresora no tiene tinta o cinta
printing-toner-or-ribbon-empty = La impresora no tiene tóner o cinta
printing-tray-missing = Falta la bandeja de papel
printing-output-full = La bandeja de salida está llena
printing-offline = La impresora está apagada o no está conectada
printing-no-answer = La impresora no responde
printing-needs-attention = La impresora requiere atención
printing-printer-memory = La impresora se quedó sin memoria
printing-printer-error = La impresora indica un error
printing-queue-stopped = La cola está detenida
printing-queue-removed = La cola se está quitando
printing-job-held = El trabajo está retenido en la cola

## Una impresora en su propio puerto de red

printing-stopped-reading = La impresora dejó de aceptar datos
printing-closed = La impresora cerró la conexión
printing-refused-connection = La impresora está apagada o usa otro puerto
printing-connection-broke = Se perdió la conexión con la impresora
printing-unreachable = No se puede contactar con la impresora
printing-unreachable-because = No se puede contactar con la impresora: { $reason }

## Una cola de impresión o una impresora de oficina consultada directamente

printing-the-printer = La impresora
printing-queue-address = La dirección de la cola no es válida
printing-printer-address = La dirección de la impresora no es válida
printing-queue-says = La cola dice: { $status }
printing-printer-says = La impresora dice: { $status }
printing-system-says = El sistema de impresión dice: { $status }
printing-answer-too-large = su respuesta pasa de 512 kB
printing-system-no-answer = El sistema de impresión no respondió: { $reason }
printing-printer-no-answer = La impresora no respondió: { $reason }
printing-no-system-at = Ningún sistema de impresión responde en { $address }
printing-no-printer-at = Ninguna impresora responde en { $address }
printing-job-not-written = No se pudo crear el trabajo de impresión
printing-queue-no-number = La cola aceptó el trabajo sin darle un número
printing-printer-no-number = La impresora aceptó el trabajo sin darle un número
printing-queue-gone = La cola de impresión ya no tiene registro de él, como hacen algunas con los trabajos impresos o eliminados
printing-queue-forgot = La cola ya no tiene registro del trabajo: { $status }
printing-printer-forgot = La impresora ya no tiene registro del trabajo: { $status }
printing-printer-was-off = La impresora se apagó y ya no tiene registro del trabajo
printing-queue-canceled = Se canceló en la cola; si había empezado, una parte puede estar en papel
printing-printer-canceled = Se canceló en la impresora; si había empezado, una parte puede estar en papel
printing-queue-gave-up = La cola abandonó el trabajo: { $reason }
printing-queue-gave-up-silently = La cola abandonó el trabajo sin dar un motivo
printing-printer-gave-up = La impresora abandonó el trabajo: { $reason }
printing-printer-gave-up-silently = La impresora abandonó el trabajo sin dar un motivo
printing-needs-encryption = La impresora solo acepta conexiones cifradas (IPPS), que Postroom no admite. Active IPP sin cifrado en la configuración de la propia impresora.
printing-needs-password = La impresora no deja imprimir a nadie sin contraseña, y Postroom no admite contraseñas. Permítalo en la configuración de la propia impresora.
printing-no-path = La impresora no tiene nada en esta ruta
printing-takes-neither = { $printer } no acepta ni PDF ni PWG raster
printing-takes-no = { $printer } no acepta { $format }
printing-takes-no-dpi = { $printer } no imprime a { $dpi } dpi
printing-scales-pdf = No se le puede indicar a { $printer } que imprima PDF al 100 %
printing-no-paper = { $printer } no tiene papel de { $size } in
printing-other-paper = { $printer } no tiene papel de { $size } in; tiene cargado papel de { $loaded } in
printing-change-settings = { $reason }; cambie su configuración
printing-ignores-size = La impresora no respetará el tamaño del papel
printing-ignores-scale = La impresora no imprimirá al 100 %
printing-ignores-size-and-scale = La impresora no respetará el tamaño del papel ni imprimirá al 100 %
printing-canceled-for-size = La impresora no respetará el tamaño del papel, así que el trabajo se canceló
printing-canceled-for-scale = La impresora no imprimirá al 100 %, así que el trabajo se canceló
printing-canceled-for-size-and-scale = La impresora no respetará el tamaño del papel ni imprimirá al 100 %, así que el trabajo se canceló
printing-not-canceled-for-size = La impresora no respetará el tamaño del papel y el trabajo no se pudo cancelar: mida la etiqueta
printing-not-canceled-for-scale = La impresora no imprimirá al 100 % y el trabajo no se pudo cancelar: mida la etiqueta
printing-not-canceled-for-size-and-scale = La impresora no respetará el tamaño del papel ni imprimirá al 100 %, y el trabajo no se pudo cancelar: mida la etiqueta

## Colas de impresión de Windows

printing-windows-elsewhere = Esta es una cola de una computadora con Windows; elija una impresora de esta computadora
printing-windows-silent = El servicio de impresión de Windows no responde
printing-windows-silent-because = El servicio de impresión de Windows no responde: { $reason }
printing-windows-no-child = No se pudo abrir la conexión con el servicio de impresión: { $reason }
printing-windows-no-queue = Windows no tiene ahora la cola { $queue }: { $reason }
printing-windows-refused = Windows rechazó el trabajo: { $reason }
printing-windows-doubtful = Es posible que Windows no lo haya aceptado completo: { $reason }
printing-windows-job-left = Ya salió de la cola de Windows
printing-windows-waits = Windows espera a la impresora
printing-windows-deleted = Se eliminó en la cola; si había empezado, una parte puede estar en papel
printing-windows-gone = Windows lo quitó de la cola, como hace con los trabajos impresos o eliminados
printing-windows-forgotten = Salió de la cola de Windows; el último mensaje fue: { $known }

## En papel: la prueba de impresión y la hoja de comandos

printing-test-title = Prueba de impresión de Postroom
printing-test-paper = { $size } in a { $dpi } dpi
printing-test-offset = Desplazamiento en puntos: { $right } a la derecha, { $down } abajo
printing-test-square = El cuadrado mide una pulgada de ancho
printing-test-frame = El marco está en el borde del papel
printing-command-sheet = Comandos de Postroom
printing-command-sheet-hint = Escanee una línea para ejecutar su comando desde cualquier panel

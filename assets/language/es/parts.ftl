# Partes y diálogos que comparten varios paneles.

## Botones y textos en muchos lugares

parts-cancel = Cancelar
parts-close = Cerrar
parts-copy = Copiar
parts-dismiss = Descartar
parts-refresh = Actualizar
parts-required = Obligatorio
parts-search = Buscar
parts-search-in = Buscar: { $list }
parts-no-matches = Sin coincidencias
parts-track = Rastrear
parts-try-again = Reintentar
parts-load-again = Volver a cargar

## Errores y avisos

parts-copy-details = Copiar detalles
parts-dismiss-notice = Descartar: { $notice }
parts-correlation = ID de correlación { $id }
parts-details-status = Estado: { $status }
parts-details-codes = Códigos: { $codes }
parts-details-correlation = ID de correlación: { $id }

## Cuentas guardadas en esta computadora

parts-accounts = Sus cuentas
parts-accounts-and-secrets = Cuentas y secretos
parts-accounts-none = No hay cuentas guardadas en esta computadora
parts-account-name = { $name }, { $environment }
parts-account-detail = { $user }, clave …{ $key_end }, { $host }; { $secrets }
parts-account-tooltip = { $name }: { $user }, clave …{ $key_end }, { $address }
parts-account-open = Abrir
parts-account-open-name = Abrir { $account }
parts-account-is-open = Esta cuenta ya está abierta
parts-account-forget = Olvidar…
parts-account-forget-name = Olvidar { $account }…
parts-account-forget-secrets = Olvidar secretos
parts-account-forget-secrets-name = Olvidar los secretos de { $account }
parts-account-forget-secrets-hint = Se le pedirán en cada inicio
parts-secrets-not-saved = secretos sin guardar
parts-secrets-in-keyring = secretos en { $keyring }
parts-secrets-in-vault = secretos en la bóveda
parts-keyring-try = Probar { $keyring }
parts-keyring-trying = Probando { $keyring }…
parts-keyring-not-needed = { $keyring } aún no ha hecho falta
parts-keyring-works = { $keyring } funciona
parts-keyring-locked = { $keyring } está bloqueado
parts-keyring-unusable = { $keyring } no se puede usar: { $reason }
parts-vault-unlocked = La bóveda está desbloqueada hasta que se cierre Postroom: { $file }
parts-vault-locked = La bóveda está bloqueada: { $file }
parts-vault-passphrase = Frase de contraseña de la bóveda
parts-vault-passphrase-first = Escriba primero la frase de contraseña
parts-vault-unlock = Desbloquear
parts-vault-unlocking = La bóveda se está desbloqueando
parts-vault-delete = Eliminar la bóveda…

## La pregunta antes de olvidar una cuenta o la bóveda

parts-forget-title = ¿Olvidar { $account }?
parts-forget-account = Olvidar cuenta
parts-forget-no-secrets = Se quita de la lista; ninguno de sus secretos está guardado aquí
parts-forget-keyring-secrets = Se eliminan su secreto y su contraseña guardados en { $keyring }
parts-forget-vault-secrets = Se eliminan su secreto y su contraseña guardados en la bóveda
parts-forget-data = Sus envíos, etiquetas, cotizaciones anteriores, historial y borrador se eliminan de esta computadora; el servicio conserva lo que compró
parts-forget-journal = El registro de compras se conserva como prueba de lo que pagó
parts-forget-open-purchases = { $count ->
    [one] { $count } de sus compras no está resuelta: solo se puede comprobar después de iniciar sesión de nuevo en la cuenta
   *[other] { $count } de sus compras no están resueltas: solo se pueden comprobar después de iniciar sesión de nuevo en la cuenta
}
parts-vault-delete-title = ¿Eliminar la bóveda?
parts-vault-delete-confirm = Eliminar la bóveda
parts-vault-holds-none = No contiene secretos de las cuentas de la lista
parts-vault-secrets-lost = Los secretos de { $accounts } se eliminan con ella
parts-vault-accounts-stay = Puede volver a escribirlos; las cuentas siguen en la lista

## El resultado de comprobar una dirección

parts-address-checking = Verificando la dirección…
parts-address-verified = Dirección verificada
parts-address-typed = Usted escribió
parts-address-suggested = ¿Quiso decir…?
parts-address-keep = Conservar la mía
parts-address-keep-name = Conservar la mía: { $address }
parts-address-use = Usar esta
parts-address-use-city = Usar { $city }
parts-address-undrawable = Ninguna tipografía de esta computadora puede dibujar { $letters }. Postroom muestra cuadros en su lugar, en esta ventana y en sus hojas de empaque y etiquetas de práctica; la etiqueta propia de un transportista llega como él la dibuja. Instale una tipografía para esta escritura, como Noto Sans CJK.
parts-address-use-name = Usar la sugerencia: { $address }
parts-address-sender = Remitente
parts-address-recipient = Destinatario
# $reason: cómo debe ser la dirección o qué no debe tener.
parts-base-url-problem = { $reason }, por ejemplo https://api.example.com/v3.1

## Una etiqueta en pantalla

parts-label-picture = Etiqueta de envío
parts-label-fetching = Obteniendo la etiqueta…
parts-label-drawing = Dibujando la etiqueta…
parts-label-not-checked = Código de barras aún sin verificar
parts-label-save = Guardar etiqueta…
parts-label-void = Anulada: se solicitó un reembolso y esta etiqueta ya no se puede usar
parts-label-voided = Anulada
parts-picture-differs = Esta imagen es distinta: { $notes }
parts-copy-number = Copiar número de seguimiento
parts-copy-number-of-package = Copiar número de seguimiento del paquete { $package }
parts-no-number = Sin número de seguimiento

## Documentos: el formulario de un manifiesto, etiquetas de contenedor, la hoja de comandos

parts-form-print = Imprimir formulario
parts-form-save = Guardar formulario…
parts-form-fetching = Obteniendo el formulario…
parts-form-drawing = Dibujando el formulario…
parts-containers-print = Imprimir etiquetas
parts-containers-save = Guardar etiquetas…
parts-containers-fetching = Obteniendo las etiquetas…
parts-containers-drawing = Dibujando las etiquetas…
parts-sheet-print = Imprimir hoja
parts-sheet-save = Guardar hoja…
parts-sheet-fetching = Creando la hoja…
parts-sheet-drawing = Dibujando la hoja…

## Imprimir

parts-print = Imprimir
parts-print-label = Imprimir etiqueta
parts-print-set-up = Configurar una impresora
parts-print-no-printer = No hay ninguna impresora configurada; puede guardar la etiqueta como archivo
parts-print-with = Imprimir con
parts-print-with-selected = Imprimir etiquetas seleccionadas con
parts-print-by-paper = Según el tamaño del papel
parts-print-first-sheet = Primera hoja
parts-print-first-sheet-selected = Primera hoja para las etiquetas seleccionadas
parts-print-whole-sheet = Empezar en una hoja completa
parts-print-second-half = Empezar en la segunda mitad
parts-print-packages = Paquetes para imprimir
parts-print-all-packages = { $count ->
    [one] { $count } paquete
   *[other] Los { $count } paquetes
}
parts-print-package = Paquete { $package }
parts-print-question = { $count ->
    [one] ¿Imprimir esta etiqueta?
   *[other] ¿Imprimir estas { $count } etiquetas?
}
parts-print-more-findings = { $count ->
    [one] { $count } etiqueta más tiene un problema
   *[other] { $count } etiquetas más tienen problemas
}
parts-print-nothing-sent = Aún no se envió nada a la impresora
parts-print-some-sent = { $count ->
    [one] { $count } etiqueta anterior está en la cola de impresión. Estas aún no se enviaron.
   *[other] { $count } etiquetas anteriores están en la cola de impresión. Estas aún no se enviaron.
}
parts-print-anyway = Imprimir de todos modos
parts-print-times = { $count ->
    [one] Impresa { $count } vez, la última el { $time }
   *[other] Impresa { $count } veces, la última el { $time }
}
parts-print-sent-times = { $count ->
    [one] Enviada a una impresora { $count } vez, la última el { $time }
   *[other] Enviada a una impresora { $count } veces, la última el { $time }
}

## El estado de un trabajo de impresión

parts-job-waiting = Esperando a { $printer }
parts-job-waiting-because = Esperando a { $printer }: { $why }. Se imprime automáticamente cuando la impresora esté lista.
parts-job-sending = Enviando a { $printer }
parts-job-in-queue = En la cola de { $printer }, aún sin imprimir
parts-job-in-queue-because = En la cola de { $printer }, aún sin imprimir: { $why }
parts-job-sent = Se envió a { $printer }
parts-job-sent-because = Se envió a { $printer }: { $why }
parts-job-sent-hint = Esta impresora no indica si imprimió
parts-job-printed = Se imprimió en { $printer }
parts-job-printed-because = Se imprimió en { $printer }: { $why }
parts-job-failed = No se imprimió en { $printer }
parts-job-failed-because = No se imprimió en { $printer }: { $why }
parts-job-doubtful = Revise { $printer }: no se sabe si esto se imprimió
parts-job-doubtful-because = Revise { $printer }: no se sabe si esto se imprimió: { $why }
parts-job-canceled = Se canceló

## La vista de una página: zoom, páginas, reglas

parts-canvas-name = { $title }, página { $page } de { $pages }, { $width } por { $height } pulgadas
parts-canvas-no-pages = Esta etiqueta no tiene páginas
parts-zoom = { $percent } %
parts-zoom-hint = 100 % es el tamaño con que se imprime
parts-zoom-out = Alejar
parts-zoom-in = Acercar
# El nombre de la elección entre los dos siguientes, para lectores de pantalla
parts-zoom-size = Tamaño en pantalla
parts-zoom-actual = Tamaño real
parts-zoom-fit = Ajustar
parts-page = Página { $page } de { $pages }
parts-page-previous = Anterior
parts-page-previous-name = Página anterior
parts-page-next = Siguiente
parts-page-next-name = Página siguiente
parts-page-is-first = Esta es la primera página
parts-page-is-last = Esta es la última página
parts-ruler-unit = Unidad de las reglas
parts-ruler-millimeters = Ver mm
parts-ruler-millimeters-hint = Las reglas muestran pulgadas; haga clic para ver milímetros
parts-ruler-inches = Ver in
parts-ruler-inches-hint = Las reglas muestran milímetros; haga clic para ver pulgadas
parts-size-inches = { $width } × { $height } in, { $dpi } dpi
parts-size-millimeters = { $width } × { $height } mm, { $dpi } dpi

## Tarjetas y campos

parts-card-done = { $card }: completo
parts-card-asking = { $card }: completo, por confirmar
parts-card-open = { $card }: aún incompleto
parts-field-unit = { $field }: unidad
parts-test-labels-free = Las etiquetas de prueba no cuestan nada
parts-balance-being-read = Aún no se conoce el saldo actual
parts-environment-practice = Práctica: sin dinero real, sin transportistas reales
parts-environment-test = El entorno de prueba del servicio: las etiquetas no sirven para enviar
parts-environment-production = Dinero real, etiquetas reales

## Tablas

parts-more = Más
parts-menu-choice = { $name }: { $value }
parts-row-menu = Menú de la fila
parts-copy-row = Copiar fila
parts-copy-text = Copiar “{ $text }”
parts-sort-by = Ordenar por { $column }
parts-table = Tabla de { $name }
parts-table-activity = Tabla de actividad
parts-table-carrier-accounts = Tabla de cuentas de transportista
parts-table-closing-scan = Tabla de paquetes escaneados
parts-table-containers = Tabla de contenedores
parts-table-history = Tabla del historial de saldo
parts-table-never-scanned = Tabla de etiquetas nunca escaneadas
parts-table-left-out = Tabla de envíos excluidos
parts-table-manifests = Tabla de manifiestos
parts-table-package-types = Tabla de tipos de paquete
parts-table-hand-over = Tabla de paquetes por despachar
parts-table-past-quotes = Tabla de cotizaciones anteriores
parts-table-rates = Tabla de tarifas
parts-table-rates-of-then = Tabla de tarifas de la cotización anterior
parts-table-refundable = Tabla de etiquetas reembolsables
parts-table-refunds = Tabla de reembolsos solicitados
parts-table-rows-of-work = Tabla de resultados
parts-table-services = Tabla de servicios
parts-table-shipments = Tabla de envíos
parts-table-special-services = Tabla de servicios especiales

## Trabajo con muchas filas, como una importación

parts-work-finished = Terminado
parts-work-crashed = Se detuvo por un error de Postroom; se guardó un informe en esta computadora
parts-work-not-all = { $title }: no todo salió bien
# $title: such as "Getting rates". No row failed, but some were not tried.
parts-work-needs-attention = { $count ->
    [one] { $title }: terminado, { $count } requiere atención
   *[other] { $title }: terminado, { $count } requieren atención
}
parts-work-is-stopping = { $title }: deteniéndose
parts-work-was-stopped = { $title }: se detuvo antes del final
parts-work-was-canceled = { $title }: cancelado; lo terminado se conserva
parts-work-so-far = { $count } hasta ahora
parts-work-done = { $count ->
    [one] { $count } hecha
   *[other] { $count } hechas
}
parts-work-of = { $count } de { $all }
parts-work-failed-count = { $count } con error
parts-work-doubt-count = { $count } en comprobación
parts-work-rate = { $rate } por segundo
parts-work-seconds-left = { $count ->
    [one] falta { $count } s
   *[other] faltan { $count } s
}
parts-work-minutes-left = { $count ->
    [one] falta { $count } min
   *[other] faltan { $count } min
}
parts-work-doubt = Las filas en comprobación pueden haberse completado; se resuelven automáticamente
parts-work-cancel = Cancelar la tarea
parts-work-cancel-hint = Lo terminado se conserva
parts-work-stopping-hint = Se detiene después de la fila actual
parts-work-retry = Reintentar las filas con error
parts-work-close = Cerrar la tarea
parts-work-filter = Filas mostradas
parts-work-all = Todas
parts-work-over = Terminadas
parts-work-open = Pendientes
parts-work-all-skipped = Omitidas
parts-work-count = { $state } { $count }
parts-work-only-counted = Estas filas solo se contaron; no requerían cambios
parts-work-no-rows = Aún no hay filas así
parts-work-no-results = Aún no hay resultados
parts-work-waiting = Pendiente
parts-work-doing = En curso
parts-work-skipped = Omitida
parts-work-review = Por revisar
parts-work-checking = En comprobación
parts-work-failed = Con error
parts-work-canceled = Cancelada
parts-work-line = Línea
parts-work-result = Resultado
parts-work-name = Nombre
parts-work-detail = Detalles
parts-work-price = Precio
parts-work-trouble = { $cause }. { $advice }.

## Elegir un archivo: los títulos de los diálogos

parts-file-label = Guardar etiqueta
parts-file-labels = Guardar etiquetas
parts-file-labels-folder = Guardar etiquetas en una carpeta
parts-file-form = Guardar formulario
parts-file-containers = Guardar etiquetas de contenedor
parts-file-command-sheet = Guardar hoja de comandos
parts-file-shipments = Exportar envíos
parts-file-history = Exportar historial de saldo
parts-file-import-addresses = Importar direcciones
parts-file-import-orders = Importar pedidos
parts-file-export-addresses = Exportar direcciones
parts-file-journal = Exportar registro de compras
parts-file-diagnostics = Guardar diagnóstico
parts-file-crashes = Guardar informes de errores
parts-file-back-up = Copia de seguridad en una carpeta
parts-file-label-folder = Carpeta para etiquetas guardadas
parts-file-authority = Autoridad de certificación adicional
parts-filter-addresses = Tablas CSV y vCards
parts-filter-orders = Tablas y hojas de cálculo
parts-filter-certificates = Certificados PEM
parts-filter-png = Imágenes PNG
parts-filter-jpeg = Imágenes JPEG
parts-filter-tiff = Imágenes TIFF
parts-filter-zpl = Archivos ZPL
parts-filter-csv = Tablas CSV
parts-filter-vcards = vCards
parts-filter-text = Texto

## Elegir un archivo: con el diálogo abierto y sin él

parts-dialog-open = Hay un diálogo de archivos abierto
parts-dialog-open-for = Hay un diálogo de archivos abierto: { $title }
parts-dialog-type = Escribir la ruta
parts-dialog-account-changed = { $title }: la cuenta cambió mientras elegía el archivo, así que no se hizo nada. Elíjalo de nuevo.
parts-dialog-preview-closed = { $title }: la vista previa se cerró mientras elegía el archivo, así que no se hizo nada. Elíjalo de nuevo.
parts-dialog-no-answer = El diálogo de archivos se cerró sin responder. Escriba la ruta.
parts-dialog-no-display = Esta ventana no tiene pantalla para un diálogo de archivos. Escriba la ruta.
parts-dialog-neither = Esta computadora no tiene diálogo de archivos: no respondieron ni xdg-desktop-portal ni zenity. Escriba la ruta.
parts-dialog-no-library = Esta computadora no tiene diálogo de archivos: falta la biblioteca libdbus-1.so.3 (paquete libdbus-1-3). Escriba la ruta.
parts-path-write = Archivo para guardar
parts-path-write-go = Guardar archivo
parts-path-read = Archivo para abrir
parts-path-read-go = Abrir archivo
parts-path-file-hint = Ruta del archivo
parts-path-file-first = Primero escriba un archivo
parts-path-folder = Carpeta
parts-path-folder-go = Usar carpeta
parts-path-folder-hint = Ruta de la carpeta
parts-path-folder-first = Primero escriba una carpeta
parts-path-cancel = Cancelar la ruta

# Encabeza las sugerencias de un campo de dirección vacío: los destinatarios de las últimas etiquetas, o la libreta
parts-address-recent = Recientes
parts-address-book = Libreta de direcciones

## Archivos soltados en la ventana

parts-drop-addresses = Importar direcciones de { $file }
parts-drop-orders = Importar pedidos de { $file }
parts-drop-certificates = Confiar en los certificados de { $file }
parts-drop-now = Suelte el archivo para continuar
parts-drop-nothing = Esto no se puede soltar aquí
parts-drop-no-files = { $panel } no acepta archivos. Suelte pedidos (tablas) en { $orders }, direcciones (CSV o vCard) en { $addresses }, certificados en { $settings }.
parts-drop-no-addresses = { $file } no se puede usar: { $panel } acepta tablas CSV y vCards
parts-drop-no-orders = { $file } no sirve: { $panel } acepta tablas CSV y hojas de cálculo de Excel u OpenDocument
parts-drop-no-certificates = { $file } no se puede usar: { $panel } acepta certificados PEM
parts-drop-one = Suelte un archivo a la vez
parts-drop-busy = No se importó: hay otra tarea en curso en la libreta de direcciones
parts-drop-busy-orders = No se importó: hay otra tarea de los pedidos en curso

# Los primeros pasos de una cuenta nueva, cada uno con una marca cuando está hecho.
parts-first-steps = Primeros pasos
parts-first-carrier = Una cuenta de transportista, que vende las etiquetas
parts-first-carrier-add = Agregar una cuenta de transportista
parts-first-sender = El remitente: complete De
parts-first-printer = Una impresora; sin ella, las etiquetas se guardan como archivos
parts-first-rate = La primera tarifa: complete Para y Paquete
parts-mend-carriers = Ir a Transportistas
parts-mend-balance = Ir a Saldo
parts-undo = Deshacer
parts-undo-close = Cerrar este aviso

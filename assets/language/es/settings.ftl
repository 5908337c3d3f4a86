# El panel Configuración, la báscula y el escáner.
settings-title = Configuración
settings-search = Buscar en la configuración
settings-search-none = Sin coincidencias
settings-search-all = Buscar en todo el programa
# Junto a la categoría de una tarjeta encontrada: muestra toda la categoría.
settings-show-all = Mostrar todo
settings-show-category = Mostrar todo: { $category }

## Las categorías
settings-category = Categoría
# En qué busca una búsqueda.
settings-category-all = Todas las categorías
settings-category-printers = Impresoras y etiquetas
settings-category-purchases = Compras
settings-category-orders = Pedidos y tienda
settings-category-stations = Puestos
settings-category-devices = Báscula y escáner
settings-category-appearance = Apariencia e idioma
settings-category-connection = Conexión y cuentas
settings-category-files = Archivos y datos

## Apariencia
settings-appearance = Apariencia
settings-theme = Tema
# Sigue el tema del sistema.
settings-theme-system = Sistema
settings-theme-light = Claro
settings-theme-dark = Oscuro
settings-text-size = Tamaño del texto
settings-percent = { $percent } %
settings-language = Idioma
# Sigue el idioma del sistema.
settings-language-system = Sistema
settings-language-explained = Las fechas, los números y los montos conservan la forma de la región de esta computadora

## Compras
settings-purchases = Compras
settings-undo-delay = Tiempo para deshacer
settings-undo-delay-none = Ninguno
settings-undo-delay-seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
settings-undo-delay-none-explained = La compra se envía de inmediato; después, solo un reembolso la deshace
settings-undo-delay-explained = Cada compra espera este tiempo en esta computadora; presione Esc para deshacerla sin costo
settings-top-up-limit = Límite diario de recarga
# $currency: un símbolo o código, como $
settings-top-up-limit-label = Límite diario de recarga ({ $currency })
settings-price-rise-limit = Mayor alza de precio en un lote
settings-price-rise-limit-explained = Un lote deja de comprar después de una etiqueta que se cobró más cara que su tarifa por más de este importe
# The sign of the currency, such as $
settings-price-rise-limit-label = Mayor alza de precio en un lote ({ $currency })
settings-problem-amount = Escriba un monto, como { $example }

## Conexión
settings-connection = Conexión
settings-base-url = URL base para prueba y producción
settings-base-url-explained = Para su administrador: se usa la próxima vez que inicie sesión
settings-certificate = Autoridad de certificación adicional
settings-certificate-explained = Para su administrador: un archivo PEM en el que confiar además de los certificados del sistema, para redes que firman ellas mismas las conexiones
settings-choose-file = Elegir archivo…
settings-choose-certificate = Elegir el archivo del certificado
settings-sign-out = Cerrar sesión
settings-sign-out-hint = Vuelve a la primera página; los datos guardados se conservan

## Archivos
settings-files = Archivos
settings-label-folder = Carpeta para las etiquetas guardadas
settings-label-folder-explained = Al guardar una etiqueta se empieza en esta carpeta; si la guarda en otra, esa ocupa su lugar
settings-label-folder-empty = Aún no se ha elegido: al guardar una etiqueta se empieza en su carpeta Documentos y, después, en la última que usó
settings-choose-folder = Elegir carpeta…
settings-choose-label-folder = Elegir la carpeta para las etiquetas guardadas
settings-type-paths = Escribir las rutas en vez de elegirlas en un diálogo
settings-label-names = Nombres de archivo de las etiquetas guardadas
# $placeholder: como {date}
settings-add-placeholder = Agregar { $placeholder }
# Debajo sigue una ruta.
settings-data-folder = Los borradores, las compras y la caché se guardan en
settings-data-folder-temporary = Una carpeta temporal, solo mientras Postroom esté abierto
settings-data-folder-explained = Para guardarlos en otro lugar, inicie Postroom con --data

## Datos en esta computadora
settings-data = Datos en esta computadora
settings-keep-shipments = Conservar envíos y etiquetas
settings-keep-forever = Siempre
settings-keep-days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
settings-keep-years = { $count ->
    [one] { $count } año
   *[other] { $count } años
}
settings-keep-forever-explained = No se elimina nada automáticamente
settings-keep-explained = Los envíos, las etiquetas y las cotizaciones más antiguos se eliminan de esta computadora; el servicio conserva los envíos
settings-keep-less-title = { $count ->
    [one] ¿Conservar solo { $count } día?
   *[other] ¿Conservar solo { $count } días?
}
settings-keep-less-text = Los envíos más antiguos y sus etiquetas se eliminan ahora de esta computadora. Puede volver a obtenerlos del servicio, pero no sin conexión. Las cotizaciones de esa antigüedad se pierden.
settings-remove-older = Eliminar los envíos más antiguos
# Conserva los envíos más antiguos.
settings-keep-them = Cancelar
settings-back-up = Hacer copia de seguridad…
settings-back-up-hint = Copia la libreta de direcciones, el registro de compras, las impresoras y los trabajos de impresión en la carpeta que elija
settings-backup-running = La copia de seguridad diaria está en curso
# $age: como "hace 4 min"
settings-backup-last = Copia de seguridad automática cada día, la última { $age }; las últimas 7 se guardan con los datos de Postroom
settings-backup-none = Aún sin copia de seguridad; se hace automáticamente cada día
settings-backup-failed = La última copia de seguridad diaria falló: { $reason }
settings-diagnostics = Diagnóstico…
settings-diagnostics-hint = Primero verá una vista previa
settings-delete-data = Eliminar mis datos…
settings-busy-backing-up = Hay una copia de seguridad en curso
settings-busy-deleting = Se están eliminando sus datos
settings-delete-data-title = ¿Eliminar los datos de esta computadora?
settings-delete-no-addresses = La libreta de direcciones está vacía
settings-delete-addresses = { $count ->
    [one] Se pierde definitivamente { $count } dirección: el servicio no puede enumerar direcciones
   *[other] Se pierden definitivamente { $count } direcciones: el servicio no puede enumerar direcciones
}
settings-delete-shipments = { $count ->
    [one] { $count } envío y su etiqueta, el saldo y el historial vuelven desde el servicio cuando inicie sesión
   *[other] { $count } envíos y sus etiquetas, el saldo y el historial vuelven desde el servicio cuando inicie sesión
}
settings-delete-settings = Se pierden el borrador del panel Enviar y toda la configuración, y se cierra la sesión
settings-delete-files = También se eliminan las copias de seguridad de la libreta de direcciones, las cachés dañadas, los archivos de registro antiguos y los informes de errores
settings-delete-kept = El registro de compras se conserva: demuestra lo que se pagó. Las impresoras y los trabajos de impresión también se conservan.
settings-delete-it = Eliminar datos
# Conserva los datos.
settings-keep-it = Cancelar

## Recogida
settings-pick-up = Recogida
settings-pick-up-time = Hora de recogida
# En el campo vacío: no hay aviso.
settings-pick-up-off = Sin aviso
# $example: como 16:30
settings-pick-up-problem = Escriba una hora, como { $example }
settings-pick-up-explained = 45 minutos antes se le avisa de los paquetes que no están en un manifiesto; déjelo vacío para no recibir avisos

## Impresoras
settings-printers = Impresoras
settings-printers-none = No hay ninguna impresora configurada; las etiquetas se muestran y se guardan como archivos
settings-auto-print = Imprimir cada etiqueta al comprarla
settings-print-size = Las etiquetas se imprimen al 100 %, sin escalar
settings-print-size-windows = Las etiquetas se imprimen al 100 %, sin escalar. Las impresoras de etiquetas reciben ZPL por el servicio de impresión de Windows o una dirección de red; las de oficina reciben PDF o ráster por una dirección de red, sin su controlador de Windows.
settings-test-print = Imprimir prueba
settings-test-print-on = Imprimir prueba: { $printer }
settings-test-print-hint = Un marco, reglas y un cuadrado de una pulgada para medir
settings-printer-edit = Editar
settings-printer-edit-name = Editar: { $printer }
settings-printer-remove = Quitar
settings-printer-remove-name = Quitar: { $printer }
settings-printer-remove-hint = Solo quita su configuración; los trabajos en espera siguen en la cola
# Los siguientes mensajes se enumeran con comas: "ZPL, 203 dpi, 4 × 6 in, en 10.0.0.9:9100".
settings-printer-dpi = { $dpi } dpi
settings-printer-paper = { $width } × { $height } in
settings-printer-at = en { $address }
settings-printer-queue = cola { $queue }
settings-printer-windows-queue = cola de Windows { $queue }
settings-printer-two-per-sheet = dos etiquetas por hoja
settings-printer-copies = { $count ->
    [one] { $count } copia
   *[other] { $count } copias
}
settings-printer-add = Agregar impresora
settings-printers-find = Buscar impresoras
settings-printers-find-hint = Pide sus colas al sistema de impresión de esta computadora (CUPS)
settings-printers-find-hint-windows = Pide sus colas al servicio de impresión de Windows
settings-printers-asking = Buscando impresoras
settings-printers-found-none = El sistema de impresión no tiene colas
settings-printer-use = Usar
settings-printer-use-queue = Usar la cola: { $queue }

## Las etiquetas de los envíos nuevos
settings-labels = Etiquetas
settings-label-format = Formato de la etiqueta
settings-label-size = Tamaño de la etiqueta
settings-label-orientation = Orientación
settings-labels-explained = Para cada envío nuevo; el que ya empezó conserva los suyos

## El formulario de una impresora
settings-printer-name = Nombre
settings-printer-name-field = Nombre de la impresora
settings-printer-name-hint = Impresora de etiquetas
settings-way = Conexión
settings-way-label-printer = Impresora de etiquetas
settings-way-office-printer = Impresora de oficina
settings-way-installed = Impresora instalada
settings-printer-address = Dirección
settings-printer-address-field = Dirección de la impresora
settings-printer-port = Puerto
settings-printer-port-field = Puerto de la impresora
settings-printer-path = Ruta
settings-printer-path-field = Ruta de la impresora
settings-queue-address = Dirección de la cola
settings-queue-address-explained = Se completa con Buscar impresoras
settings-windows-raw = Windows transmite el archivo sin cambios: solo puede imprimirlo una impresora que entienda este lenguaje
settings-office-address-explained = La impresora muestra su nombre de red o su dirección IP en su pantalla o en su página web
settings-office-check = Comprobar impresora
settings-office-check-hint = Averigua su modelo, lenguaje, resolución y papel, y los completa abajo
settings-office-checking = Comprobando la impresora
settings-office-needs-address = Escriba primero su dirección
# $printer: marca y modelo. $state: como Inactiva
settings-office-found = { $printer }. { $state }
settings-office-edge = No imprime a menos de { $inches } in del borde del papel
settings-office-ready = Imprime etiquetas al 100 % con los ajustes de abajo
settings-office-unfit = { $reason }. Configúrela como impresora instalada.
settings-office-unfit-windows = { $reason }. Guarde las etiquetas como PDF e imprímalas en tamaño real.
settings-printer-language = Lenguaje de la impresora
settings-language-zpl = ZPL (impresora de etiquetas)
settings-language-pdf = PDF (impresora de oficina)
settings-language-pwg-black = PWG ráster, negro
settings-language-tspl = TSPL (Rollo, MUNBYN, TSC, Xprinter)
settings-language-epl2 = EPL2 (impresoras de etiquetas antiguas)
settings-language-cpcl = CPCL (impresoras portátiles)
settings-printer-resolution = Resolución
settings-printer-paper-size = Papel
# $size: como 4 × 6
settings-paper-label = Etiqueta de { $size } in
settings-paper-letter = Carta, { $size } in
settings-paper-a4 = A4, { $size } in
settings-paper-other = Otro tamaño
settings-paper-width = Ancho (in)
settings-paper-width-field = Ancho del papel
settings-paper-height = Alto (in)
settings-paper-height-field = Alto del papel
settings-two-per-sheet = Dos etiquetas por hoja
settings-two-per-sheet-explained = Cada etiqueta de hasta 4 × 6 in se imprime a tamaño completo en su mitad de la hoja; las que se imprimen juntas llenan las hojas
settings-rotation = Rotación
settings-rotation-none = Ninguna
settings-rotation-right = 90° a la derecha
settings-rotation-half = 180°
settings-rotation-left = 90° a la izquierda
settings-shift-right = Mover a la derecha (puntos)
settings-shift-down = Mover hacia abajo (puntos)
settings-shift-explained = Mueve la impresión en el papel: { $dpi } puntos son 1 in; los números negativos la mueven a la izquierda o hacia arriba
settings-copies = Copias
settings-darkness = Oscuridad
settings-darkness-own = Según la impresora
settings-printer-save = Guardar impresora
settings-printer-cancel = Cancelar
settings-printer-cancel-name = Cancelar impresora
settings-problem-name = Escriba un nombre
settings-problem-name-taken = Otra impresora tiene este nombre
settings-problem-queue = Escriba una dirección, como ipp://localhost:631/printers/zebra
settings-problem-queue-windows = Escriba winspool: y el nombre de la cola, o una dirección que empiece con ipp://
settings-problem-host = Escriba un nombre o una dirección IP, como 192.168.1.50
settings-problem-port = De 1 a 65535
settings-problem-path = Como /ipp/print
settings-problem-size = Escriba pulgadas, como 2.25
settings-problem-offset = Escriba puntos enteros

## La cola de impresión
settings-queue = Cola de impresión
settings-queue-empty = Aún no se ha impreso nada
settings-queue-older = { $count ->
    [one] { $count } trabajo más antiguo
   *[other] { $count } trabajos más antiguos
}
# El nombre de un botón para lectores de pantalla. $action: uno de los siguientes mensajes
settings-job-button = { $action }: trabajo de impresión { $job }
settings-job-printed = Se imprimió
settings-job-again = Imprimir de nuevo
settings-job-forget = Quitar
settings-job-retry = Reintentar
settings-job-cancel = Cancelar

## La báscula
settings-scale = Báscula
settings-scale-choice = Pesar con
settings-scale-first = La primera que se encuentre
settings-scale-not-connected = { $scale } (no conectada)
settings-scale-unsupported = Las básculas no son compatibles con este sistema; funcionan en Linux, Windows y macOS
settings-scale-none = No se encontró ninguna báscula. Conecte una báscula USB y enciéndala; aparecerá aquí automáticamente.
settings-scale-chosen-missing = La báscula elegida no está conectada
settings-scale-automatic = Tomar automáticamente un peso estable
# $key: un atajo de teclado
settings-scale-automatic-explained = Completa un peso vacío o reemplaza uno de la báscula; los pesos que escribió se conservan. { $key } toma el peso en cualquier momento, en la unidad que muestra la báscula.
settings-scale-not-read = { $scale } es una báscula, pero Postroom no puede leerla. { $reason }
settings-scale-no-permission = Su cuenta no tiene permiso para leer la báscula. Como administrador, ponga esta línea en { $file }; después desconecte la báscula y vuelva a conectarla.
settings-scale-copy-line = Copiar línea
settings-scale-unreadable = No se pudo leer la báscula: { $reason }. Se intenta de nuevo automáticamente.
# Una báscula sin nombre. $id: como 0922:8003
settings-scale-nameless = Báscula { $id }

## La báscula en pocas palabras
settings-scale-is-missing = Báscula no conectada
settings-scale-is-unknown = Báscula no compatible
settings-scale-is-forbidden = Báscula: sin permiso
settings-scale-is-unreadable = Báscula ilegible
settings-scale-is-silent = Báscula: aún sin lectura
settings-scale-is-idle = Báscula: sin lectura nueva
settings-scale-in-other-unit = Báscula: unidad no compatible
settings-scale-is-empty = Báscula vacía
settings-scale-is-moving = Báscula en movimiento
settings-scale-is-below-zero = Báscula bajo cero
settings-scale-is-overloaded = Báscula sobrecargada
settings-scale-needs-calibration = La báscula necesita calibración
settings-scale-needs-zero = La báscula necesita ponerse a cero
settings-scale-fault = Falla de la báscula

## Por qué no se toma un peso
# $reason: uno de los siguientes mensajes
settings-not-weighed = No se pesó. { $reason }
settings-not-weighed-bought = No se pesó: inicie primero el siguiente envío
settings-not-weighed-buying = No se pesó: esta etiqueta se está comprando
settings-weigh-unsupported = Las básculas no son compatibles con este sistema
settings-weigh-no-scale = No hay ninguna báscula conectada
settings-weigh-layout = No se puede leer { $scale }. { $reason }
settings-weigh-failed = No se puede leer { $scale }: { $reason }
settings-weigh-forbidden = Sin permiso para leer la báscula; vea Configuración, Báscula y escáner
settings-weigh-silent = La báscula aún no ha mostrado un peso
settings-weigh-old = La última lectura es antigua: levante el paquete y vuelva a ponerlo
settings-weigh-empty = La báscula está vacía: ponga el paquete encima
settings-weigh-moving = La báscula aún se mueve
settings-weigh-below-zero = La báscula está bajo cero: vacíela y presione su tecla de cero
settings-weigh-overload = El paquete pesa demasiado para la báscula
settings-weigh-calibration = La báscula necesita calibración
settings-weigh-needs-zero = La báscula necesita ponerse a cero: presione su tecla de cero
settings-weigh-fault = La báscula indica una falla
settings-weigh-unknown = La báscula indica un estado desconocido
settings-scales-not-searched = No se pudieron buscar básculas: { $reason }

## Básculas que no se pueden leer
# $reason: uno de los siguientes mensajes
settings-scale-layout-unknown = Su informe tiene un formato desconocido: { $reason }
settings-scale-layout-damaged = su descripción está dañada
settings-scale-layout-not-scale = su descripción no es la de una báscula
settings-scale-layout-no-weight = no tiene exactamente un campo de peso
settings-scale-layout-order = sus estados o unidades están en un orden inusual
settings-scale-layout-state = el estado no es su primer byte
settings-scale-layout-unit = la unidad no es su segundo byte
settings-scale-layout-exponent = el exponente no es su tercer byte
settings-scale-layout-weight = el peso no son sus dos últimos bytes
settings-scale-no-description = No se describe a sí misma: { $reason }
settings-scale-report-exponent = Su informe no tiene sentido: ninguna báscula tiene ese exponente
settings-scale-report-taels = Pesa en taeles, que varían según el país: cámbiela a g u oz
settings-scale-report-tons = Pesa en toneladas, que pueden ser largas o cortas: cámbiela a kg o lb
settings-scale-report-unit = Su informe nombra una unidad que no existe

## El escáner
settings-scanner = Escáner
settings-scanner-explained = Los escáneres que escriben como un teclado no requieren configuración. Con la hoja de comandos puede escanear códigos de barras para pesar, iniciar el siguiente envío o imprimir de nuevo.
settings-print-sheet = Imprimir hoja de comandos
settings-save-sheet = Guardar hoja de comandos…
settings-sheet-needs-printer = No hay ninguna impresora configurada; agregue una en Impresoras y etiquetas
settings-express = Modo exprés: un escaneo puede comprar
settings-express-explained = Entonces, presionar Enter en el campo del peso, o escanear el código de barras de Comprar, compra la etiqueta de inmediato: solo si no falta nada, el precio es reciente y está dentro del límite, y no se acaba de comprar una etiqueta parecida. El tiempo para deshacer se mantiene, y en producción el monto se sigue confirmando.
settings-express-limit = Límite exprés por etiqueta
settings-express-limit-label = Límite exprés por etiqueta ({ $currency })

## Envíos en esta computadora
settings-sync = Envíos en esta computadora
settings-sync-fetched = { $count ->
    [one] { $count } cargado
   *[other] { $count } cargados
}
settings-sync-pause = Pausar la carga
settings-sync-continue = Reanudar la carga
settings-sync-again = Cargar de nuevo
settings-sync-explained = Puede buscar en estos envíos sin conexión a la red
settings-sync-count = { $count ->
    [one] { $count } envío
   *[other] { $count } envíos
}
settings-sync-all = { $count ->
    [one] El único envío de la cuenta
   *[other] Los { $count } envíos de la cuenta
}
settings-sync-all-of-days = { $count ->
    [one] El único envío de los últimos { $days } días
   *[other] Los { $count } envíos de los últimos { $days } días
}
# $at: una fecha y hora
settings-sync-back-to = { $count ->
    [one] { $count } envío, desde el { $at }
   *[other] { $count } envíos, desde el { $at }
}
settings-sync-running = { $count ->
    [one] { $count } envío. Cargando los más antiguos.
   *[other] { $count } envíos. Cargando los más antiguos.
}
settings-sync-running-back-to = { $count ->
    [one] { $count } envío, desde el { $at }. Cargando los más antiguos.
   *[other] { $count } envíos, desde el { $at }. Cargando los más antiguos.
}
settings-sync-paused = { $count ->
    [one] { $count } envío. La carga de los más antiguos está en pausa.
   *[other] { $count } envíos. La carga de los más antiguos está en pausa.
}
settings-sync-paused-back-to = { $count ->
    [one] { $count } envío, desde el { $at }. La carga de los más antiguos está en pausa.
   *[other] { $count } envíos, desde el { $at }. La carga de los más antiguos está en pausa.
}
settings-sync-incomplete = { $count ->
    [one] { $count } envío. { $reason }.
   *[other] { $count } envíos. { $reason }.
}

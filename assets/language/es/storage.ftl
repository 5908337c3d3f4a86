# Archivos, bases de datos y secretos de Postroom guardados en esta computadora.

## Protección de los datos
storage-failed-daily-backup = No se pudo hacer la copia de seguridad diaria
storage-failed-back-up = No se pudo hacer la copia de seguridad
# $files: una lista de los siguientes nombres
storage-backed-up = Copia de seguridad de { $files } en { $folder }
storage-name-book = la libreta de direcciones
storage-name-journal = el registro de compras
storage-name-printers = las impresoras y los trabajos de impresión
storage-name-orders = pedidos, ajustes y reglas
storage-name-outbox = lo que espera a la base de datos de la tienda
storage-failed-remove-old = No se pudieron eliminar los envíos antiguos
storage-saved = Se guardó { $file }
storage-failed-save = No se pudo guardar el archivo
storage-crashes-deleted = Informes de errores eliminados
storage-failed-delete-crashes = No se pudieron eliminar los informes de errores
storage-exported = { $count ->
    [one] Se exportó { $count } evento del registro de compras a { $file }; el último hash es { $hash }
   *[other] Se exportaron { $count } eventos del registro de compras a { $file }; el último hash es { $hash }
}
storage-failed-export = No se pudo exportar el registro de compras
storage-export-no-journal = No se exportó: el registro de compras no se puede usar
storage-salvaged = El registro de compras estaba dañado. Eventos leídos: { $events }. Compras guardadas: { $purchases }, de ellas { $doubtful } en una cadena rota. Los archivos dañados y una lista están en { $folder }
storage-salvaged-of = El registro de compras estaba dañado. Eventos leídos: { $events } de { $total }. Compras guardadas: { $purchases }, de ellas { $doubtful } en una cadena rota. Los archivos dañados y una lista están en { $folder }
storage-buying-stopped = Las compras están detenidas: { $reason }. Cierre Postroom y vuelva a iniciarlo; entonces guardará lo que se pueda leer.

## Archivos que fallan. Siguen a dos puntos y empiezan en minúscula; se agrega la causa.
storage-cannot-make-folder = no se pudo crear la carpeta { $path }
storage-cannot-open = no se pudo abrir { $path }
storage-cannot-lock = no se pudo bloquear { $path }
storage-cannot-read = no se pudo leer { $path }
storage-cannot-write = no se pudo escribir { $path }
storage-cannot-copy = no se pudo copiar { $path }
storage-cannot-move = no se pudo mover { $path }
storage-cannot-remove = no se pudo eliminar { $path }
storage-cannot-check = no se pudo comprobar si { $path } está dañado
storage-cannot-migrate = no se pudo actualizar { $path } al formato más reciente
storage-cannot-start-thread = no se pudo iniciar un hilo para { $path }
storage-damaged = { $path } está dañado: { $reason }
storage-too-new = { $path } se escribió con una versión más reciente de Postroom (formato { $found }; esta versión conoce el { $known })
storage-thread-stopped = el hilo que maneja el archivo se detuvo

## Qué tiene un archivo dañado. Siguen a dos puntos.
storage-detail-cut-off = termina en medio de una página
storage-detail-format = su número de formato es { $format }
storage-detail-not-whole = no es una base de datos completa
storage-detail-empty = está vacío
storage-detail-only-log = su registro de escritura anticipada existe, pero el archivo no
storage-detail-not-a-book = no es una libreta de direcciones
storage-detail-not-a-cache = no es una caché
storage-detail-not-a-spool = no es una cola de impresión
storage-detail-not-a-journal = no es un registro de compras
storage-detail-event = el evento { $event } no encaja en la cadena
storage-detail-event-unreadable = el evento { $event } no se puede leer: { $reason }
storage-detail-request = la solicitud de { $transaction } cambió
storage-detail-entry = { $transaction } difiere de su último evento
storage-detail-too-large = { $count ->
    [one] es demasiado grande: { $count } byte
   *[other] es demasiado grande: { $count } bytes
}

## La libreta de direcciones
storage-book-damaged = la libreta de direcciones { $path } está dañada y se dejó como está: { $reason }
storage-book-failed = no se pudo acceder a la libreta de direcciones
storage-book-not-opened = no se pudo abrir la libreta de direcciones
storage-book-closed = la libreta de direcciones está cerrada
storage-workspace-damaged = el archivo de pedidos { $path } está dañado y se dejó como está: { $reason }
storage-workspace-failed = no se pudo acceder a los pedidos
storage-workspace-not-opened = no se pudieron abrir los pedidos
storage-workspace-closed = los pedidos están cerrados
storage-detail-not-a-workspace = es una base de datos de otro programa

## La caché
storage-cache-failed = no se pudo acceder a la caché
storage-cache-not-opened = no se pudo abrir la caché
storage-cache-closed = la caché está cerrada

## La cola de impresión
storage-spool-damaged = la cola de impresión { $path } está dañada y se dejó como está: { $reason }
storage-spool-failed = no se pudo acceder a la cola de impresión
storage-spool-not-opened = no se pudo abrir la cola de impresión
storage-spool-closed = la cola de impresión está cerrada
# Por qué un trabajo cuenta como impreso; sigue a dos puntos.
storage-job-settled = confirmado por usted
# Por qué no se sabe si un trabajo se imprimió; sigue a dos puntos.
storage-job-interrupted = Postroom se cerró durante el envío

## El registro de compras
storage-journal-in-use = otra ventana de Postroom está usando el registro de compras en { $folder }
storage-journal-damaged = el registro de compras { $path } está dañado y se dejó como está: { $reason }. No se puede comprar nada hasta que se repare
storage-journal-already = esta etiqueta ya se está comprando o se compró, como transacción { $transaction }
storage-journal-over-cap = el límite diario es { $limit }, y en las últimas 24 horas se agregaron { $spent }
storage-journal-no-order = una etiqueta solo se puede comprar para un pedido
storage-journal-not-found = el registro de compras no tiene la transacción { $transaction }
# $state: la palabra del propio registro, como confirmed
storage-journal-wrong-state = no se pudo cambiar la transacción { $transaction }: su estado en el registro de compras es { $state }
storage-journal-altered = la solicitud registrada de la transacción { $transaction } ya no coincide con su suma de verificación
storage-journal-failed = no se pudo acceder al registro de compras
storage-journal-not-opened = no se pudo abrir el registro de compras
storage-journal-closed = el registro de compras está cerrado

## El llavero del sistema
# Dentro de una oración.
storage-keyring = el llavero de esta computadora
storage-keyring-windows = el Administrador de credenciales de Windows
storage-keyring-macos = el Llavero de macOS
# Lo mismo al comienzo de una oración.
storage-first-keyring = El llavero de esta computadora
storage-first-keyring-windows = El Administrador de credenciales de Windows
storage-first-keyring-macos = El Llavero de macOS
storage-keyring-absent = { $keyring } no se puede usar: { $reason }
storage-keyring-locked = { $keyring } está bloqueado
storage-keyring-dismissed = se cerró sin responder la pregunta que hizo { $keyring }
storage-keyring-timed-out = { $keyring } no respondió a tiempo
storage-keyring-too-long = el secreto de API y la contraseña superan los { $bytes } bytes que guarda { $keyring }
storage-keyring-refused = { $keyring } lo rechazó: { $reason }
storage-keyring-differs = no devolvió lo que se guardó
storage-keyring-interrupted = se interrumpió la llamada
storage-keyring-no-item = el elemento no está
storage-keyring-two-items = tiene dos elementos con el mismo nombre
storage-keyring-not-text = lo que devolvió no es texto
storage-keyring-not-decrypted = lo que devolvió no se puede descifrar
storage-keyring-error = error { $code }
storage-keyring-no-session = esta sesión no guarda credenciales
storage-keyring-no-default = no tiene un llavero predeterminado; cree uno en el programa de contraseñas del sistema
storage-keyring-no-program = ningún programa del bus de sesión guarda secretos
storage-keyring-no-bus = no hay bus de sesión

## La bóveda
storage-vault-locked = la bóveda está bloqueada
storage-vault-wrong-passphrase = esta no es la frase de contraseña de la bóveda
storage-vault-short-passphrase = una frase de contraseña tiene al menos { $count } caracteres
storage-vault-damaged = el archivo de la bóveda está dañado: { $reason }
storage-vault-too-new = el archivo de la bóveda se escribió con una versión más reciente de Postroom (formato { $format })
storage-vault-not-sealed = no se pudo cifrar la bóveda
storage-vault-unreadable = su contenido no se puede leer
storage-vault-not-a-vault = no empieza como una bóveda
storage-vault-format = ninguna versión escribió ese formato
storage-vault-cut-off = está cortado
storage-vault-checksum = su suma de verificación es incorrecta
storage-vault-cost = pide demasiada memoria o demasiado tiempo

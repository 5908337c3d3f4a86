# Reading orders from files, folders and the clipboard.

## Fields of an order that a column can fill
order-import-field-group-order = Pedido
order-import-field-group-recipient = Destinatario
order-import-field-group-parcel = Paquete
order-import-field-group-item = Artículos
order-import-field-number = Número de pedido
order-import-field-ordered = Fecha del pedido
order-import-field-ship-by = Enviar hasta el
# In the shop’s own words, for example “Expedited”
order-import-field-shipping = Método de envío
# In the shop’s own words, for example “refunded”
order-import-field-status = Situación en la tienda
order-import-field-canceled-on = Cancelado el
# A date, a tracking number, or “yes”: the order needs no label any more
order-import-field-closed-on = Enviado el
order-import-field-reference = Referencia
order-import-field-note = Nota
# Without shipping and taxes
order-import-field-total = Valor de la mercancía
order-import-field-currency = Moneda
order-import-field-name = Nombre
order-import-field-first-name = Nombre de pila
order-import-field-last-name = Apellido
order-import-field-company = Empresa
order-import-field-address = Dirección completa
order-import-field-street-1 = Calle
order-import-field-street-2 = Calle, línea 2
order-import-field-street-3 = Calle, línea 3
order-import-field-city = Ciudad
order-import-field-state = Estado
order-import-field-zip = Código ZIP
order-import-field-country = País
order-import-field-phone = Teléfono
order-import-field-email = Correo electrónico
order-import-field-preset = Ajuste predefinido
order-import-field-package-type = Tipo de paquete
order-import-field-weight = Peso
order-import-field-weight-unit = Unidad del peso
order-import-field-length = Largo
order-import-field-width = Ancho
order-import-field-height = Alto
order-import-field-size-unit = Unidad de las medidas
order-import-field-item-sku = Artículo: SKU
order-import-field-item-name = Artículo: nombre
order-import-field-item-quantity = Artículo: cantidad
order-import-field-item-weight = Artículo: peso de uno
order-import-field-item-weight-unit = Artículo: unidad del peso
order-import-field-item-value = Artículo: valor de uno
# Of all pieces of the row together
order-import-field-item-line-value = Artículo: valor de todos
order-import-field-item-origin = Artículo: país de origen
order-import-field-item-tariff-number = Artículo: número HS
# The shop’s own ID of a line of the order
order-import-field-item-line-id = Artículo: ID de la línea
order-import-field-item-status = Estado del artículo en la tienda
order-import-field-item-ships = El artículo se envía
order-import-field-shop-id = ID de pedido de la tienda
order-import-field-ignored = Omitir

## Problems of a column mapping
order-import-mapping-number-missing = Ninguna columna tiene los números de pedido
order-import-mapping-recipient-missing = Ninguna columna tiene el nombre o la empresa del destinatario
order-import-mapping-address-missing = Ninguna columna tiene la dirección
# { $field } is for example “City”
order-import-mapping-field-missing = Ninguna columna tiene el campo “{ $field }” de la dirección
order-import-mapping-rows-missing = La tabla no tiene filas debajo de su encabezado
order-import-mapping-column-missing = La tabla no tiene la columna “{ $column }”
order-import-mapping-field-twice = “{ $field }” está asignado a varias columnas: { $columns }
order-import-mapping-address-twice = “{ $column }” tiene la dirección completa, y otras columnas tienen partes de ella
# Names a column of a table without headings
order-import-mapping-nth-column = Columna { $number }
# Names the second column with a heading, for example “Name (number 2)”
order-import-mapping-nth-heading = { $column } (número { $number })

## Files

# Por qué no se puede leer un archivo
order-import-file-empty = El archivo está vacío. Si un programa todavía lo está escribiendo, espere a que termine e inténtelo de nuevo.
order-import-file-no-rows = Todas las celdas del archivo están vacías
order-import-file-too-large = El archivo tiene { $megabytes } MB; el límite es { $most_megabytes } MB. Divídalo en varios archivos.
order-import-file-unpacks-too-large = El libro tiene { $megabytes } MB al descomprimirlo; el límite es { $most_megabytes } MB. Divídalo en varios archivos.
order-import-file-too-many-cells = La tabla tiene más de { $most } celdas. Elimine las columnas y hojas que no necesite, o divídala en varios archivos.
order-import-file-password = El libro está protegido con contraseña. Ábralo en el programa de hojas de cálculo, guarde una copia sin contraseña e importe la copia.
order-import-file-unfinished = Falta el final del archivo. Si un programa todavía lo está escribiendo o descargando, espere a que termine; si no, guárdelo o descárguelo de nuevo.
order-import-file-damaged = El libro está dañado y no se puede leer. Ábralo en el programa de hojas de cálculo, guárdelo de nuevo e importe el archivo nuevo.
order-import-file-is-pdf = Esto es un PDF, no una tabla. Exporte los pedidos como archivo CSV o como hoja de cálculo.
order-import-file-is-picture = Esto es una imagen, no una tabla. Exporte los pedidos como archivo CSV o como hoja de cálculo.
order-import-file-is-archive = Esto es un archivo comprimido con otros archivos. Descomprímalo e importe la tabla que contiene.
order-import-file-is-document = Esto es un documento, no una tabla. Copie la tabla a una hoja de cálculo e importe la hoja de cálculo.
order-import-file-is-web-page = Esto es una página web, aunque tenga nombre de hoja de cálculo. Ábrala en el programa de hojas de cálculo, guárdela como .xlsx o CSV e importe el archivo nuevo.
order-import-file-is-data = Esto es un archivo XML o JSON, no una tabla. Exporte los pedidos como archivo CSV o como hoja de cálculo.
order-import-file-is-foreign-spreadsheet = Este tipo de hoja de cálculo no se puede leer. Ábrala en su programa, guárdela como .xlsx o CSV e importe el archivo nuevo.
order-import-file-is-lock-file = Este archivo solo indica que un libro está abierto en un programa de hojas de cálculo. Importe el libro mismo.
order-import-file-is-unknown = Esto no es una tabla. Puede importar archivos CSV y de texto, y archivos .xlsx, .xls, .xlsb y .ods.
order-import-file-timed-out = Leer el libro tardó demasiado y se detuvo. Guárdelo como CSV e importe el archivo nuevo.
order-import-file-out-of-memory = Leer el libro necesitaba más memoria de la permitida. Guárdelo como CSV e importe el archivo nuevo.
order-import-file-worker-died = El libro hizo fallar el proceso que lo lee. Guárdelo como CSV e importe el archivo nuevo.
order-import-file-worker-start = No se pudo iniciar el proceso que lee los libros: { $reason }

# Codificaciones de caracteres, además de las de direcciones
order-import-file-encoding-hebrew = Hebreo (Windows)
order-import-file-encoding-arabic = Árabe (Windows)
order-import-file-encoding-vietnamese = Vietnamita (Windows)
order-import-file-encoding-thai = Tailandés (Windows)
order-import-file-encoding-mac-roman = Occidental (Mac)
order-import-file-encoding-dos-western = Occidental (DOS, página de códigos 850)
order-import-file-encoding-dos-united-states = Estados Unidos (DOS, página de códigos 437)
order-import-file-encoding-dos-cyrillic = Cirílico (DOS, página de códigos 866)

## La carpeta vigilada
order-import-folder-unavailable = No se pudo leer la carpeta vigilada: { $reason }. Sus archivos se importarán cuando vuelva a estar disponible.
order-import-folder-imported = Se importó { $file }. Pedidos nuevos: { $added }. Cambiados: { $updated }. Sin cambios: { $unchanged }. Cambiados en el archivo, pero ya comprados: { $kept }. Requieren atención: { $attention }.{ $refused ->
    [0] {""}
   *[other] {" "}No importados: { $refused }; el archivo de resultados dice por qué.
}
# $first: un archivo de la carpeta “done”
order-import-folder-imported-before = { $file } no se importó de nuevo: { $first } tiene el mismo contenido
order-import-folder-refused = No se pudo importar { $file }: { $reason }
order-import-folder-waits = { $file } sigue en la carpeta vigilada: { $reason }
order-import-folder-paused = Los archivos de la carpeta vigilada no se pueden importar en este momento: { $reason }
# Una nota en el archivo de resultados
order-import-folder-same-content = { $file } tiene el mismo contenido

## Por qué un archivo queda en la carpeta vigilada o no se importa. Siguen a dos puntos.
order-import-folder-empty = está vacío
order-import-folder-in-use = otro programa lo está usando
# $lock: el nombre de un archivo que el programa de oficina deja si falla
order-import-folder-open = está abierto en un programa de oficina. Si no es así, elimine { $lock }
order-import-folder-too-large = tiene más de { $megabytes } MB
order-import-folder-is-link = es un vínculo a otra carpeta
order-import-folder-not-moved-done = se importó, pero no se pudo mover a la carpeta “done” ({ $reason })
order-import-folder-not-moved-failed = no se puede importar ni se pudo mover a la carpeta “failed” ({ $reason })
order-import-unattended-overtaken = otras computadoras cambian estos pedidos continuamente

## Por qué un archivo no se importa cuando no hay nadie a quien preguntar
order-import-unattended-sheet = No hay ninguna hoja “{ $name }” con filas; el archivo tiene { $sheets }
# $arguments: what to give the command, such as --answer weight-unit=lb
order-import-unattended-question = { $question } ({ $examples }) Responda con --answer y una de: { $arguments }
order-import-unattended-unsure = No todas las columnas de la tabla se conocen con certeza
# Sigue a los problemas y preguntas
order-import-unattended-advice = Importe el archivo una vez en Pedidos, resuelva esto allí y guarde la asignación. Después se usará para los archivos con estas columnas.

# One field of an order that a newer file changed after its label was bought
order-import-merge-field = { $field }: { $after } en lugar de { $before }
order-import-merge-field-new = { $field }: { $after } es nuevo
order-import-merge-field-gone = { $field }: { $before } ya no está

## Rows that are no orders
order-import-row-skipped-blank = La fila está vacía
order-import-row-skipped-heading = La fila repite los encabezados
order-import-row-skipped-total = La fila es un total
order-import-row-skipped-nothing-to-ship = Nada del pedido se envía: una tarjeta de regalo o una propina
order-import-row-skipped-hidden = La hoja de cálculo oculta la fila
order-import-row-skipped-footer = La fila la escribe la tienda debajo de sus pedidos

## Questions about a whole column
order-import-question-weight-unit = ¿En qué unidad están los pesos de “{ $column }”?
order-import-question-length-unit = ¿En qué unidad están las medidas de “{ $column }”?
order-import-question-decimal-mark = ¿Cómo se escriben los decimales en “{ $column }”?
order-import-question-date-order = ¿Qué va primero en las fechas de “{ $column }”?
order-import-question-currency = ¿En qué moneda están los montos de “{ $column }”?
order-import-question-weight-is = ¿De qué es el peso de “{ $column }”?
order-import-question-same-number = Ya hay pedidos con estos números para otros destinatarios. ¿Qué son los del archivo?
# $word: what the shop writes, for example on its way
order-import-question-status = ¿Qué significa “{ $word }” en “{ $column }”?
order-import-question-shipping = ¿Lleva un transportista lo que dice “{ $word }” en “{ $column }”?
order-import-question-item = ¿Se envía “{ $word }” en el paquete?
order-import-question-pieces = Ninguna columna tiene el número de piezas. ¿Es cada fila una pieza?
order-import-question-equal-rows = Hay filas de un pedido iguales en todas las celdas. ¿Qué son?
order-import-question-hidden-rows = { $rows ->
    [one] La hoja de cálculo oculta { $rows } fila. ¿También es un pedido?
   *[other] La hoja de cálculo oculta { $rows } filas. ¿También son pedidos?
}
# $examples: cells of the column with a dot between them
order-import-question-detail = { $rows ->
    [one] Afecta a { $rows } fila, por ejemplo: { $examples }
   *[other] Afecta a { $rows } filas, por ejemplo: { $examples }
}
order-import-question-answer-oz = Onzas (oz)
order-import-question-answer-lb = Libras (lb)
order-import-question-answer-g = Gramos (g)
order-import-question-answer-kg = Kilogramos (kg)
order-import-question-answer-in = Pulgadas (in)
order-import-question-answer-cm = Centímetros (cm)
order-import-question-answer-mm = Milímetros (mm)
order-import-question-answer-m = Metros (m)
order-import-question-answer-ft = Pies (ft)
order-import-question-answer-yd = Yardas (yd)
order-import-question-answer-point = Con punto, como en 0.5
order-import-question-answer-comma = Con coma, como en 0,5
order-import-question-answer-month-first = El mes, como en 12/31/2026
order-import-question-answer-day-first = El día, como en 31/12/2026
order-import-question-answer-of-order = Del pedido completo
order-import-question-answer-of-piece = De una unidad del artículo
order-import-question-answer-ship = Enviar
order-import-question-answer-carried = Sí, un transportista
order-import-question-answer-sent = Sí, se envía
order-import-question-answer-not-sent = No: propina, cargo o tarjeta regalo por correo electrónico
order-import-question-answer-held = Esperar: sin pagar o retenido
order-import-question-answer-not-carried = No: lo recogen o no se envía nada
order-import-question-answer-closed = Terminado: enviado o reembolsado
order-import-question-answer-canceled = Cancelado
order-import-question-answer-one-piece = Sí, una pieza
order-import-question-answer-each-row = Cada fila cuenta
order-import-question-answer-same-row = Una fila escrita dos veces
order-import-question-answer-another-order = Otros pedidos, de otra tienda
order-import-question-answer-same-order = Los mismos pedidos, cambiados
order-import-question-answer-hidden-in = Importarlas
order-import-question-answer-hidden-out = Omitirlas

## What was repaired in a row
# $text: the ZIP as the file has it, for example 2035
order-import-note-zip-restored = Fila { $row }, “{ $column }”: la hoja de cálculo había quitado ceros al inicio de { $text }
order-import-note-line-left-out = Fila { $row }, “{ $column }”: { $text } no se envía con este pedido, o se envió antes
order-import-note-date-ignored = Fila { $row }, “{ $column }”: { $text } no es una fecha y se omitió
order-import-note-cell-repaired = Fila { $row }, “{ $column }”: { $text } se leyó como el número o la fecha que la hoja de cálculo había guardado así
order-import-note-state-filled = Fila { $row }, “{ $column }”: el archivo no tenía estado; { $text } es el de la ciudad

## What an import does to an order that is there
order-import-merge-new = Nuevo
order-import-merge-unchanged = Sin cambios
# $fields, $kept: lists of fields, for example “City and Weight”
order-import-merge-changed = Cambió: { $fields }
order-import-merge-kept = Cambió en el archivo y lo cambió una persona, cuya versión se conserva: { $fields }
order-import-merge-changed-and-kept = Cambió: { $fields }. Cambió en el archivo y lo cambió una persona, cuya versión se conserva: { $kept }
order-import-merge-problems-changed = Problemas distintos de los anteriores
order-import-merge-bought = Cambió en el archivo, pero la compra ya está en curso o hecha: { $fields }
order-import-merge-agrees = El archivo coincide otra vez con el pedido comprado
order-import-merge-duplicate = El mismo pedido ya está antes en el archivo
order-import-merge-unreadable = El pedido se guardó con una versión más nueva de Postroom y queda como está
order-import-merge-field-size = Medidas
order-import-merge-field-items = Artículos
order-import-merge-field-canceled = Cancelado en la tienda
order-import-merge-field-columns = Otras columnas

# La carpeta cuyos archivos de pedidos se importan sin una persona, en Configuración.
watched-folder = Carpeta vigilada
watched-folder-explained = Los archivos de pedidos de esta carpeta de esta computadora se importan solos mientras tenga la sesión iniciada. Un archivo importado pasa a su carpeta “done”; cualquier otro, a “failed”.
watched-folder-path = Carpeta
watched-folder-empty = Escriba o elija primero una carpeta
watched-folder-relative = Escriba la ruta completa, desde la raíz del disco
watched-folder-begin = Vigilar esta carpeta
watched-folder-choose = Elegir la carpeta que se vigila
watched-folder-end = Dejar de vigilar
watched-folder-signed-out = Los archivos se importan cuando inicie sesión
watched-folder-nothing-yet = Aún no se tomó ningún archivo
watched-folder-last = { $age }: { $words }
watched-folder-file = Carpeta que se vigila

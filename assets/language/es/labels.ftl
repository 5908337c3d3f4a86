# Archivos de etiquetas: leer, comprobar, guardar.

## Comprobación del código de barras

labels-verified = Código de barras verificado
labels-all-verified = { $count ->
    [one] Código de barras de { $count } paquete verificado
   *[other] Códigos de barras de los { $count } paquetes verificados
}
labels-reads = El código de barras dice { $number }
labels-read = Los códigos de barras dicen { $numbers }
labels-no-barcode = No se pudo leer ningún código de barras en esta etiqueta
labels-not-compared = El código de barras no se verificó: aún no se conoce el número de seguimiento
labels-differs = El código de barras dice { $found }, pero el número de seguimiento es { $number }. No use esta etiqueta.
labels-other-code = No se sabe de ningún código que tenga el número de seguimiento { $number }. Compárelo con el número impreso en la etiqueta. Los códigos dicen { $found }
labels-of-other-package = Esta etiqueta tiene el código de barras del paquete { $package }, { $number }. No use esta etiqueta.
labels-wrong-size = La etiqueta mide { $width } × { $height } in, pero se pidió { $asked_width } × { $asked_height } in
labels-missing = { $missing ->
    [one] Falta { $missing } de { $packages } etiquetas; descargue de nuevo la etiqueta
   *[other] Faltan { $missing } de { $packages } etiquetas; descargue de nuevo la etiqueta
}
labels-of-package = Paquete { $package }: { $finding }

## Por qué no se puede mostrar un archivo de etiqueta

labels-too-large = El archivo de etiqueta tiene { $megabytes } MB; el límite es { $most_megabytes } MB
labels-too-many-pixels = La página de la etiqueta es demasiado grande para mostrarla: { $width } × { $height } píxeles
labels-empty = El archivo de etiqueta está vacío
labels-unknown-type = El archivo no es PDF, PNG, JPEG, TIFF, GIF ni ZPL
labels-printer-language = La etiqueta está en { $language }, un lenguaje propio de impresoras que aquí no se puede mostrar. Una impresora configurada con { $language } la imprime tal cual
labels-encrypted = El archivo PDF de la etiqueta está protegido con contraseña
labels-broken = El archivo { $kind } de la etiqueta está dañado y no se puede mostrar
labels-no-page = El archivo { $kind } de la etiqueta no tiene páginas que mostrar
labels-unsupported = Este tipo de archivo { $kind } no se puede mostrar: { $reason }
labels-unknown-compression = su compresión { $method } no es compatible
labels-unknown-colors = sus colores { $colors } no son compatibles
labels-not-whole = No se puede dibujar toda la etiqueta: { $reason }
labels-timed-out = Dibujar la etiqueta tardó demasiado y se detuvo
labels-out-of-memory = Dibujar la etiqueta necesitaba más memoria de la permitida
labels-worker-died = El archivo de etiqueta hizo fallar el proceso que lo dibuja
labels-worker-start = No se pudo iniciar el proceso que dibuja las etiquetas: { $reason }

## Lo que se dibuja distinto de lo que pide el archivo; se enumera tras "Esta imagen es distinta:"

labels-more-pages = solo se muestran las primeras { $most } páginas
labels-more-commands = solo se leen los primeros { $most } comandos
labels-more-copies = el archivo pide { $asked } copias; se muestran { $most }
labels-damaged-page = una página posterior a la última mostrada está dañada
labels-not-drawn = no se pudo dibujar { $symbol } con “{ $data }”
labels-symbol-text = texto
labels-symbol-aztec = un código Aztec
labels-symbol-codabar = un código de barras Codabar
labels-symbol-codablock = un CODABLOCK
labels-symbol-code-11 = un código de barras Code 11
labels-symbol-code-128 = un código de barras Code 128
labels-symbol-code-39 = un código de barras Code 39
labels-symbol-code-49 = un código de barras Code 49
labels-symbol-code-93 = un código de barras Code 93
labels-symbol-databar = un GS1 DataBar
labels-symbol-data-matrix = un Data Matrix
labels-symbol-ean-13 = un código de barras EAN-13
labels-symbol-ean-8 = un código de barras EAN-8
labels-symbol-extension = una extensión UPC o EAN
labels-symbol-industrial = un código de barras Industrial 2 of 5
labels-symbol-interleaved = un código de barras Interleaved 2 of 5
labels-symbol-logmars = un código de barras LOGMARS
labels-symbol-maxicode = un MaxiCode
labels-symbol-micro-pdf417 = un MicroPDF417
labels-symbol-msi = un código de barras MSI
labels-symbol-pdf417 = un PDF417
labels-symbol-plessey = un código de barras Plessey
labels-symbol-postal = un código de barras postal
labels-symbol-qr = un código QR
labels-symbol-standard = un código de barras Standard 2 of 5
labels-symbol-tlc39 = un TLC39
labels-symbol-upc-a = un código de barras UPC-A
labels-symbol-upc-e = un código de barras UPC-E
labels-unknown-command = el comando ^{ $name } es desconocido
labels-older-data-matrix = una impresora dibuja el Data Matrix en una forma anterior, de calidad { $quality }, y no como se muestra
labels-older-qr = una impresora dibuja el código QR en su forma anterior, modelo 1, y no como se muestra
labels-unknown-charset = el juego de caracteres { $number } es desconocido; se usa el anterior
labels-absent-graphic = el gráfico { $name } no está en el archivo
labels-more-graphics = el archivo guarda más gráficos de los que caben en una impresora
labels-graphic-size = un gráfico no tiene puntos o tiene demasiados
labels-graphic-data = los datos de un gráfico están dañados
labels-graphic-checksum = la suma de verificación de un gráfico no coincide con sus datos; la impresora puede omitir el gráfico
labels-absent-format = el formato guardado { $name } no está en el archivo
labels-endless-format = el formato guardado { $name } se llama a sí mismo
labels-other-font = el texto en la fuente { $name } se muestra en la fuente A de la impresora
labels-foreign-script = “{ $text }” necesita una fuente que quizá la impresora no tenga
labels-printer-clock = la impresora pone la fecha y la hora al imprimir; se muestran las actuales
labels-tag-data = la impresora añade lo que lee de la etiqueta RFID
labels-foreign-picture = el gráfico { $name } es un archivo BMP o PCX y no se muestra
labels-refused-barcode = la impresora imprime “INVALID - { $code }” en lugar de { $symbol }
labels-divided-barcode = la impresora reparte los datos largos de { $symbol } entre los lugares de ^FM; se muestra uno
labels-marked-aztec = la impresora marca el código Aztec como menú o como uno de varios, y no como se muestra
labels-linked-font = la impresora toma las letras que le faltan a una fuente de la fuente enlazada { $name }
labels-embedded-fields = la impresora pone otros campos en lugar de los números de “{ $data }”

## Tinta fuera de la página

labels-ink-right = { $dots ->
    [one] La tinta de la etiqueta termina { $dots } punto a la derecha de { $inches } in; la impresora puede cortarla
   *[other] La tinta de la etiqueta termina { $dots } puntos a la derecha de { $inches } in; la impresora puede cortarla
}
labels-ink-below = { $dots ->
    [one] La tinta de la etiqueta termina { $dots } punto por debajo de { $inches } in; la impresora puede cortarla
   *[other] La tinta de la etiqueta termina { $dots } puntos por debajo de { $inches } in; la impresora puede cortarla
}
labels-ink-right-and-below = La tinta de la etiqueta termina { $right_dots ->
    [one] { $right_dots } punto
   *[other] { $right_dots } puntos
} a la derecha de { $right } in y { $below_dots ->
    [one] { $below_dots } punto
   *[other] { $below_dots } puntos
} por debajo de { $below } in; la impresora puede cortarla

## Errores con un archivo: el título y qué hacer

labels-error-draw = No se pudo dibujar la etiqueta
labels-error-check = No se pudo verificar la etiqueta
labels-error-save = No se pudo guardar la etiqueta
labels-error-save-pdf = No se pudo guardar un solo PDF
labels-error-draw-form = No se pudo dibujar el formulario
labels-error-save-form = No se pudo guardar el formulario
labels-error-draw-command-sheet = No se pudo dibujar la hoja de comandos
labels-kept-as-delivered = El archivo se conserva: guárdelo o descárguelo de nuevo
labels-not-drawn-advice = Inténtelo de nuevo. Si vuelve a ocurrir, envíe el diagnóstico desde Configuración.
labels-form-signed-out = No ha iniciado sesión y el formulario no está guardado en esta computadora
labels-form-signed-out-advice = Inicie sesión y descárguelo de nuevo
labels-containers-gone = Las etiquetas ya no se guardan en esta computadora
labels-containers-gone-advice = Créelas de nuevo; las etiquetas de contenedor son gratuitas
labels-form-not-made = El transportista aún no ha creado el formulario
labels-form-not-made-advice = Aparece automáticamente cuando se crea el manifiesto
labels-too-many-pages = { $most ->
    [one] Las etiquetas tienen más de { $most } página
   *[other] Las etiquetas tienen más de { $most } páginas
}
labels-too-many-pages-advice = Seleccione menos envíos; no se guardó nada

## Archivos guardados

labels-saved = Se guardó en { $path }
labels-saved-many = { $count ->
    [one] Se guardó { $count } archivo en { $path }
   *[other] Se guardaron { $count } archivos en { $path } y su carpeta
}
labels-nothing-to-save = No hay nada que guardar
labels-name-of-many = { $date }_{ $count } etiquetas

## El patrón para los nombres de archivo: qué significan los marcadores

labels-name-date = la fecha de compra
labels-name-carrier = el transportista
labels-name-service = el servicio
labels-name-tracking = el número de seguimiento
labels-name-recipient = el nombre del destinatario
labels-name-order = el primer texto de la etiqueta
labels-name-package = el número de paquete, si hay varios
labels-name-unclosed = Falta la {"}"} de una {"{"}
labels-name-unopened = Falta la {"{"} de una {"}"}
labels-name-unknown = No existe {"{"}{ $name }{"}"}

# El panel de direcciones y la libreta de direcciones.

## El panel
addresses-title = Direcciones
addresses-kept-here = En esta computadora
addresses-kept-shared = Compartidas con otros puestos
addresses-loading = Abriendo la libreta de direcciones…
addresses-offline = Sin conexión: para verificar direcciones y obtener ID se necesita el servicio
addresses-busy = Otra tarea está usando la libreta de direcciones
addresses-new = Nueva dirección
addresses-import = Importar…
addresses-import-hint = Importe un archivo CSV o vCards. Primero verá una vista previa. También puede soltar el archivo aquí.
addresses-export = Exportar…
addresses-nothing-to-export = No hay direcciones para exportar
addresses-find-duplicates = Buscar duplicados
addresses-too-few-to-compare = Hay menos de dos direcciones
addresses-check-all = Verificar todas
addresses-check-all-hint = Verificar todas las direcciones de la lista que aún no se han verificado
addresses-nothing-to-check = No hay direcciones para verificar
addresses-cancel = Cancelar

## El panel vacío y la búsqueda
addresses-none-title = Aún no hay direcciones
addresses-none = Agregue una dirección o importe un archivo CSV o vCard. También puede soltar el archivo aquí.
addresses-none-add = Agregar dirección
addresses-no-matches-title = Sin coincidencias
addresses-no-matches = Cada palabra que escriba debe ser el comienzo de una palabra de la dirección
addresses-show-all = Mostrar todas las direcciones
addresses-search = Buscar direcciones
addresses-search-hint = Buscar nombre, calle, ciudad, código ZIP, teléfono, correo
addresses-group = Grupo
addresses-all-groups = Todos los grupos
# Un grupo de la lista de grupos, con el número de sus direcciones
addresses-group-members = { $name } ({ $count })
addresses-count = { $count ->
    [one] { $count } dirección
   *[other] { $count } direcciones
}
# Direcciones que coinciden con la búsqueda, de todas las de la libreta
addresses-count-matching = { $count } de { $total }
addresses-count-capped = Se muestran las { $count } más recientes. Escriba otra palabra para acotar la búsqueda.

## La lista
# Lo que dice un lector de pantalla después de «Tabla de»
addresses-table = direcciones
# Una fila que aún no se ha cargado
addresses-row = Fila { $number }
addresses-column-address = Dirección
# El resultado de la verificación de una dirección
addresses-column-check = Verificación
# Hace cuánto se envió un paquete a la dirección
addresses-column-last-sent = Último envío
addresses-not-checked = Sin verificar
addresses-checked = Verificada
# El usuario conservó la dirección aunque el servicio sugirió otra
addresses-kept-as-typed = Sin cambios
# El servicio no conoce la dirección tal como está
addresses-check-failed = Revisar
addresses-check-failed-why = En la última comprobación, el servicio no encontró esta dirección tal como está. Comprobar le pregunta el motivo.
addresses-residential = Residencial
addresses-commercial = Comercial

## Una dirección
addresses-close = Cerrar dirección
addresses-ship-to = Enviar a esta dirección
addresses-ship-from = Enviar desde aquí
addresses-edit = Editar…
addresses-check = Verificar
addresses-check-name = Verificar dirección
addresses-checking = Verificando la dirección…
addresses-being-checked = Esta dirección se está verificando
# Distingue los botones de esta dirección de los de otras: «Conservar la mía: dirección»
addresses-verdict = dirección
addresses-service-id = ID en el servicio
addresses-store = Guardar en el servicio
addresses-store-hint = El servicio asigna un ID exactamente a esta dirección; las solicitudes pueden usarlo en lugar de la dirección
addresses-storing = Guardando en el servicio…
# $age: por ejemplo «hace 4 min»
addresses-last-sent = Último paquete enviado aquí: { $age }
addresses-changed-by = Último cambio por { $by }
addresses-delete = Eliminar…
addresses-delete-title = ¿Eliminar { $name }?
addresses-delete-words = Los envíos conservan su propia copia de la dirección. Puede deshacerlo hasta el próximo cambio en la libreta de direcciones.
addresses-delete-yes = Eliminar dirección

## Campos
addresses-field-name = Nombre
addresses-field-company = Empresa
addresses-field-street = Calle
addresses-field-street-2 = Calle, línea 2
addresses-field-street-3 = Calle, línea 3
addresses-field-city = Ciudad
addresses-field-state = Estado
addresses-field-zip = Código ZIP
addresses-field-country = País
addresses-field-phone = Teléfono
addresses-field-email = Correo electrónico
addresses-field-groups = Grupos
# Si es residencial o comercial
addresses-field-kind = Tipo de dirección
addresses-kind-unknown = Desconocido

## El formulario
addresses-edit-title = Editar dirección
addresses-paste = Pegar dirección completa
# Vuelve del cuadro para pegar una dirección a los campos
addresses-type-instead = Completar los campos
addresses-block = Dirección completa
addresses-block-hint = Nombre, calle, ciudad, estado y código ZIP, cada uno en su línea
addresses-block-empty = Primero pegue una dirección
# Reparte la dirección pegada en los campos
addresses-block-fill = Usar esta dirección
# Un ejemplo de dos grupos. El separador siempre es un punto y coma.
addresses-groups-hint = Clientes; Devoluciones
addresses-save = Guardar dirección
addresses-close-form = Cerrar formulario
addresses-problem-name = Falta el nombre o la empresa
addresses-problem-street = Falta la calle
addresses-problem-city = Falta la ciudad o el código ZIP
addresses-problem-country = País desconocido

## Cambios que se pueden deshacer
addresses-select = Seleccionar { $name }
addresses-selected = { $count ->
    [one] { $count } seleccionada
   *[other] { $count } seleccionadas
}
addresses-select-none = Quitar selección
addresses-check-selected = Verificar las direcciones seleccionadas
addresses-delete-selected = Eliminar las direcciones seleccionadas
addresses-undo-changed = Se modificó { $name }
addresses-undo-deleted = Se eliminó { $name }
addresses-undo-deleted-many = { $count ->
    [one] Se eliminó { $count } dirección
   *[other] Se eliminaron { $count } direcciones
}
addresses-undo-merged = Se combinaron { $first } y { $second }
addresses-undo-shared = { $addresses ->
    [one] Dos puestos cambiaron { $addresses } dirección. Deshacer recupera la otra versión.
   *[other] Dos puestos cambiaron { $addresses } direcciones. Deshacer recupera las otras versiones.
}
addresses-attempted-share = No se pudo compartir la libreta de direcciones
addresses-shared-both = { $name }: { $by } cambió esta dirección al mismo tiempo, a «{ $theirs }». Ahora dice «{ $mine }». Deshacer, en la libreta de direcciones, recupera la otra.
addresses-shared-removed-here = { $name } se eliminó aquí y { $by } cambió la dirección al mismo tiempo. Queda como está allí.
addresses-shared-removed-there = { $by } eliminó { $name } mientras la dirección se cambiaba aquí. Queda como está aquí.
addresses-shared-more = { $addresses ->
    [one] Dos puestos cambiaron al mismo tiempo { $addresses } dirección más.
   *[other] Dos puestos cambiaron al mismo tiempo { $addresses } direcciones más.
}

## Verificación de direcciones
addresses-sign-in-to-check = Primero inicie sesión: el servicio verifica las direcciones
addresses-sign-in-to-store = Primero inicie sesión: el servicio asigna el ID
addresses-check-good = Dirección verificada
addresses-check-suggestion = El servicio sugiere { $address }

## Exportación
addresses-export-as = Exportar como
addresses-export-choose = Elegir ubicación…
addresses-export-choose-name = Elegir dónde guardar las direcciones
addresses-export-cancel-name = Cancelar exportación
addresses-exported = { $count ->
    [one] Se exportó { $count } dirección a { $path }
   *[other] Se exportaron { $count } direcciones a { $path }
}
# Causas, seguidas de dos puntos y los detalles
addresses-export-unreadable = no se pudo leer la libreta de direcciones
addresses-export-unwritable = no se pudo escribir el archivo
addresses-export-cut = se interrumpió la exportación

## Importación: el archivo
addresses-import-loading = Leyendo el archivo…
addresses-import-close = Cerrar
addresses-import-close-name = Cerrar importación
addresses-import-title = Importar
addresses-import-all-readable = { $count ->
    [one] { $count } fila, legible
   *[other] { $count } filas, todas legibles
}
# En lugar de “todas se pueden leer” mientras se dejan columnas fuera
addresses-import-found-rows = { $count ->
    [one] Se encontró { $count } fila
   *[other] Se encontraron { $count } filas
}
# $names: los encabezados de las columnas
addresses-import-unused-columns = { $count ->
    [one] { $count } columna no se importa: { $names }
   *[other] { $count } columnas no se importan: { $names }
}
addresses-import-unused-advice = Elija abajo qué contiene cada una de estas columnas
addresses-import-some-readable = { $good ->
    [one] { $good } fila legible
   *[other] { $good } filas legibles
}, { $bad ->
    [one] { $bad } omitida
   *[other] { $bad } omitidas
}
addresses-import-nothing = Ninguna fila se puede leer como dirección
addresses-import-rows = { $count ->
    [one] Importar { $count } fila
   *[other] Importar { $count } filas
}
addresses-import-rows-name = Importar filas
addresses-import-promise = No se guarda nada hasta que elija Importar. Las direcciones que ya están en la libreta no cambian.
addresses-import-encoding = Codificación de caracteres
addresses-import-separator = Separador
addresses-import-comma = Coma
addresses-import-semicolon = Punto y coma
addresses-import-tab = Tabulación
addresses-import-bar = Barra vertical
# Para las filas que no indican el país
addresses-import-country = País predeterminado
addresses-import-headings = La primera línea contiene los nombres de las columnas
# Sobre las columnas del archivo: el campo, el nombre en el archivo, un ejemplo
addresses-import-as = Importar como
addresses-import-file-column = Columna
addresses-import-example = Primera fila
addresses-import-column = Columna { $number }
addresses-import-column-name = Columna { $number }: { $heading }
# La columna no se importa
addresses-import-skip-column = Omitir

## Importación: las filas
addresses-import-line = Línea
# Por qué se omite una fila
addresses-import-reason = Motivo
addresses-import-skipped = { $count ->
    [one] Se omite { $count } fila
   *[other] Se omiten { $count } filas
}
# Lo que dice un lector de pantalla después de «Tabla de»
addresses-import-skipped-table = filas omitidas
# Lo que dice un lector de pantalla después de «Tabla de»
addresses-import-table = filas por importar
addresses-import-first-rows = Primeras { $shown } de { $count } filas
addresses-import-all-rows = { $count ->
    [one] { $count } fila por importar
   *[other] { $count } filas por importar
}
addresses-import-added = Agregada
addresses-import-duplicate = Ya está en la libreta
addresses-import-bad-row = Esta fila no se puede leer
addresses-import-bad-letters = Algunos caracteres no se pueden leer; elija otra codificación de caracteres
addresses-import-long-cell = Una celda tiene más de { $most } caracteres
addresses-import-unknown-country = País desconocido: { $name }
addresses-import-card-cut = La vCard está incompleta
addresses-import-card-empty = La vCard no tiene dirección postal

## Codificaciones de caracteres
addresses-encoding-latin1 = Latin-1 (Windows)
addresses-encoding-central-european = Europeo central (Windows)
addresses-encoding-cyrillic = Cirílico (Windows)
addresses-encoding-greek = Griego (Windows)
addresses-encoding-turkish = Turco (Windows)
addresses-encoding-baltic = Báltico (Windows)
addresses-encoding-japanese = Japonés (Shift JIS)
addresses-encoding-chinese-simplified = Chino (GB 18030)
addresses-encoding-chinese-traditional = Chino (Big5)
addresses-encoding-korean = Coreano (EUC-KR)
addresses-encoding-utf16-big-endian = UTF-16 (big-endian)

## Duplicados
addresses-duplicates-loading = Comparando direcciones…
addresses-duplicates-back = Volver a la lista
addresses-duplicates-none-title = No hay duplicados
addresses-duplicates-none = No hay dos direcciones con el mismo nombre, calle, código ZIP y país
addresses-duplicates-count = { $count ->
    [one] { $count } par parece ser la misma dirección
   *[other] { $count } pares parecen ser la misma dirección
}
addresses-pair = Par { $number }
# Encabeza la dirección de un par que se conserva
addresses-pair-keep = Conservar
# Encabeza la dirección de un par que se combina con la otra
addresses-pair-remove = Quitar
addresses-pair-result = Después de combinar
addresses-merge = Combinar
addresses-merge-name = Combinar: par { $number }
# Cambia cuál de las dos direcciones se conserva
addresses-keep-other = Conservar la otra
addresses-keep-other-name = Conservar la otra: par { $number }
addresses-keep-both = Conservar ambas
addresses-keep-both-name = Conservar ambas: par { $number }
addresses-merge-undo = Puede deshacerlo hasta el próximo cambio en la libreta de direcciones

## Lo que se intentó, en errores y títulos de tareas
addresses-attempted-read = No se pudo leer la libreta de direcciones
addresses-attempted-use = No se pudo usar la libreta de direcciones
addresses-attempted-change = No se pudo cambiar la libreta de direcciones
addresses-attempted-read-file = No se pudo leer el archivo
addresses-work-check = Verificando direcciones
addresses-work-import = Importando direcciones
# Los títulos de las mismas tareas cuando todas las filas salieron bien
addresses-work-all-checked = Direcciones verificadas
addresses-work-all-imported = Importación terminada
addresses-attempted-import = No se pudieron importar las direcciones
addresses-attempted-export = No se pudieron exportar las direcciones
addresses-attempted-duplicates = No se pudieron buscar duplicados
addresses-attempted-merge = No se pudieron combinar las dos direcciones

## Por qué no se puede importar un archivo y qué hacer
addresses-import-unreadable = { $file }: { $reason }
addresses-import-unreadable-advice = Revise la ubicación del archivo e inténtelo de nuevo; no se cambió nada
addresses-import-too-large = el archivo supera los 512 MB
addresses-import-empty = { $file } no contiene direcciones
addresses-import-empty-advice = Elija un archivo CSV o vCard
addresses-import-row-advice = Corrija la línea del archivo e impórtelo de nuevo

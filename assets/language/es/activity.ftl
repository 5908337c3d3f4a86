# El panel Actividad.
activity-title = Actividad
activity-explained = Sin claves, contraseñas ni contenidos
activity-copy-all = Copiar todo
# Mientras la lista está filtrada
activity-copy-shown = Copiar estas
activity-nothing-to-copy = Aún no hay nada que copiar
activity-empty = Aún no hay solicitudes
activity-empty-explained = Cada solicitud aparece aquí con su respuesta

## Filtro
activity-filter = Filtro de solicitudes
activity-filter-all = Todas
activity-filter-failed = Fallidas
activity-search = Buscar solicitudes
activity-search-hint = Buscar llamada, ID de correlación, error
activity-count = { $count ->
    [one] { $count } solicitud
   *[other] { $count } solicitudes
}
# Las que se muestran, de todas
activity-count-matching = { $count } de { $total }
activity-no-match = Sin coincidencias
activity-no-match-explained = Ninguna solicitud coincide con el filtro y la búsqueda
activity-show-all = Mostrar todas

## Columnas
activity-time = Hora
activity-call = Llamada
activity-call-practice = Servicio de práctica
activity-call-label-file = Archivo de etiqueta
activity-status = Estado
activity-no-answer = Sin respuesta
activity-milliseconds = Milisegundos
# Si es el primer intento, el segundo, etc. Una columna angosta.
activity-attempt = Int.
activity-correlation-id = ID de correlación
activity-error = Error

## Exportación del registro de compras
activity-export = Exportar registro…
activity-export-busy = El registro de compras se está exportando
activity-export-format = Formato de exportación
activity-export-choose = Guardar como…
activity-export-choose-name = Guardar el registro de compras como…
activity-export-cancel = Cancelar
activity-export-cancel-name = Cancelar la exportación
activity-export-explained = Contiene cada evento de cada compra con su hash, pero no solicitudes, respuestas ni secretos. Para comprobar un archivo: postroom journal verify ARCHIVO

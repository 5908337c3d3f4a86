# Textos que comparten varias partes de Postroom.

## Cuánto hace o cuánto falta
common-age-now = ahora
common-age-seconds = hace { $count } s
common-age-minutes = hace { $count } min
common-age-hours = hace { $count } h
common-age-days = { $count ->
    [one] hace { $count } día
   *[other] hace { $count } días
}
common-in-seconds = en { $count } s
common-in-minutes = en { $count } min
common-in-hours = en { $count } h
common-in-days = { $count ->
    [one] en { $count } día
   *[other] en { $count } días
}
common-age-updated = Actualizado { $age }
common-age-saved = guardado { $age }
common-age-hint = Cuándo respondió el servicio por última vez

## El calendario de un campo de fecha
common-calendar-open = { $field }: abrir el calendario
common-calendar-earlier = Mes anterior
common-calendar-later = Mes siguiente
common-calendar-today = { $date }, hoy

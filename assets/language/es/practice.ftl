# El panel Práctica.
practice-title = Práctica

## El reloj
practice-clock = Reloj
practice-clock-explained = El seguimiento, las entregas y los reembolsos siguen este reloj, no el suyo
practice-clock-read = Leer el reloj
# $day: como lunes, 23 de noviembre de 2026. $time: como 8:31 a. m.
practice-clock-now = { $day }, { $time }
practice-clock-running = En marcha
practice-clock-paused = En pausa
practice-clock-age = Según la última respuesta del servicio de práctica
# Sobre una lista de duraciones, como 5 minutos.
practice-day-length = Un día de práctica dura
practice-day-seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
practice-day-minutes = { $count ->
    [one] { $count } minuto
   *[other] { $count } minutos
}
practice-day-hours = { $count ->
    [one] { $count } hora
   *[other] { $count } horas
}
practice-day-real = Un día real
practice-clock-run = Reanudar el reloj
practice-clock-pause = Pausar el reloj
practice-jump-day = Avanzar un día
practice-jump-week = Avanzar una semana
practice-clock-refresh = Actualizar
practice-clock-refresh-name = Actualizar el reloj

## Dinero
practice-money = Dinero
practice-money-free = El dinero de práctica es gratis
practice-refill = Recargar el saldo

## Simulacros
practice-drills = Simulacros
practice-drills-explained = Vea qué pasa en un mal día antes de que llegue uno
practice-drill-lost-answer = Se pierde la respuesta a una compra
practice-drill-lost-answer-explained = Compre una etiqueta: se compra una vez, y Postroom lo averigua automáticamente. Las respuestas que lo dicen tardan 5 segundos
practice-drill-never-arrives = Una compra nunca llega
practice-drill-never-arrives-explained = Compre una etiqueta: no se cobra nada, y la misma compra se envía de nuevo
practice-drill-late = Una compra llega tarde
practice-drill-late-explained = Compre una etiqueta: la conexión se corta, y la etiqueta se compra segundos después, una sola vez
practice-drill-no-money = El dinero se acaba
practice-drill-no-money-explained = Compre una etiqueta: se rechaza, y se le indica qué hacer
practice-drill-slow = Todo es lento
practice-drill-slow-explained = Las próximas 10 llamadas tardan 5 segundos cada una; la ventana sigue funcionando
practice-drill-down = El servicio está caído
practice-drill-down-explained = Las próximas 20 llamadas se rechazan; lo ya cargado sigue en pantalla

## Otras fallas
practice-faults = Provocar una falla
practice-fault-call = Cuándo
practice-fault-kind = Qué falla
practice-fault-times = Cuántas veces
practice-times = { $count ->
    [one] Una vez
   *[other] { $count } veces
}
practice-times-now-and-then = A veces
practice-fault-add = Provocar falla
practice-faults-waiting = Fallas pendientes
practice-faults-clear = Quitar todas las fallas
# Las solicitudes que pueden fallar.
practice-call-any = Cualquier llamada
practice-call-buy = Comprar una etiqueta
practice-call-rates = Obtener tarifas
practice-call-refund = Solicitar un reembolso
practice-call-manifest = Crear un manifiesto
practice-call-tracking = Seguimiento
practice-call-top-up = Recargar
practice-call-address = Verificar una dirección
practice-call-find = Buscar envíos
practice-call-label = Descargar de nuevo una etiqueta

## Qué pasa con una solicitud
practice-fault-slow-before = { $seconds ->
    [one] Espera { $seconds } segundo antes de ejecutarse
   *[other] Espera { $seconds } segundos antes de ejecutarse
}
practice-fault-slow-after = { $seconds ->
    [one] Se ejecuta; su respuesta tarda { $seconds } segundo
   *[other] Se ejecuta; su respuesta tarda { $seconds } segundos
}
practice-fault-late = { $seconds ->
    [one] La conexión se corta; se ejecuta { $seconds } segundo después
   *[other] La conexión se corta; se ejecuta { $seconds } segundos después
}
practice-fault-cut-before = La conexión se corta antes de ejecutarse
practice-fault-cut-after = Se ejecuta, y después la conexión se corta
practice-fault-down = El servicio dice que no está disponible
practice-fault-garbled = Se ejecuta, pero su respuesta es ilegible
practice-fault-twice = Se ejecuta dos veces
practice-fault-refused = Se rechaza con { $code }

# The Refunds panel.

refunds-title = Reembolsos
refunds-refresh = Actualizar
# The name of the choice between the two lists
refunds-lists = Lista de reembolsos
refunds-list-refundable = Reembolsables ({ $count })
refunds-list-requested = Solicitados ({ $count })
# How long a refund can still be requested
refunds-column-days-left = Quedan

## Labels that can be refunded
refunds-include-scanned = Incluir paquetes escaneados
refunds-select-all = Seleccionar todo
refunds-clear-selection = Quitar selección
# $amount: one amount or several in different currencies
refunds-refundable-amount = Aún se pueden reembolsar { $amount }
refunds-selected = { $count ->
    [one] { $count } seleccionada, { $amount }
   *[other] { $count } seleccionadas, { $amount }
}
refunds-request = Solicitar reembolsos…
refunds-select-first = Primero seleccione las etiquetas
refunds-already-running = Los reembolsos ya se están solicitando
# The last day on which a refund can be requested
refunds-days-today = Hoy
refunds-days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
refunds-scanned = Escaneada
refunds-not-scanned = Sin escanear
refunds-looking = Buscando etiquetas reembolsables
refunds-empty-title = Nada que reembolsar
refunds-empty = Las etiquetas compradas en los últimos 30 días aparecen aquí hasta que el transportista las escanea
refunds-empty-hidden = El transportista ya escaneó todas las etiquetas de los últimos 30 días y probablemente rechazará un reembolso. Active “Incluir paquetes escaneados” para verlas.
refunds-empty-running = Todas las etiquetas reembolsables están en la solicitud de arriba
refunds-empty-none = No quedan etiquetas de los últimos 30 días por reembolsar

## The question before the request
refunds-question-title = { $count ->
    [one] ¿Solicitar un reembolso de { $amount }?
   *[other] ¿Solicitar reembolsos por { $amount }?
}
# The prices are not known
refunds-question-title-unpriced = { $count ->
    [one] ¿Solicitar este reembolso?
   *[other] ¿Solicitar { $count } reembolsos?
}
refunds-question-real = Es dinero real
refunds-question-practice = Es dinero de práctica
refunds-question = { $count ->
    [one] La etiqueta quedará anulada y ya no podrá usarse. El transportista tarda de 2 a 4 semanas y puede rechazarlo.
   *[other] { $count } etiquetas quedarán anuladas y ya no podrán usarse. El transportista tarda de 2 a 4 semanas y puede rechazarlos.
}
refunds-question-scanned = { $all ->
    [one] El transportista ya escaneó este paquete. Un reembolso así suele rechazarse.
   *[other] { $count ->
        [one] El transportista ya escaneó { $count }. Un reembolso así suele rechazarse.
       *[other] El transportista ya escaneó { $count }. Estos reembolsos suelen rechazarse.
    }
}
refunds-question-all-scanned = El transportista ya los escaneó todos. Estos reembolsos suelen rechazarse.
refunds-question-yes = { $count ->
    [one] Solicitar reembolso
   *[other] Solicitar { $count } reembolsos
}
refunds-question-no = Cancelar
refunds-question-no-name = Cancelar la solicitud de reembolso

## Requested refunds
refunds-requested-empty-title = Aún no se ha solicitado ningún reembolso
refunds-requested-empty = Los reembolsos que solicite aparecen aquí con su estado
refunds-pending = { $pending } pendientes
refunds-returned = { $returned } reembolsados
refunds-pending-and-returned = { $pending } pendientes, { $returned } reembolsados

## Statuses of a refund, each with an explanation
refunds-status-requested = Solicitado
refunds-status-approved = Aprobado
refunds-status-declined = Rechazado
refunds-status-refunded = Reembolsado
refunds-explained-requested = En trámite, de 2 a 4 semanas
refunds-explained-approved = Aprobado; el dinero está en camino
refunds-explained-declined = Rechazado por el transportista
refunds-explained-refunded = De nuevo en su saldo

## Why a label can't be refunded
refunds-obstacle-manifest = Está en un manifiesto, y las etiquetas de un manifiesto no se reembolsan
refunds-obstacle-requested = Ya se solicitó un reembolso; el transportista tarda de 2 a 4 semanas
refunds-obstacle-approved = Ya se aprobó un reembolso; el dinero está en camino
refunds-obstacle-declined = El transportista rechazó el reembolso
refunds-obstacle-refunded = Esta etiqueta ya se reembolsó
# A status that Postroom does not know. $status: as the service names it
refunds-obstacle-other = Ya se solicitó un reembolso; su estado es { $status }
refunds-obstacle-delivered = Ya se entregó, y las etiquetas usadas no se reembolsan
refunds-obstacle-late = La etiqueta tiene más de { $days } días, y los transportistas ya no la reembolsan

## Requesting refunds
refunds-requesting = Solicitando reembolsos
refunds-all-requested = Reembolsos solicitados
# El resultado de una fila de esa tarea, y el filtro de todas las filas con él
refunds-row-requested = Solicitada
refunds-rows-requested = Solicitadas
refunds-asked-notice = Reembolso solicitado: { $label }
refunds-failed-list = No se pudieron consultar las etiquetas reembolsables
refunds-failed-record = No se pudo registrar el reembolso
refunds-failed = No se pudo solicitar el reembolso
refunds-no-journal = Reembolso no solicitado: no se puede usar el registro de compras
refunds-sign-in = Inicie sesión para solicitar reembolsos
# $shipment: the shipment's id
refunds-not-here = { $shipment } no está en esta computadora
# $label: a recipient and a tracking number
refunds-impossible = { $label }: { $reason }
# $first: one of them with its reason
refunds-impossible-many = No se pueden reembolsar { $count } etiquetas. La primera: { $first }
# The name of a refund in the list of purchases
refunds-entry = Reembolso de { $label }
refunds-signed-out = Su sesión ya no está abierta
refunds-signed-out-advice = Inicie sesión e inténtelo de nuevo
refunds-asked-before = Ya se solicitó
refunds-asked-before-advice = Actualice y consulte su estado en Solicitados
refunds-not-sent = Se registró, pero no se envió
refunds-not-sent-advice = Inténtelo de nuevo; aún no se ha solicitado nada

## The end of a refund
# $label: a recipient and a tracking number
refunds-came-back = Se reembolsaron { $amount } de { $label }
refunds-came-back-unpriced = Reembolsado: { $label }
refunds-was-declined = El transportista se negó a reembolsar { $amount } de { $label }
refunds-was-declined-unpriced = El transportista rechazó el reembolso de { $label }

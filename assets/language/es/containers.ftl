# The Containers panel.

containers-title = Etiquetas de contenedor
containers-what-for = Para sacas, tarimas y bandejas que se despachan como una unidad. Son gratuitas.

## The form
containers-new = Nuevas etiquetas
containers-from = De
containers-from-name = Origen del contenedor
containers-to = Para
containers-to-name = Destino del contenedor
containers-address-hint = Buscar en la libreta de direcciones
containers-address-unknown = Elija una de la lista
# The code of what is in the container.
containers-code = Código de contenido
containers-code-hint = Según lo acordado con su transportista
containers-code-at-most = Máximo 20 caracteres
containers-account = Cuenta de transportista
# The number of labels.
containers-count = Cuántas
containers-count-hint = p. ej., 1
containers-count-problem = Escriba un número entero del 1 al 100
containers-create = Crear etiquetas
containers-creating = Creando etiquetas

## Why no labels can be created now
containers-busy = Las etiquetas se están creando
containers-offline = No puede crear etiquetas hasta que vuelva la conexión
containers-code-missing = Escriba el código de contenido
containers-code-too-long = El código de contenido es demasiado largo
containers-choose-from = Elija el remitente
containers-choose-to = Elija el destino
containers-choose-account = Elija una cuenta de transportista
containers-sign-in-first = Inicie sesión para crear etiquetas de contenedor

## The labels created earlier
containers-earlier = Creadas antes
containers-column-content = Contenido
containers-column-to = Para
# When the labels were created.
containers-column-created = Creadas
# How many labels.
containers-column-labels = Cant.
containers-print = Imprimir

## The labels on screen
containers-none-open = Ninguna etiqueta de contenedor abierta
containers-none-created = Complete el formulario para crear una
containers-none-chosen = Complete el formulario o elija una creada antes
# $code: the content code; $to: the name of the destination
containers-open = { $code } para { $to }

## Failures
containers-unreadable-cause = El servicio envió una etiqueta que no se puede leer
containers-unreadable-advice = Créela de nuevo; las etiquetas de contenedor son gratuitas

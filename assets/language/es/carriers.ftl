# El panel de transportistas.

## El panel
carriers-title = Transportistas
carriers-view = Vista
carriers-view-accounts = Cuentas
carriers-view-catalog = Catálogo
carriers-new = Nueva cuenta
carriers-refresh = Actualizar transportistas
carriers-offline = Sin conexión: el servicio guarda las cuentas de transportista
carriers-busy = El último cambio sigue en curso
carriers-cancel = Cancelar

## La lista
# Lo que dice un lector de pantalla después de «Tabla de»
carriers-table = cuentas de transportista
carriers-column-account = Cuenta
carriers-carrier = Transportista
carriers-column-status = Estado
# El día del último cambio
carriers-column-changed = Modificada
carriers-status-enabled = Habilitada
carriers-status-disabled = Deshabilitada
carriers-loading = Cargando cuentas de transportista…
carriers-unknown-title = Aún no se han cargado las cuentas de transportista
carriers-unknown = Una vez cargadas desde el servicio, también están disponibles sin conexión
carriers-load = Cargar cuentas
carriers-none-title = Aún no hay cuentas de transportista
carriers-none = Las etiquetas se compran por medio de sus cuentas de transportista
carriers-none-create = Crear la primera cuenta

## Una cuenta
# En lugar del nombre de una cuenta que no lo tiene
carriers-unnamed = Cuenta de transportista
carriers-close = Cerrar detalles
carriers-edit = Editar…
carriers-enable = Habilitar
carriers-disable = Deshabilitar…
carriers-delete = Eliminar…
carriers-description = Descripción
carriers-ship-from = Dirección de origen
carriers-ship-from-sender = Remitente de cada envío
carriers-configuration = Configuración
# Una contraseña u otro secreto que el servicio tiene
carriers-value-hidden = Definido, no se muestra
carriers-account-id = ID de la cuenta

## Las preguntas antes de deshabilitar o eliminar una cuenta
carriers-disable-title = ¿Deshabilitar { $name }?
carriers-disable-yes = Deshabilitar cuenta
carriers-delete-title = ¿Eliminar { $name }?
carriers-delete-yes = Eliminar cuenta
carriers-breaks-until-enabled = No podrá obtener tarifas ni comprar etiquetas con ella hasta que la habilite de nuevo
carriers-breaks-for-good = Ya no podrá obtener tarifas ni comprar etiquetas con ella. También se elimina su configuración; una cuenta nueva empieza vacía.
carriers-breaks-labels = { $count ->
    [one] { $count } etiqueta de los últimos 30 días es de esta cuenta y aún no se ha escaneado. Un reembolso o un manifiesto puede necesitar la cuenta.
   *[other] { $count } etiquetas de los últimos 30 días son de esta cuenta y aún no se han escaneado. Un reembolso o un manifiesto puede necesitar la cuenta.
}
carriers-breaks-many-labels = Al menos { $count } etiquetas de los últimos 30 días son de esta cuenta y aún no se han escaneado. Un reembolso o un manifiesto puede necesitar la cuenta.
carriers-breaks-rate = La tarifa elegida en Enviar es de esta cuenta y se quitará
carriers-breaks-last = Es la única cuenta habilitada; sin ella no podrá enviar nada

## El formulario
carriers-edit-title = Editar cuenta
carriers-name = Nombre de la cuenta
carriers-name-hint = Se muestra en las listas
carriers-carrier-fixed = { $carrier }; no se puede cambiar el transportista de una cuenta
carriers-enabled = Habilitada
carriers-ship-from-unset = Si está vacío, se usa el remitente de cada envío
carriers-ship-from-id = Una dirección que el servicio guarda con este ID
carriers-ship-from-book = De la libreta de direcciones; el servicio la guarda y le asigna un ID
carriers-ship-from-hint = Busque direcciones o escriba un ID
# El nombre de un ajuste de la cuenta, como accountNumber
carriers-key = Clave
carriers-key-name = Clave { $number }
carriers-value = Valor
carriers-value-name = Valor { $number }
carriers-value-kept = Sin cambios; escriba para reemplazar
carriers-remove-key = Quitar clave { $number }
carriers-add-key = Agregar clave
carriers-keys-practice = Los transportistas de práctica no necesitan claves.
carriers-keys-note = Su transportista le indica qué claves necesita. Las contraseñas, los secretos, los tokens y las claves se envían al servicio y nunca se guardan en esta computadora.
carriers-save = Guardar cuenta
carriers-create = Crear cuenta
carriers-close-form = Cerrar formulario
carriers-problem-name = Escriba un nombre para la cuenta
carriers-problem-carrier = Elija un transportista
carriers-problem-empty-key = Una clave de configuración está vacía
carriers-problem-same-keys = Dos claves de configuración son iguales

## Cambios en curso y sus resultados
carriers-creating = Creando la cuenta de transportista…
carriers-changing = Modificando la cuenta de transportista…
carriers-enabling = Habilitando la cuenta de transportista…
carriers-disabling = Deshabilitando la cuenta de transportista…
carriers-deleting = Eliminando la cuenta de transportista…
carriers-saved = { $name }: guardada y habilitada
carriers-disabled = { $name }: deshabilitada
carriers-deleted = { $name }: eliminada
carriers-kept-off = { $name } se guardó, pero el servicio la mantiene deshabilitada: espera aprobación o un administrador la deshabilitó. Consulte al administrador del servicio.
carriers-sign-in-first = Primero inicie sesión: el servicio guarda las cuentas de transportista

## Por qué falló un cambio y qué hacer
carriers-attempted-change = No se pudo cambiar la cuenta de transportista
carriers-cause-gone = El servicio ya no tiene esta cuenta de transportista
carriers-advice-gone = Otra persona la eliminó; la lista se está actualizando
carriers-cause-ship-from = El servicio no tiene ninguna dirección de origen con este ID
carriers-advice-ship-from = Elija una dirección de la libreta; el servicio la guarda y le asigna un ID
# $cause: lo que dijo el servicio
carriers-cause-configuration = El servicio rechazó esta configuración: falta una clave o no la conoce. { $cause }
carriers-advice-configuration = Corrija las claves que menciona; su transportista le indica cuáles necesita
carriers-advice-uncertain = Es posible que el cambio se haya hecho de todos modos; revise la lista antes de intentarlo de nuevo

## El catálogo
carriers-catalog-loading = Cargando el catálogo…
carriers-catalog-unknown-title = Aún no se ha cargado el catálogo
carriers-catalog-unknown = Inicie sesión una vez para cargarlo; después también está disponible sin conexión
carriers-catalog-carrier = Transportista { $name }
carriers-catalog-search = Buscar en el catálogo
carriers-catalog-search-hint = Buscar
carriers-catalog-unit = Unidad de las medidas
carriers-catalog-count = { $count } en total
carriers-catalog-none = Este transportista no ofrece ninguno
carriers-catalog-no-matches = Sin coincidencias
# A switch: list only services that the shop offers
carriers-only-offered = Solo los ofrecidos
# Whether the shop offers a service
carriers-column-offered = Ofrecido
carriers-offered = Ofrecido
carriers-not-offered = Oculto
# The switch of one service, for screen readers
carriers-offer-name = Ofrecer { $service }
carriers-offer = Ofrecer este servicio
carriers-hide = Ocultar en Enviar y Tarifas
carriers-services = Servicios
carriers-special-services = Servicios especiales
carriers-package-types = Tipos de paquete
# Lo que dice un lector de pantalla después de «Tabla de»
carriers-table-services = servicios
# Lo que dice un lector de pantalla después de «Tabla de»
carriers-table-special-services = servicios especiales
# Lo que dice un lector de pantalla después de «Tabla de»
carriers-table-package-types = tipos de paquete
carriers-column-service = Servicio
carriers-column-special-service = Servicio especial
# Lo que hay que indicar para usar un servicio especial
carriers-column-asks-for = Requiere
carriers-column-package-type = Tipo de paquete
carriers-column-code = Código
carriers-column-size = Largo × ancho × alto
# Cada lado es un número o «cualquiera». $unit: por ejemplo in o cm
carriers-size = { $length } × { $width } × { $height } { $unit }
# Un lado de un tipo de paquete, de cualquier largo
carriers-side-any = cualquiera
# Un tipo de paquete de cualquier medida
carriers-size-any = Cualquiera
carriers-asks-hazmat = Tipo de material peligroso, descripción, número de teléfono
carriers-asks-cod = Monto por cobrar
carriers-asks-registered = Valor registrado
carriers-asks-insurance = Monto asegurado
carriers-asks-animals = Tipo de animales
carriers-asks-returns = Imagen para un agente de etiquetas (opcional)
carriers-asks-nothing = Nada

# The workspace of several stations on a server.
workspace-server-failed = No se pudo usar el espacio de trabajo del servidor: { $reason }
workspace-server-away = El servidor no responde. Si continúa así, revise la dirección en Configuración → Puestos y si el servidor está en marcha.
workspace-server-wrong-password = El servidor no acepta el usuario o la contraseña. Revise ambos en Configuración → Puestos.
workspace-server-not-trusted = La conexión con el servidor no es de confianza: { $reason }. Revise el cifrado y el certificado en Configuración → Puestos.
workspace-server-certificate-not-read = No se pudo leer el archivo con el certificado de la autoridad del servidor, { $file }: { $reason }. Elija otro en Configuración → Puestos.
workspace-server-no-database = El servidor no tiene ninguna base de datos con ese nombre. Revise el nombre en Configuración → Puestos.
workspace-server-not-allowed = El usuario de la base de datos no tiene derechos suficientes. El propietario de la base de datos debe concederlos. El servidor dice: { $reason }
workspace-server-full = El servidor no tiene más espacio en el disco, así que no se escribió nada. Avise a quien lo cuida e inténtelo de nuevo.
workspace-server-busy = Otro puesto tiene ocupado el pedido. Inténtelo de nuevo.
workspace-server-not-prepared = La base de datos aún no tiene tablas de Postroom. Su propietario puede crearlas en Configuración → Puestos.
workspace-server-older = Las tablas de la base de datos son de una versión anterior de Postroom ({ $version }). El propietario de la base de datos puede actualizarlas en Configuración → Puestos.
workspace-server-newer = Las tablas de la base de datos son de una versión más nueva de Postroom ({ $version }). Aquí los pedidos se pueden leer, pero no cambiar, hasta que Postroom se actualice en esta computadora.
# $stations: names of stations, separated by commas.
workspace-server-reports-missing = Los pedidos compartidos volvieron a una copia anterior. Puede haber pedidos que parecen sin comprar y que se compraron después. Estos puestos no han informado de lo que compraron: { $stations }. Un puesto informa por sí mismo cuando está abierto y ha iniciado sesión.
# $others: the number of stations without a name in the sentence, at least 1.
workspace-server-reports-missing-many = Los pedidos compartidos volvieron a una copia anterior. Puede haber pedidos que parecen sin comprar y que se compraron después. Estos puestos no han informado de lo que compraron: { $stations } y { $others } más. Un puesto informa por sí mismo cuando está abierto y ha iniciado sesión.
workspace-server-other = El servidor dice: { $reason }
## Por qué un pedido no se guarda. Siguen a dos puntos.
workspace-refused-number = su número o su origen tiene más de { $most } bytes
workspace-refused-long = es demasiado largo para un pedido

## Por qué no se puede leer un pedido de la lista. $column: el nombre de una columna de la base de datos o de un campo
workspace-row-odd = “{ $column }” tiene “{ $text }”, que esta versión de Postroom no conoce
workspace-row-no-text = Falta su texto o tiene más de 4 MB
workspace-row-long = “{ $column }” tiene un texto de más de { $most } caracteres
workspace-server-password-not-read = No se pudo leer la contraseña del espacio de trabajo en esta computadora: { $reason }

# Qué se guarda dónde y qué hace una persona al respecto.
stations-title = Puestos
stations-local = Los pedidos, los ajustes predefinidos, las reglas y las direcciones se guardan en esta computadora. Varias computadoras pueden compartirlos en una base de datos PostgreSQL.
stations-share = Compartir con otras computadoras…
stations-used = Esta computadora comparte sus pedidos, ajustes predefinidos, reglas y direcciones:
stations-given = La dirección viene de la línea de comandos y vale hasta que se cierre Postroom.
stations-opening = Conectando…
stations-open = Conectado. Lo que cambian otros puestos aparece aquí en un segundo.
stations-open-slow = Conectado. Lo que cambian otros puestos aparece aquí hasta 15 segundos después, porque los avisos del servidor no llegan.
stations-lost-since = Sin conexión desde las { $time }.
stations-tried-again = Postroom vuelve a intentarlo por sí mismo.
stations-try-again = Reintentar
stations-question-empty = Esta base de datos aún no tiene tablas de Postroom. Postroom puede crearlas ahora, en un esquema llamado «postroom». No cambia nada más en la base de datos.
stations-prepare = Preparar la base de datos
stations-question-older = Las tablas de esta base de datos son de una versión anterior de Postroom. Postroom puede actualizarlas ahora. Los puestos con la versión anterior siguen trabajando, salvo que un paso lo prohíba.
stations-move-forward = Actualizar las tablas
stations-preparing = Preparando la base de datos…
stations-change = Cambiar
stations-leave = Usar los pedidos de esta computadora
stations-leave-question = ¿Volver a usar los pedidos de esta computadora?
stations-leave-explained = Los pedidos y las direcciones compartidos quedan en la base de datos y los demás puestos siguen trabajando con ellos. Esta computadora muestra sus propios pedidos y direcciones hasta que vuelva a compartir.
stations-leave-yes = Usar los pedidos propios
stations-leave-no = Seguir compartiendo
stations-switch-waits = Se está trabajando en pedidos. Espere a que termine.
stations-names-title = Quién trabaja aquí
stations-names-explained = Cada pedido y cada dirección dice qué puesto y qué persona lo cambió por última vez.
stations-name = Nombre de este puesto
stations-person = Nombre de la persona
stations-form-explained = Pida estos datos a quien cuida la base de datos. La guía dice cómo preparar una, en inglés.
stations-form-guide = Mostrarlo en la guía
stations-host = Servidor
stations-port = Puerto
stations-port-problem = Un número hasta 65535
stations-database = Base de datos
stations-user = Usuario
stations-password = Contraseña
stations-encryption = Cifrado
stations-certificate = Certificado de la autoridad del servidor
stations-certificate-explained = Un archivo PEM. Déjelo vacío si el sistema confía en la autoridad.
stations-direct = Dirección directa para avisos
stations-direct-explained = Solo si el servidor de arriba es PgBouncer: el propio servidor de la base de datos, con su puerto. Sin ella, los cambios de otros puestos se ven hasta 15 segundos después.
stations-direct-problem = Servidor y puerto, como db.example.com:5432
stations-test = Probar
stations-testing = La prueba está en curso
stations-use = Usar esta base de datos
stations-use-needs = Escriba el servidor y el usuario
stations-cancel = Cancelar
stations-test-empty = { $server } responde. La base de datos está vacía: Postroom pregunta antes de prepararla.
stations-test-not-prepared = { $server } responde. La base de datos está vacía y este usuario no puede prepararla. Su propietario debe prepararla una vez.
stations-test-few-rights = { $server } responde. Este usuario tiene muy pocos derechos sobre las tablas de Postroom. El propietario de la base de datos debe concederlos.
stations-test-older = { $server } responde. Las tablas son de una versión anterior de Postroom, que pregunta antes de actualizarlas.
stations-test-older-waits = { $server } responde. Las tablas son de una versión anterior de Postroom y este usuario no puede actualizarlas. Debe hacerlo el propietario de la base de datos.
stations-test-ready = { $server } responde y la base de datos está lista para este puesto.
stations-test-reads-only = { $server } responde. Las tablas son de una versión más nueva de Postroom: aquí los pedidos se pueden leer, pero no cambiar, hasta que Postroom se actualice.
stations-test-hears-not = Los avisos de otros puestos no llegan por esta dirección. Escriba la dirección directa del servidor; si no, los cambios se ven hasta 15 segundos después.
stations-attempted-test = No se pudo probar la base de datos
stations-attempted-prepare = No se pudo preparar la base de datos
stations-attempted-keep = No se pudo guardar la configuración de este puesto
stations-password-not-stored = La contraseña del espacio de trabajo se conoce hasta que se cierre Postroom. No se pudo guardar: { $reason }
stations-password-not-removed = No se pudo quitar la contraseña del espacio de trabajo: { $reason }
stations-buying-waits = Ahora no se compra ningún pedido. { $reason }
stations-buying-waits-opening = No se compra ningún pedido hasta que se abran los pedidos compartidos.
stations-buy-without = Comprar sin ellos…
stations-buy-without-question = ¿Comprar sin estos informes?
stations-buy-without-risk = Lo que estos puestos compraron desde que se hizo la copia parece aquí sin comprar hasta que informen. Si compra ahora, esas etiquetas se pagan dos veces. Diga que sí solo si no han comprado nada desde entonces, o si ya no existen y usted miró los envíos en el sitio web del servicio. Su respuesta vale en esta computadora hasta que un puesto vuelva a pedir informes.
stations-buy-without-yes = Comprar sin ellos
stations-buy-without-no = Esperarlos
stations-bar = Pedidos compartidos: sin conexión
stations-bar-short = Sin conexión
stations-bar-reads-only = Pedidos compartidos: solo lectura
stations-bar-question = Pedidos compartidos: una pregunta
stations-bar-since = { $words }, desde las { $time }
stations-moving-title = Mover pedidos
stations-moving-explained = Los pedidos, ajustes predefinidos, reglas y asignaciones se pueden copiar de un espacio de trabajo a otro, y la libreta de direcciones con ellos. Lo que ya está allí queda como está. Un archivo contiene nombres y direcciones: guárdelo donde solo usted pueda leerlo.
stations-moving-busy = Se copian los pedidos…
stations-copy-own = Copiar aquí los pedidos y las direcciones de esta computadora
stations-export = Exportar a un archivo…
stations-import = Importar de un archivo…
stations-file-export = Exportar los pedidos
stations-file-import = Importar pedidos de una exportación o copia de seguridad
stations-attempted-book = No se pudo abrir la libreta de direcciones del espacio de trabajo compartido
stations-attempted-copy = No se pudieron copiar los pedidos y las direcciones
stations-attempted-export = No se pudieron exportar los pedidos
stations-attempted-import = No se pudieron importar los pedidos
stations-moved-orders = { $count ->
    [one] Se copió { $count } pedido
   *[other] Se copiaron { $count } pedidos
}
stations-moved-orders-there = { $count ->
    [one] { $count } pedido ya estaba allí y queda como está
   *[other] { $count } pedidos ya estaban allí y quedan como están
}
stations-moved-documents = { $count ->
    [one] Se copió { $count } ajuste predefinido, regla u opción
   *[other] Se copiaron { $count } ajustes predefinidos, reglas y opciones
}
stations-moved-documents-there = { $count ->
    [one] { $count } ajuste predefinido, regla u opción ya estaba allí y queda como está
   *[other] { $count } ajustes predefinidos, reglas y opciones ya estaban allí y quedan como están
}
stations-moved-addresses = { $count ->
    [one] Se copió { $count } dirección
   *[other] Se copiaron { $count } direcciones
}
stations-moved-addresses-there = { $count ->
    [one] { $count } dirección ya estaba allí y queda como está
   *[other] { $count } direcciones ya estaban allí y quedan como están
}
stations-moved-nothing = No había nada que copiar.
stations-moved-different = No se copiaron porque allí el pedido de ese número dice otra cosa: { $numbers }
stations-moved-left-out = { $orders ->
    [one] No se copió porque no se puede leer o es demasiado largo: { $numbers }
   *[other] { $orders } pedidos no se copiaron porque no se pueden leer o son demasiado largos: { $numbers }
}
stations-signed = { $station }, { $person }
stations-order-changed = Último cambio: { $at }, por { $by }
stations-report-by-station = Por puesto
stations-report-station = Puesto
stations-typed-kept = { $by } cambió este pedido mientras tanto. Lo que usted escribió sigue aquí. Allí dice ahora: { $theirs }
stations-typed-take = Usar lo suyo
stations-field-size = Medidas
stations-collision = Pedido { $number }: { $by } cambió el mismo campo a la vez, a «{ $theirs }». Ahora dice «{ $mine }». Deshacer recupera el otro texto.

# Two stations changed the same preset, rule or setting.
overtaken-changed = { $by } cambió “{ $name }” al mismo tiempo, así que lo que se cambió aquí no se guardó.
overtaken-removed = “{ $name }” se eliminó mientras tanto en otro puesto, así que lo que se cambió aquí no se guardó.
overtaken-not-removed = { $by } cambió “{ $name }” mientras tanto, así que no se eliminó.
overtaken-somebody = Otro puesto
overtaken-shop = Su tienda
overtaken-unnamed = Sin nombre
overtaken-notice-orders = { $words } Elija en Pedidos qué versión queda.
overtaken-notice-settings = { $words } Elija en Configuración → Pedidos qué versión queda.
overtaken-difference = { $part }: antes era { $before }; allí es { $theirs }; aquí es { $mine }
overtaken-keep-mine = Conservar lo mío
overtaken-keep-mine-hint = Queda lo que se cambió aquí, y también lo que solo cambió el otro puesto
overtaken-use-theirs = Usar lo suyo
overtaken-use-theirs-hint = Se renuncia a lo que se cambió aquí
overtaken-part-other = Contenido
overtaken-part-hides-note = Omitir la nota del pedido en las notas de empaque
overtaken-set = sí
overtaken-not-set = no
stations-document-changed = Último cambio: { $by }
# $asks: the service, the recipient, the weight and the price of the request.
stations-claim-differs = { $station } dejó esta compra sin terminar, y su solicitud no es lo que pide el pedido: { $asks }. No se envía nada hasta que usted decida.
stations-claim-differs-pill = Otra solicitud
stations-claim-differs-short = Otro puesto dejó una solicitud que no es lo que pide el pedido
stations-claim-finish = Terminarla como se dejó
stations-claim-asks = { $service } a { $to }, { $weight }, acordado en { $price }
stations-claim-costs = { $asks }; el servicio pide ahora { $price }
stations-claim-not-offered = { $asks }; el servicio no confirma este precio
stations-claim-other-address = { $station } empezó a comprar esta etiqueta en { $theirs }. Este puesto usa { $ours }. Si los dos son el mismo servicio, este puesto puede averiguar qué pasó con la etiqueta y terminarla. Si no lo son, la etiqueta podría comprarse dos veces.
stations-claim-same-service = Es el mismo servicio
stations-claim-other-address-pill = Otra dirección
stations-claim-other-address-short = Otro puesto empezó a comprar su etiqueta en otra dirección del servicio
stations-order-elsewhere-sign-in = Iniciar sesión…
stations-claim-unreadable = una solicitud que no se puede leer
stations-order-elsewhere = { $station } empezó a comprar esta etiqueta con la cuenta { $account } ({ $begun }) y se detuvo. Solo la puede terminar un puesto que haya iniciado sesión en esa cuenta. Inicie sesión en ella aquí o en otro puesto.
stations-order-elsewhere-short = Espera a un puesto con la cuenta { $account }
stations-order-elsewhere-pill = Otra cuenta

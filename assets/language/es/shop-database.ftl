# The shop’s own database: keyed import and write-back.

## What is missing in the settings
shop-database-name-missing = Dé un nombre a la base de datos
shop-database-host-missing = Escriba el servidor, como db.example.com o 127.0.0.1
shop-database-database-missing = Escriba el nombre de la base de datos
shop-database-file-missing = Elija el archivo de SQLite
shop-database-user-missing = Escriba el nombre de usuario
shop-database-query-problem = La consulta no se puede usar. { $reason }
shop-database-write-back-problem = La instrucción de escritura no se puede usar. { $reason }
shop-database-verify-problem = La consulta de comprobación no se puede usar. { $reason }

## Why a statement can’t be used
shop-database-statement-empty = Está vacía.
shop-database-statement-open-quote = Se abre una comilla que nunca se cierra.
shop-database-statement-open-comment = Se abre un comentario que nunca se cierra.
shop-database-statement-nul = Contiene un carácter que no es texto. Escríbala de nuevo en lugar de pegarla.
shop-database-statement-run-comment = Contiene un comentario de la forma /*! … */, que MySQL ejecutaría. Quítelo.
shop-database-statement-several = Tiene más de una instrucción. Deje solo una.
shop-database-statement-unknown-parameter = No hay ningún valor llamado :{ $name }. Si los dos puntos son parte de un arreglo, ponga un espacio después.
shop-database-statement-no-value = :{ $name } no tiene valor aquí. Use :number para el número escaneado.
shop-database-statement-placeholder = Contiene { $text }. Escriba :number para el número escaneado.
shop-database-statement-not-a-query = Debe comenzar con SELECT o WITH.
shop-database-statement-into = Contiene INTO, que escribiría las filas en otro lugar.
shop-database-statement-not-a-change = Debe comenzar con UPDATE o INSERT.
shop-database-statement-order-missing = No dice de qué pedido se trata. Use en ella :number, :order_id o :transaction_id.
shop-database-statement-where-missing = No tiene WHERE, así que cambiaría todos los pedidos.

## Reaching the database. $reason is what the system or the server says.
shop-database-not-reachable = No se pudo conectar con { $host }. Revise el servidor, el puerto y la red. { $reason }
shop-database-no-answer = { $count ->
    [one] { $host } no respondió en { $count } segundo. Inténtelo de nuevo o permita más tiempo en la configuración de la base de datos.
   *[other] { $host } no respondió en { $count } segundos. Inténtelo de nuevo o permita más tiempo en la configuración de la base de datos.
}
shop-database-gone = Se interrumpió la conexión con { $host }. Inténtelo de nuevo. { $reason }
shop-database-tls = No se pudo hacer una conexión cifrada con { $host }. Revise el cifrado y el certificado en la configuración de la base de datos. { $reason }
shop-database-tls-needed = { $host } acepta la contraseña solo por una conexión cifrada. Active el cifrado en la configuración de la base de datos.
shop-database-wrong-password = La base de datos rechazó al usuario { $user } o la contraseña. Escriba la contraseña de nuevo. El servidor dice: { $reason }
shop-database-not-accepted = La base de datos no deja entrar al usuario { $user } desde esta computadora. Pregunte a quien la administra. El servidor dice: { $reason }
shop-database-no-such-database = En el servidor no hay ninguna base de datos { $database }. Revise su nombre. El servidor dice: { $reason }
shop-database-file-not-there = No hay ningún archivo { $path }. Revise si se movió o si su unidad está conectada.
shop-database-file-not-opened = No se pudo abrir { $path }. Revise sus permisos. { $reason }
shop-database-not-a-database = { $path } no es una base de datos de SQLite o está dañado.

## What the database refuses
shop-database-not-allowed = Al usuario { $user } le falta un permiso. Pida a quien administra la base de datos que lo conceda. El servidor dice: { $reason }
shop-database-unknown-name = Una instrucción nombra una tabla o una columna que no existe. Corríjala en la configuración de la base de datos. El servidor dice: { $reason }
shop-database-statement-refused = La base de datos no entiende una instrucción. Corríjala en la configuración de la base de datos. El servidor dice: { $reason }
shop-database-too-slow = { $count ->
    [one] La base de datos detuvo la instrucción después de { $count } segundo. Agregue un índice para el número de pedido o permita más tiempo en la configuración de la base de datos.
   *[other] La base de datos detuvo la instrucción después de { $count } segundos. Agregue un índice para el número de pedido o permita más tiempo en la configuración de la base de datos.
}
shop-database-busy = La base de datos está ocupada con otra cosa. Inténtelo de nuevo. El servidor dice: { $reason }
shop-database-read-only = La base de datos no permite cambios aquí. Una consulta solo debe leer, y para escribir en ella hace falta una base de datos que lo permita. El servidor dice: { $reason }
shop-database-value-refused = La base de datos no acepta un valor. Revise los tipos y las longitudes de las columnas. El servidor dice: { $reason }
shop-database-disk = El disco de la base de datos falló o está lleno. El servidor dice: { $reason }
shop-database-other = La base de datos falló. El servidor dice: { $reason }

## What the query returned
shop-database-number-missing = Escanee o escriba un número de pedido
shop-database-no-such-number = { $name } no tiene ningún pedido { $number }
shop-database-several-orders = { $number } corresponde a { $count } pedidos distintos: sus números o destinatarios difieren. Cambie la consulta para que devuelva un solo pedido.
shop-database-too-many-rows = La consulta devuelve más de { $most } filas para { $number }. Cámbiela para que devuelva un solo pedido.
shop-database-no-columns = La consulta no devuelve columnas. Debe devolver la fila de un pedido.
shop-database-binary-column = La columna { $column } contiene bytes. Quítela de la consulta o conviértala allí en texto.
shop-database-long-cell = La columna { $column } tiene un texto de más de { $most } caracteres. Quítela de la consulta o acórtela allí.

## The way back
shop-database-nothing-changed = No se cambió ninguna fila del pedido { $number }: no está en la base de datos o ya tiene un número de seguimiento. Revíselo en la tienda.
shop-database-several-changed = La instrucción habría cambiado { $count } filas del pedido { $number }, así que se deshizo. Cámbiela para que corresponda a una sola fila o permita varias filas.
shop-database-not-undone = La instrucción cambió { $count } filas del pedido { $number }, y la tabla no puede deshacerlo. Revise esas filas en la tienda.
shop-database-no-way-back = La escritura ya no está configurada para esta base de datos
shop-database-unknown = Aún no se sabe si se escribió el pedido { $number }; Postroom lo comprueba de nuevo. { $reason }
shop-database-unknown-ask = No se sabe si se escribió el número de seguimiento del pedido { $number }. Revíselo en la tienda y elija aquí lo que encontró.
shop-database-interrupted = Postroom se cerró mientras escribía en la base de datos
shop-database-settled-by-person = Resuelto a mano
shop-database-values-unreadable = No se puede leer lo que se iba a escribir para el pedido { $number }. Escriba usted el número de seguimiento en la tienda.

## The file of what goes back
shop-database-outbox-damaged = { $path }, con los números de seguimiento que vuelven a la tienda, está dañado: { $reason }
shop-database-outbox-failed = No se pudo usar el archivo de los números de seguimiento que vuelven a la tienda
shop-database-outbox-not-opened = No se pudo abrir el archivo de los números de seguimiento que vuelven a la tienda
shop-database-outbox-closed = El archivo de los números de seguimiento que vuelven a la tienda está cerrado
shop-database-detail-not-an-outbox = no es un archivo de Postroom para eso

## Configuración
shop-database-settings = Base de datos de la tienda
shop-database-settings-explained = Postroom puede llenar un pedido escaneado con la base de datos de su tienda y escribir en ella el número de seguimiento.
shop-database-add = Agregar una base de datos
shop-database-edit = Editar
shop-database-edit-name = Editar { $name }
shop-database-remove = Quitar
shop-database-remove-name = Quitar { $name }
shop-database-unconfirmed = Otro puesto configuró o cambió “{ $name }”. Esta computadora no se conecta a ella hasta que usted lo permita en Configuración, Pedidos y tienda.
shop-database-changed-by = Cambiada por { $station }
shop-database-goes-to = { $place }, puerto { $port }, base de datos { $database }, usuario { $user }, { $encryption }
shop-database-goes-to-file = El archivo { $file } de esta computadora
shop-database-asks = Pregunta: { $statement }
shop-database-writes = Escribe: { $statement }
shop-database-allow = Permitir en esta computadora
shop-database-allow-name = Permitir { $name } en esta computadora
shop-database-remove-question = ¿Quitar { $name }?
shop-database-remove-explained = Se quitan de Postroom su configuración y su contraseña. En la base de datos no cambia nada.
shop-database-remove-waiting = { $count ->
    [one] No se escribirá { $count } número de seguimiento que espera.
   *[other] No se escribirán { $count } números de seguimiento que esperan.
}
shop-database-keep = Conservarla
shop-database-writes-back = Se escriben los números de seguimiento
shop-database-kind = Tipo
shop-database-kind-postgres = PostgreSQL
shop-database-kind-mysql = MySQL o MariaDB
shop-database-kind-sqlite = Archivo SQLite
shop-database-name = Nombre de esta base de datos
shop-database-file = Archivo
shop-database-host = Servidor
shop-database-port = Puerto
shop-database-port-problem = Un número hasta 65535
shop-database-database = Base de datos
shop-database-user = Usuario
shop-database-password = Contraseña
shop-database-password-again = Escríbala otra vez: cambió adónde va
shop-database-password-kept = Sin cambios si la deja vacía
shop-database-remember = Recordar la contraseña en esta computadora
shop-database-encryption = Cifrado
shop-database-tls-verified = Cifrado, con certificado verificado
shop-database-tls-unverified = Cifrado, sin verificar el certificado
shop-database-tls-off = Sin cifrar
shop-database-tls-off-warning = Cualquiera que esté en el camino a { $host } puede leer lo que se envía, y el servidor recibe la contraseña sin cifrar si la pide así. Use cifrado para un servidor en otra computadora.
shop-database-certificate = Autoridad de certificación
shop-database-certificate-explained = Un archivo, solo si esta computadora no conoce la autoridad del servidor.
shop-database-query-title = Qué pregunta un escaneo
shop-database-query-explained = Una consulta que devuelve las filas de un pedido. :number es el número escaneado. Cada fila más es otro artículo del pedido.
shop-database-query = Consulta
shop-database-columns = Columnas
shop-database-field-of = Campo de { $column }
shop-database-field-kept = Conservar como está
# $columns: names of columns, divided by commas
shop-database-new-columns = Nuevo en el resultado: { $columns }. Compruebe abajo qué son.
shop-database-weight-unit = Los pesos están en
shop-database-unit-in-query = La unidad que nombra la columna
shop-database-way-back-title = El camino de vuelta
shop-database-way-back = Escribir el número de seguimiento
shop-database-way-back-explained = Cada etiqueta se escribe una vez después de comprarla, también si la base de datos no responde en ese momento.
shop-database-is-test = Es una base de datos de prueba
shop-database-is-test-explained = Las etiquetas de Práctica y de Prueba solo se escriben en una base de datos de prueba.
shop-database-change = Instrucción
shop-database-values = Puede usar :number, :tracking_number, :carrier, :service, :cost, :currency, :time, :transaction_id y :order_id.
shop-database-verify = Consulta de comprobación
shop-database-verify-explained = Devuelve una fila si el número de seguimiento está ahí. Con ella, Postroom averigua por sí mismo qué pasó con una escritura cuya respuesta se perdió.
shop-database-repeatable = La instrucción puede ejecutarse dos veces
shop-database-repeatable-explained = Solo si la segunda vez no cambia nada más para la misma etiqueta.
shop-database-several-rows = Puede cambiar varias filas de un pedido
shop-database-insert-example = Insertar un ejemplo
shop-database-insert-example-name = Insertar un ejemplo: { $field }
shop-database-test-title = Prueba
shop-database-number = Número de pedido para probar
shop-database-number-explained = Déjelo vacío para probar solo la conexión y las instrucciones. Una prueba no escribe nada.
shop-database-test = Probar
shop-database-testing = La prueba está en curso
shop-database-connected = Conectado a { $server }
shop-database-change-understood = La base de datos entiende la instrucción. No se ejecutó.
shop-database-save = Guardar
shop-database-cancel = Cancelar

# The workspace of several stations on a server.
workspace-server-failed = No se pudo usar el espacio de trabajo del servidor: { $reason }
workspace-server-away = El servidor no responde. Postroom vuelve a intentarlo por sí mismo.
workspace-server-wrong-password = El servidor no acepta el usuario o la contraseña.
workspace-server-not-trusted = La conexión con el servidor no es de confianza: su certificado no es válido para esta dirección o el servidor no cifra.
workspace-server-no-database = El servidor no tiene ninguna base de datos con ese nombre.
workspace-server-not-allowed = El usuario de la base de datos no tiene derechos suficientes. El servidor dice: { $reason }
workspace-server-full = El servidor no tiene más espacio en el disco.
workspace-server-busy = Otro puesto tiene ocupado el pedido. Inténtelo de nuevo.
workspace-server-not-prepared = La base de datos aún no tiene tablas de Postroom.
workspace-server-older = Las tablas de la base de datos son de una versión anterior de Postroom ({ $version }).
workspace-server-newer = Las tablas de la base de datos son de una versión más nueva de Postroom ({ $version }). Aquí los pedidos se pueden leer, pero no cambiar, hasta que Postroom se actualice en este equipo.
workspace-server-other = El servidor dice: { $reason }

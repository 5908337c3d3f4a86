# La guía en la ventana, con lo que es Postroom.

help-title = Ayuda
help-close = Cerrar la ayuda
help-search = Buscar en la guía
help-none = Ninguna página tiene todas estas palabras
help-about = Acerca de Postroom
help-keys-hint = En la barra lateral y en los botones, apunte a un nombre para ver sus teclas.
# $version: como 0.1.0.
help-version = Versión { $version }
# $commit: la versión del código fuente.
help-commit = Compilado de { $commit }
help-packaged = Versión optimizada, de un instalador o paquete
help-from-source = Versión optimizada, compilada a partir del código fuente
# Para quienes cambian el programa.
help-debug = Versión de depuración, compilada a partir del código fuente: más lenta
help-license = Con licencia MIT o Apache-2.0, a su elección.
help-data = Sus datos
help-data-explained = La libreta de direcciones, el registro de compras, los pedidos y la configuración están en esta carpeta. Las copias de seguridad de cada día están en “backups”.
help-data-open = Abrir carpeta
help-notices = Datos y tipos de letra
help-crates = Bibliotecas del programa
help-crates-explained = Nombre, versión y licencia de cada biblioteca de este programa
# Para páginas que solo existen en inglés.
help-only-english = Esta página está en inglés.

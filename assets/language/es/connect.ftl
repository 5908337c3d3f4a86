# La primera página, el inicio de sesión, las cuentas.
connect-subtitle = Compare tarifas, compre e imprima etiquetas, rastree paquetes
connect-cancel = Cancelar
connect-back = Atrás
# Debajo de un campo que se debe completar.
connect-required = Obligatorio

## Al iniciar sesión
connect-starting-practice = Iniciando el servicio de práctica
connect-signing-in = Iniciando sesión
connect-takes-seconds = Tarda unos segundos como máximo
# $keyring: su nombre al comienzo de una oración, de storage.ftl
connect-keyring-may-ask = { $keyring } puede pedir primero su contraseña
connect-needed-practice = Inicie sesión en práctica para continuar. Lo guardado aquí se conserva.
connect-needed-test = Inicie sesión en prueba para continuar. Lo guardado aquí se conserva.
connect-needed-production = Inicie sesión en producción para continuar. Lo guardado aquí se conserva.
connect-vault-locked = Desbloquee la bóveda para abrir { $account }
# El nombre de una cuenta con su entorno.
connect-name-in-practice = { $account }, práctica
connect-name-in-test = { $account }, prueba
connect-name-in-production = { $account }, producción

## Probar Postroom
connect-try = Probar ahora
connect-try-explained = Sin cuenta, sin red, sin dinero real
connect-try-carriers = Cuatro transportistas con sus propios precios
connect-try-money = { $amount } para gastar, recargables cuando quiera
connect-try-parcels = Paquetes que avanzan con los días de práctica

## Una cuenta existente
connect-account = Tengo una cuenta
connect-account-explained = Con las claves de su servicio de envíos
connect-account-open = Escribir las claves
# Vuelve a mostrar solo el título de la tarjeta.
connect-fold = Ocultar
connect-fold-name = Ocultar: { $card }
connect-environment = Entorno
connect-environment-test = Prueba
connect-environment-production = Producción
connect-base-url = URL base
connect-api-key = Clave de API
connect-api-key-ends-in = Termina en { $end }
connect-api-secret = Secreto de API
connect-user-name = Nombre de usuario
connect-user-name-explained = El ID del usuario, no el correo electrónico
connect-password = Contraseña
connect-account-password = Contraseña de la cuenta
connect-sign-in = Iniciar sesión

## Recordar una cuenta
connect-remember = Recordar en esta computadora
connect-remember-not = Los secretos solo quedan en memoria; los escribe en cada inicio
# $keyring: su nombre dentro de una oración, como "el Llavero de macOS"
connect-keyring-trying = Probando { $keyring }
connect-keyring-ready = El secreto de API y la contraseña se guardan en { $keyring }. Ningún archivo de Postroom los contiene.
connect-keyring-asks = El secreto de API y la contraseña se guardan en { $keyring }, que pedirá su propia contraseña. Ningún archivo de Postroom los contiene.
# $keyring: su nombre al comienzo de una oración. $reason: uno de los siguientes mensajes
connect-keyring-none = { $keyring } no se puede usar ({ $reason }). El secreto de API y la contraseña se guardan en un archivo de bóveda que solo abre una frase de contraseña.
connect-keyring-not-used = no se usa en esta sesión
connect-keyring-unknown = Postroom no admite ninguno en este sistema
connect-keyring-timed-out = no respondió a tiempo
connect-keyring-refused = lo rechazó: { $reason }
connect-passphrase-new = Nueva frase de contraseña
connect-passphrase-explained = Se escribe en cada inicio. Nadie puede recuperarla.
connect-passphrase-again = Repita la frase de contraseña
connect-passphrase = Frase de contraseña de la bóveda
connect-vault-open = La bóveda está desbloqueada
connect-vault-interrupted = la operación se interrumpió
connect-passphrase-short = Use al menos 10 caracteres; cuatro palabras al azar funcionan bien
connect-passphrases-differ = Las frases de contraseña no coinciden
connect-kept-in-keyring = Guardado en { $keyring }
connect-kept-in-vault = Guardado en la bóveda
connect-older-stay-in-keyring = Los secretos anteriores de la cuenta siguen en { $keyring }: { $reason }
connect-older-stay-in-vault = Los secretos anteriores de la cuenta siguen en la bóveda: { $reason }
connect-unlock-first = Desbloquee primero la bóveda: sin su frase de contraseña no se puede quitar nada. Eliminar la bóveda quita todo lo que contiene.
connect-vault-deleted = Bóveda eliminada; sus secretos se pedirán en cada inicio
connect-secrets-forgotten = A partir de ahora se pedirán los secretos de { $account }
connect-account-forgotten = Se olvidó { $account }: sus secretos y datos guardados se eliminaron. El registro de compras se conserva.

## Una cuenta nueva
connect-sign-up = Crear una cuenta
connect-sign-up-explained = En un servicio que lo ofrece
connect-sign-up-open = Completar el formulario
connect-sign-up-base-url = URL base de registro
connect-company = Empresa
connect-first-name = Nombre
connect-last-name = Apellido
connect-email = Correo electrónico
connect-email-problem = Escríbalo como nombre@empresa.com
connect-new-password = Nueva contraseña
connect-sign-up-key = Clave de registro
connect-sign-up-key-explained = Solo si le dieron una
connect-create-account = Crear cuenta
connect-terms = Aceptar los términos
connect-terms-explained = La cuenta existe. Podrá enviar cuando acepte los términos y condiciones del servicio; su operador le da el texto.
connect-terms-accept = He leído los términos y condiciones y los acepto para esta cuenta
connect-terms-needed = Marque primero la casilla de arriba
connect-terms-activate = Aceptar y activar
connect-sign-up-first = Regístrese primero y después acepte los términos
connect-keys = Guarde sus claves
connect-keys-explained = El servicio las muestra una sola vez. Cópielas ahora en su administrador de contraseñas, o deje que Postroom las guarde en esta computadora, abajo.
connect-keys-production = Clave de producción
connect-keys-test = Clave de prueba
connect-keys-copy-key = Copiar clave
connect-keys-copy-secret = Copiar secreto
connect-keys-copy-production-key = Copiar la clave de producción
connect-keys-copy-production-secret = Copiar el secreto de producción
connect-keys-copy-test-key = Copiar la clave de prueba
connect-keys-copy-test-secret = Copiar el secreto de prueba
connect-keys-copy-all = Copiar todas las claves
connect-keys-unsaved = Las claves de su nueva cuenta aún no están guardadas. El servicio nunca las vuelve a mostrar.
connect-keys-close-title = ¿Cerrar sin las claves?
connect-keys-close-anyway = Cerrar y perderlas
connect-keys-stay = No cerrar
connect-url-unanswered = En esta dirección no respondió ningún servicio así. Revísela con quien se la dio.

## Fallas
connect-no-practice = El servicio de práctica no está disponible aquí
connect-failed-practice = No se pudo iniciar el servicio de práctica
connect-failed-practice-advice = Inténtelo de nuevo; si sigue fallando, revise el espacio libre del disco
connect-failed-open = No se pudo abrir { $account }
connect-secrets-not-kept = Sus secretos no están guardados
connect-secrets-not-in-keyring = Sus secretos ya no están en { $keyring }
connect-secrets-not-in-vault = Sus secretos ya no están en la bóveda
connect-secrets-missing-advice = Escríbalos de nuevo abajo
connect-failed-vault = No se pudo abrir la bóveda
connect-failed-vault-advice = No se envió nada; escriba la frase de contraseña de nuevo
connect-failed-delete-vault = No se pudo eliminar la bóveda
connect-failed-remember = No se pudo recordar la cuenta
connect-failed-forget = No se pudieron olvidar los secretos
connect-failed-remove-data = No se pudieron eliminar los datos guardados de la cuenta
connect-failed-save-list = No se pudo guardar la lista de cuentas
connect-failed-read-list = No se pudo leer la lista de cuentas
connect-advice-keyring = La sesión sigue iniciada; el secreto y la contraseña se pedirán en el próximo inicio
connect-advice-prompt = Responda a la pregunta del sistema, o escriba el secreto y la contraseña
connect-advice-unlock = Desbloquee primero la bóveda con su frase de contraseña
connect-advice-longer = Elija una más larga
connect-advice-damaged = Restaure el archivo desde una copia de seguridad, o elimine la bóveda y escriba los secretos de nuevo
connect-advice-disk = Revise el espacio libre y los permisos del disco, e inténtelo de nuevo

# The first page, signing in, accounts.
connect-subtitle = Compare rates, buy and print labels, track parcels
connect-cancel = Cancel
connect-back = Back
# Below a field that has to be filled in.
connect-required = Required

## Being signed in
connect-starting-practice = Starting the practice service
connect-signing-in = Signing in
connect-takes-seconds = This takes a few seconds at most
# $keyring: its name at the start of a sentence, from storage.ftl
connect-keyring-may-ask = { $keyring } may ask for its password first
connect-needed-practice = Sign in to practice to continue. What was saved here stays.
connect-needed-test = Sign in to test to continue. What was saved here stays.
connect-needed-production = Sign in to production to continue. What was saved here stays.
connect-vault-locked = Unlock the vault to open { $account }
# The name of an account with its environment.
connect-name-in-practice = { $account }, practice
connect-name-in-test = { $account }, test
connect-name-in-production = { $account }, production

## Trying Postroom
connect-try = Try it now
connect-try-explained = No account, no network, no real money
connect-try-carriers = Four carriers with their own prices
connect-try-money = { $amount } to spend, refilled whenever you like
connect-try-parcels = Parcels that move as practice days pass

## An existing account
connect-account = I have an account
connect-account-explained = With the keys of your shipping service
connect-account-open = Enter keys
# Shows only the title of the card again.
connect-fold = Hide
connect-fold-name = Hide: { $card }
connect-environment = Environment
connect-environment-test = Test
connect-environment-production = Production
connect-base-url = Base URL
connect-api-key = API key
connect-api-key-ends-in = Ends in { $end }
connect-api-secret = API secret
connect-user-name = User name
connect-user-name-explained = The user’s identifier, not the email address
connect-password = Password
connect-account-password = Account password
connect-sign-in = Sign in

## Remembering an account
connect-remember = Remember on this computer
connect-remember-not = Secrets stay in memory; you enter them at each start
# $keyring: its name inside a sentence, such as "the macOS Keychain"
connect-keyring-trying = Trying { $keyring }
connect-keyring-ready = The API secret and the password go into { $keyring }. No Postroom file contains them.
connect-keyring-asks = The API secret and the password go into { $keyring }, which will ask for its own password. No Postroom file contains them.
# $keyring: its name at the start of a sentence. $reason: one of the next messages
connect-keyring-none = { $keyring } can’t be used ({ $reason }). The API secret and the password go into a vault file that only a passphrase opens.
connect-keyring-not-used = it’s not used in this run
connect-keyring-unknown = Postroom doesn’t support one on this system
connect-keyring-timed-out = it didn’t answer in time
connect-keyring-refused = it refused: { $reason }
connect-passphrase-new = New passphrase
connect-passphrase-explained = You enter it at each start. Nobody can restore it.
connect-passphrase-again = Repeat the passphrase
connect-passphrase = Passphrase of the vault
connect-vault-open = The vault is unlocked
connect-vault-interrupted = the operation was interrupted
connect-passphrase-short = Use at least 10 characters; four random words work well
connect-passphrases-differ = The passphrases don’t match
connect-kept-in-keyring = Remembered in { $keyring }
connect-kept-in-vault = Remembered in the vault
connect-older-stay-in-keyring = Older secrets of the account stay in { $keyring }: { $reason }
connect-older-stay-in-vault = Older secrets of the account stay in the vault: { $reason }
connect-unlock-first = Unlock the vault first: nothing can be removed from it without its passphrase. Deleting the vault removes everything in it.
connect-vault-deleted = Vault deleted; you’ll be asked for its secrets at each start
connect-secrets-forgotten = From now on you’ll be asked for the secrets of { $account }
connect-account-forgotten = { $account } is forgotten: its secrets and saved data are gone. The purchase journal stays.

## A new account
connect-sign-up = Create an account
connect-sign-up-explained = With a service that offers it
connect-sign-up-open = Fill in the form
connect-sign-up-base-url = Sign-up base URL
connect-company = Company
connect-first-name = First name
connect-last-name = Last name
connect-email = Email
connect-email-problem = Enter it as name@company.com
connect-new-password = New password
connect-sign-up-key = Sign-up key
connect-sign-up-key-explained = Only if you were given one
connect-create-account = Create account
connect-terms = Accept the terms
connect-terms-explained = The account exists. It can ship once you accept the terms and conditions of the service; its operator gives you the text.
connect-terms-accept = I have read the terms and conditions and accept them for this account
connect-terms-needed = Check the box above first
connect-terms-activate = Accept and activate
connect-sign-up-first = Sign up first, then accept the terms
connect-keys = Save your keys
connect-keys-explained = The service shows them only once. Copy them into your password manager now, or let Postroom keep them on this computer below.
connect-keys-production = Production key
connect-keys-test = Test key
connect-keys-copy-key = Copy key
connect-keys-copy-secret = Copy secret
connect-keys-copy-production-key = Copy the production key
connect-keys-copy-production-secret = Copy the production secret
connect-keys-copy-test-key = Copy the test key
connect-keys-copy-test-secret = Copy the test secret
connect-keys-copy-all = Copy all keys
connect-keys-unsaved = The keys of your new account aren’t saved yet. The service never shows them again.
connect-keys-close-title = Close without the keys?
connect-keys-close-anyway = Close and lose them
connect-keys-stay = Don’t close
connect-url-unanswered = No such service answered at this address. Check it with whoever gave it to you.

## Failures
connect-no-practice = The practice service isn’t available here
connect-failed-practice = Couldn’t start the practice service
connect-failed-practice-advice = Try again; if it keeps failing, check the free disk space
connect-failed-open = Couldn’t open { $account }
connect-secrets-not-kept = Its secrets aren’t stored
connect-secrets-not-in-keyring = Its secrets are no longer in { $keyring }
connect-secrets-not-in-vault = Its secrets are no longer in the vault
connect-secrets-missing-advice = Enter them again below
connect-failed-vault = Couldn’t open the vault
connect-failed-vault-advice = Nothing was sent; enter the passphrase again
connect-failed-delete-vault = Couldn’t delete the vault
connect-failed-remember = Couldn’t remember the account
connect-failed-forget = Couldn’t forget the secrets
connect-failed-remove-data = Couldn’t remove the saved data of the account
connect-failed-save-list = Couldn’t save the list of accounts
connect-failed-read-list = Couldn’t read the list of accounts
connect-advice-keyring = You stay signed in; you’ll be asked for the secret and the password at the next start
connect-advice-prompt = Answer the system’s prompt, or enter the secret and the password
connect-advice-unlock = Unlock the vault with its passphrase first
connect-advice-longer = Choose a longer one
connect-advice-damaged = Restore the file from a backup, or delete the vault and enter the secrets again
connect-advice-disk = Check the disk’s free space and permissions, then try again

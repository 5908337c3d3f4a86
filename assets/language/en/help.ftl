# The guide in the window, with what Postroom is.

help-title = Help
help-close = Close the help
help-search = Search the guide
help-none = No page has all of these words
help-about = About Postroom
help-keys-hint = In the side bar and on buttons, point at a name to see its keys.
# $version: such as 0.1.0.
help-version = Version { $version }
# $commit: the version of the source.
help-commit = Built from { $commit }
help-packaged = Release build, from an installer or a package
help-from-source = Release build, made from source
# A build for those who change the program.
help-debug = Debug build, made from source: slower than a release
help-license = Licensed under MIT or Apache-2.0, as you choose.
help-data = Your data
help-data-explained = Address book, purchase journal, orders, and settings are in this folder. Backups of each day are in “backups”.
help-data-open = Open folder
help-notices = Data and typefaces
help-crates = Program libraries
help-crates-explained = Name, version, and license of each library in this program
# For pages that exist in English only.
help-only-english = This page is in English.

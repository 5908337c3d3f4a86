@echo off
rem Keeps everything in the folder "data" beside this file, such as on a stick. Whoever has the stick
rem can read the addresses, orders and purchases in it: most sticks keep no rights of their own.
start "" "%~dp0postroom.exe" --data "%~dp0data" %*

@echo off
rem A watched folder without a window, started when this user signs in. It needs no administrator.
rem   watch-folder.cmd FOLDER [OPTIONS]   sets it up and starts it, such as
rem                                       watch-folder.cmd "C:\Orders" --buy --out "C:\Labels"
rem   watch-folder.cmd remove             stops it and takes it away
rem The account is the one that the window had open last. docs\batch.md has the options, and what becomes
rem of each file.
if "%~1"=="" (
    echo watch-folder.cmd FOLDER [OPTIONS], or watch-folder.cmd remove
    exit /b 2
)
if "%~1"=="remove" (
    schtasks /End /TN "Postroom watched folder"
    schtasks /Delete /F /TN "Postroom watched folder"
    exit /b
)
set "arguments=%*"
schtasks /Create /F /SC ONLOGON /TN "Postroom watched folder" /TR "\"%~dp0postroom.exe\" watch %arguments:"=\"%"
schtasks /Run /TN "Postroom watched folder"

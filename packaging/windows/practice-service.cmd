@echo off
rem The practice service without a window, started when this user signs in. It needs no administrator.
rem   practice-service.cmd          sets it up and starts it
rem   practice-service.cmd remove   stops it and takes it away
if "%1"=="remove" (
    schtasks /End /TN "Postroom practice service"
    schtasks /Delete /F /TN "Postroom practice service"
    exit /b
)
schtasks /Create /F /SC ONLOGON /TN "Postroom practice service" /TR "\"%~dp0postroom.exe\" serve --listen 127.0.0.1:8331"
schtasks /Run /TN "Postroom practice service"

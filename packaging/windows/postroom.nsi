; The installer for Windows: for one user, without an administrator. `/S` installs without a window,
; `/D=FOLDER` (the last argument, without quotation marks) elsewhere. packaging/build names
; VERSION, FILES (the folder with what is installed), REMOVED (the lines that remove it), KILOBYTES and
; OUT.
; Of 64 bits, as the program is: a Wine without 32 bits can try it.
Target amd64-unicode
!include "MUI2.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Postroom"
!define APPLICATION "Software\Classes\Applications\postroom.exe"

Name "Postroom"
OutFile "${OUT}"
RequestExecutionLevel user
SetCompressor /SOLID lzma
InstallDir "$LOCALAPPDATA\Programs\Postroom"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Postroom"
VIAddVersionKey "FileDescription" "Postroom installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT OR Apache-2.0"

!define MUI_ICON "${FILES}\postroom.ico"
!define MUI_UNICON "${FILES}\postroom.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\postroom.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Removes the program. Your addresses, orders and purchases stay in $APPDATA\postroom."
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Spanish"

; A running program keeps its file open, and would be replaced by half.
!macro REFUSE_WHILE_RUNNING
    ${If} ${FileExists} "$INSTDIR\postroom.exe"
        ClearErrors
        FileOpen $0 "$INSTDIR\postroom.exe" a
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONSTOP "Postroom is running. Close its window first." /SD IDOK
            SetErrorLevel 3
            Abort
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

Section
    !insertmacro REFUSE_WHILE_RUNNING
    SetOutPath "$INSTDIR"
    File /r "${FILES}\*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Postroom.lnk" "$INSTDIR\postroom.exe" "" "$INSTDIR\postroom.ico"

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Postroom"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Postroom developers"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\postroom.ico"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

    ; "Open with" offers Postroom for tables of orders. It never becomes what a double click opens.
    WriteRegStr HKCU "${APPLICATION}" "FriendlyAppName" "Postroom"
    WriteRegStr HKCU "${APPLICATION}\shell\open\command" "" '"$INSTDIR\postroom.exe" "%1"'
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".csv" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".tsv" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".xlsx" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".xlsm" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".xls" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".xlsb" ""
    WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".ods" ""
SectionEnd

Section "Uninstall"
    !insertmacro REFUSE_WHILE_RUNNING
    ; Only what was installed: the folder may hold a "data" of the portable start.
    !include "${REMOVED}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Postroom.lnk"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "${APPLICATION}"
    DetailPrint "Your data stays in $APPDATA\postroom."
SectionEnd

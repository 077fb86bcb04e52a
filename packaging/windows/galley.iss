; Inno Setup: installs what galley.spec made on Windows. Untested until somebody has run it there.
;   build_llama.sh has no counterpart yet: build llama.cpp with the same CMake options (docs/packaging.md), then
;   set GALLEY_LLAMA=...\llama\bin
;   pyinstaller --noconfirm packaging\galley.spec
;   iscc /DVersion=0.1.0 packaging\windows\galley.iss
; dist\galley\models must hold the starter model (fetch_models.py --starter dist\galley\models).
#ifndef Version
  #define Version "0.1.0"
#endif

[Setup]
AppId={{6E2B6B0D-6C0C-4E0B-9B39-4B1D6A2F9C11}
AppName=Galley
AppVersion={#Version}
AppVerName=Galley {#Version}
DefaultDirName={autopf}\Galley
DefaultGroupName=Galley
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
OutputBaseFilename=galley-{#Version}-setup
UninstallDisplayIcon={app}\galley.exe
LicenseFile=..\..\LICENSE
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "nl"; MessagesFile: "compiler:Languages\Dutch.isl"

[Files]
Source: "..\..\dist\galley\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\lib"

[Icons]
Name: "{group}\Galley"; Filename: "{app}\galley.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "Galley.gguf"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Galley.gguf"; ValueType: string; ValueName: ""; ValueData: "GGUF model"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Galley.gguf\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\galley.exe,0"
Root: HKA; Subkey: "Software\Classes\Galley.gguf\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\galley.exe"" ""%1"""

[Run]
Filename: "{app}\galley.exe"; Description: "{cm:LaunchProgram,Galley}"; Flags: nowait postinstall skipifsilent

[Code]
function Part(var Text: String): Integer;
var
  Dot: Integer;
begin
  Dot := Pos('.', Text);
  if Dot = 0 then Dot := Length(Text) + 1;
  Result := StrToIntDef(Copy(Text, 1, Dot - 1), 0);
  Delete(Text, 1, Dot);
end;

function IsNewer(One, Other: String): Boolean;
var
  Mine, Theirs: Integer;
begin
  Result := False;
  while (One <> '') or (Other <> '') do
  begin
    Mine := Part(One);
    Theirs := Part(Other);
    if Mine <> Theirs then
    begin
      Result := Mine > Theirs;
      Exit;
    end;
  end;
end;

function InitializeSetup(): Boolean;
var
  Installed: String;
begin
  Result := True;
  if RegQueryStringValue(HKA, 'Software\Microsoft\Windows\CurrentVersion\Uninstall\{6E2B6B0D-6C0C-4E0B-9B39-4B1D6A2F9C11}_is1',
      'DisplayVersion', Installed) then
    if IsNewer(Installed, '{#Version}') then
    begin
      MsgBox('Galley ' + Installed + ' is installed, and this is the older {#Version}. Nothing was changed.', mbError, MB_OK);
      Result := False;
    end;
end;

# Turns on this person's screen saver and has it ask for the password, at once and for good.
#
# Writing the registry alone would hold only after the next sign-in, so Windows itself is asked to take the values, and
# then asked what it took. Ends with 0 when it took them, with 3 when it did not.

param(
    [Parameter(Mandatory = $true)][ValidateRange(60, 86400)][int] $Seconds,
    [switch] $ChooseBlank
)

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$env:PSModulePath = $PSHOME + '\Modules'
$systemFolder = Split-Path -Parent (Split-Path -Parent $PSHOME)

# Before anything is changed: a company that restricts the language of scripts forbids this.
Add-Type -Namespace Workplace -Name Parameters -MemberDefinition @'
[DllImport("user32.dll", EntryPoint = "SystemParametersInfoW", SetLastError = true)]
public static extern bool Set(uint action, uint value, IntPtr nothing, uint flags);
[DllImport("user32.dll", EntryPoint = "SystemParametersInfoW", SetLastError = true)]
public static extern bool Get(uint action, uint nothing, ref int value, uint flags);
'@

$desktop = 'HKCU:\Control Panel\Desktop'

function Stop-Here {
    if ($ChooseBlank) { Remove-ItemProperty -LiteralPath $desktop -Name 'SCRNSAVE.EXE' }
    exit 3
}

if ($ChooseBlank) {
    $saver = Join-Path $systemFolder 'scrnsave.scr'
    Set-ItemProperty -LiteralPath $desktop -Name 'SCRNSAVE.EXE' -Value $saver -Type String
}

# Active, seconds, secure: the action that sets each, the one that gets it, and the wanted value.
$wanted = @(
    @{ set = 0x0011; get = 0x0010; value = 1 },
    @{ set = 0x000F; get = 0x000E; value = $Seconds },
    @{ set = 0x0077; get = 0x0076; value = 1 }
)
# Into the person's profile, and told to every window.
$keepAndTell = 3

foreach ($setting in $wanted) {
    if (-not [Workplace.Parameters]::Set($setting.set, $setting.value, [IntPtr]::Zero, $keepAndTell)) { Stop-Here }
}
foreach ($setting in $wanted) {
    $found = 0
    if (-not [Workplace.Parameters]::Get($setting.get, 0, [ref] $found, 0)) { Stop-Here }
    if ($found -ne $setting.value) { Stop-Here }
}
exit 0

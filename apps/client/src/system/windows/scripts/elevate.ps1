# Starts Workplace once more through the system's own prompt for an administrator, and waits for it to end.
#
# Takes names of fixes, or that software is to be installed, and the name of the answer, all of a closed form. Started is the launcher beside this folder, with
# the command interpreter of Windows and without the person's own start commands (/d): the launcher clears what the
# environment could put into Node. Ends with 0 when it was started, 10 when the person closed the prompt, 11 when Windows
# refused, 12 when the folder has a name that cannot be handed on.

param(
    [ValidatePattern('^[A-Za-z]+(\+[A-Za-z]+){0,20}$')][string] $Fixes,
    [switch] $Software,
    [Parameter(Mandatory = $true)][ValidatePattern('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')][string] $Answer
)

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$env:PSModulePath = $PSHOME + '\Modules'
$systemFolder = Split-Path -Parent (Split-Path -Parent $PSHOME)

$launcher = Join-Path (Split-Path -Parent $PSScriptRoot) 'workplace.cmd'
if ($launcher -match '["%^&|<>!]') { exit 12 }

if ($Software) { $words = 'install-software --answer ' + $Answer }
elseif ($Fixes) { $words = 'apply-fixes --answer ' + $Answer + ' ' + $Fixes }
else { exit 11 }

$start = New-Object System.Diagnostics.ProcessStartInfo
$start.FileName = Join-Path $systemFolder 'cmd.exe'
$start.Arguments = '/d /c ""' + $launcher + '" ' + $words + '"'
$start.WorkingDirectory = $systemFolder
$start.Verb = 'runas'
$start.UseShellExecute = $true

try {
    $process = [System.Diagnostics.Process]::Start($start)
} catch {
    # ERROR_CANCELLED; the sentence that comes with it is in the language of the system.
    if ($_.Exception.InnerException.NativeErrorCode -eq 1223) { exit 10 }
    exit 11
}
$process.WaitForExit()
exit 0

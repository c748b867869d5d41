# Has Microsoft Defender remove the active threats that it knows of. Needs an administrator.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$env:PSModulePath = $PSHOME + '\Modules'

Remove-MpThreat
exit 0

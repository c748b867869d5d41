# Turns on the real-time protection of Microsoft Defender. Needs an administrator.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$env:PSModulePath = $PSHOME + '\Modules'

Set-MpPreference -DisableRealtimeMonitoring $false
exit 0

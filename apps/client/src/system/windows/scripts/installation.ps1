# Prints who may change this installation: the security descriptor of each folder above it and of each file in it, as
# JSON. Whether that is good enough is not decided here.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$env:PSModulePath = $PSHOME + '\Modules'

$folder = Split-Path -Parent $PSScriptRoot
$above = @()
for ($parent = Split-Path -Parent $folder; $parent; $parent = Split-Path -Parent $parent) { $above += $parent }

$own = @($folder) + @(Get-ChildItem -LiteralPath $folder -Recurse -Force | ForEach-Object { $_.FullName })

ConvertTo-Json -Depth 3 -Compress -InputObject @{
    above = @($above | ForEach-Object { [string] (Get-Acl -LiteralPath $_).Sddl })
    own = @($own | ForEach-Object { [string] (Get-Acl -LiteralPath $_).Sddl })
}

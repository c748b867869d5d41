# Reads what Workplace judges on this computer, and changes nothing.
#
# Takes no parameters, and no text is ever put into it. Prints one JSON document, one section to a line. Each section is
# either a value or the identifiers of its error, so one that fails hurts no other, and a document that is cut short still
# holds the sections before the cut: the quick ones come first. Printed are numbers, enum names and names that makers
# give, never a message of Windows, whose language differs. Cmdlets come before .NET, because a company may restrict the
# language of scripts. Plain ASCII: Windows PowerShell 5.1 takes a file without a mark for something else than UTF-8.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
# Before any command: only modules of Windows itself. A folder of the person must not lend its commands to an administrator.
$env:PSModulePath = $PSHOME + '\Modules'
$systemFolder = Split-Path -Parent (Split-Path -Parent $PSHOME)

$isUtf8 = $false
try {
    [Console]::OutputEncoding = [Text.Encoding]::UTF8
    $isUtf8 = $true
} catch {
    # Restricted language: names are then printed without their accents.
}

function Write-Section {
    param([string] $Name, [scriptblock] $Read)
    try {
        $json = ConvertTo-Json -InputObject @{ value = (& $Read) } -Depth 5 -Compress
    } catch {
        $json = ConvertTo-Json -Depth 4 -Compress -InputObject @{
            error = @{
                id = [string] $_.FullyQualifiedErrorId
                category = [string] $_.CategoryInfo.Category
                native = [string] $_.Exception.NativeErrorCode
                codes = @($_.Exception.StatusCode, $_.Exception.InnerException.HResult, $_.Exception.HResult)
            }
        }
    }
    if (-not $isUtf8) { $json = $json -replace '[^\x20-\x7e]', '?' }
    Write-Output ('"' + $Name + '":' + $json + ',')
}

# The values of a registry key; nothing where there is no such key. Every other failure is the section's.
function Get-Values {
    param([string] $Path)
    try {
        Get-ItemProperty -LiteralPath $Path
    } catch {
        if ([string] $_.CategoryInfo.Category -ne 'ObjectNotFound') { throw }
    }
}

# A moment as ISO 8601 in UTC; nothing where there is none.
function Format-Moment {
    param($Moment)
    if ($null -ne $Moment) { $Moment.ToUniversalTime().ToString('o') }
}

function Get-SecurityProducts {
    param([string] $Class)
    Get-CimInstance -Namespace 'root/SecurityCenter2' -ClassName $Class -OperationTimeoutSec 6 | ForEach-Object {
        @{
            name = [string] $_.displayName
            guid = $_.instanceGuid
            state = $_.productState
            reporter = $_.pathToSignedReportingExe
            product = $_.pathToSignedProductExe
        }
    }
}

Write-Output '{"format":1,"sections":{'

Write-Section 'shell' {
    @{
        languageMode = [string] $ExecutionContext.SessionState.LanguageMode
        architecture = $env:PROCESSOR_ARCHITECTURE
        hostArchitecture = $env:PROCESSOR_ARCHITEW6432
    }
}

Write-Section 'operatingSystem' {
    $version = Get-Values 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion'
    @{
        major = $version.CurrentMajorVersionNumber
        minor = $version.CurrentMinorVersionNumber
        build = $version.CurrentBuildNumber
        revision = $version.UBR
        display = $version.DisplayVersion
        release = $version.ReleaseId
        edition = $version.EditionID
        installation = $version.InstallationType
    }
}

Write-Section 'screenLock' {
    $policy = Get-Values 'HKCU:\Software\Policies\Microsoft\Windows\Control Panel\Desktop'
    $own = Get-Values 'HKCU:\Control Panel\Desktop'
    $computer = Get-Values 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Policies\System'
    $person = Get-Values 'HKCU:\Software\Microsoft\Windows\CurrentVersion\Policies\System'
    $winlogon = Get-Values 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon'
    $management = Get-Values 'HKLM:\SOFTWARE\Microsoft\PolicyManager\current\device\DeviceLock'
    @{
        policy = @{
            active = $policy.ScreenSaveActive
            program = $policy.'SCRNSAVE.EXE'
            seconds = $policy.ScreenSaveTimeOut
            secure = $policy.ScreenSaverIsSecure
        }
        own = @{
            active = $own.ScreenSaveActive
            program = $own.'SCRNSAVE.EXE'
            seconds = $own.ScreenSaveTimeOut
            secure = $own.ScreenSaverIsSecure
        }
        inactivitySeconds = $computer.InactivityTimeoutSecs
        managedMinutes = $management.MaxInactivityTimeDeviceLock
        managedPassword = $management.DevicePasswordEnabled
        lockDisabledForComputer = $computer.DisableLockWorkstation
        lockDisabledForPerson = $person.DisableLockWorkstation
        graceSeconds = $winlogon.ScreenSaverGracePeriod
        delaySeconds = $own.DelayLockInterval
    }
}

Write-Section 'updates' {
    $access = Get-Values 'HKLM:\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate'
    $policy = Get-Values 'HKLM:\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate\AU'
    $management = Get-Values 'HKLM:\SOFTWARE\Microsoft\PolicyManager\current\device\Update'
    $settings = Get-Values 'HKLM:\SOFTWARE\Microsoft\WindowsUpdate\UX\Settings'
    $pause = Get-Values 'HKLM:\SOFTWARE\Microsoft\WindowsUpdate\UpdatePolicy\Settings'
    @{
        noAutoUpdate = $policy.NoAutoUpdate
        options = $policy.AUOptions
        usesServer = $policy.UseWUServer
        accessOff = $access.DisableWindowsUpdateAccess
        managedOptions = $management.AllowAutoUpdate
        managedService = $management.AllowUpdateService
        pausedUntil = $settings.PauseUpdatesExpiryTime
        qualityPausedUntil = $settings.PauseQualityUpdatesEndTime
        qualityPause = $pause.PausedQualityStatus
    }
}

Write-Section 'signIn' {
    $winlogon = Get-Values 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon'
    $passwordless = Get-Values 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion\PasswordLess\Device'
    @{
        automatic = $winlogon.AutoAdminLogon
        hasAutomaticUser = [bool] $winlogon.DefaultUserName
        passwordless = $passwordless.DevicePasswordLessBuildVersion
    }
}

Write-Section 'firewallPolicy' {
    $policy = 'HKLM:\SOFTWARE\Policies\Microsoft\WindowsFirewall'
    $own = 'HKLM:\SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy'
    @{
        policy = @{
            Domain = (Get-Values "$policy\DomainProfile").EnableFirewall
            Private = (Get-Values "$policy\StandardProfile").EnableFirewall
            Public = (Get-Values "$policy\PublicProfile").EnableFirewall
        }
        management = @{
            Domain = (Get-Values "$own\Mdm\DomainProfile").EnableFirewall
            Private = (Get-Values "$own\Mdm\StandardProfile").EnableFirewall
            Public = (Get-Values "$own\Mdm\PublicProfile").EnableFirewall
        }
        own = @{
            Domain = (Get-Values "$own\DomainProfile").EnableFirewall
            Private = (Get-Values "$own\StandardProfile").EnableFirewall
            Public = (Get-Values "$own\PublicProfile").EnableFirewall
        }
        policyInbound = @{
            Domain = (Get-Values "$policy\DomainProfile").DefaultInboundAction
            Private = (Get-Values "$policy\StandardProfile").DefaultInboundAction
            Public = (Get-Values "$policy\PublicProfile").DefaultInboundAction
        }
        managementInbound = @{
            Domain = (Get-Values "$own\Mdm\DomainProfile").DefaultInboundAction
            Private = (Get-Values "$own\Mdm\StandardProfile").DefaultInboundAction
            Public = (Get-Values "$own\Mdm\PublicProfile").DefaultInboundAction
        }
        ownInbound = @{
            Domain = (Get-Values "$own\DomainProfile").DefaultInboundAction
            Private = (Get-Values "$own\StandardProfile").DefaultInboundAction
            Public = (Get-Values "$own\PublicProfile").DefaultInboundAction
        }
    }
}

Write-Section 'defenderPolicy' {
    $policy = Get-Values 'HKLM:\SOFTWARE\Policies\Microsoft\Windows Defender'
    $realtime = Get-Values 'HKLM:\SOFTWARE\Policies\Microsoft\Windows Defender\Real-Time Protection'
    $management = Get-Values 'HKLM:\SOFTWARE\Microsoft\PolicyManager\current\device\Defender'
    @{
        disableAntiSpyware = $policy.DisableAntiSpyware
        disableRealtimeMonitoring = $realtime.DisableRealtimeMonitoring
        allowRealtimeMonitoring = $management.AllowRealtimeMonitoring
    }
}

Write-Section 'enrollments' {
    @{
        enrollments = @(Get-ChildItem -LiteralPath 'HKLM:\SOFTWARE\Microsoft\Enrollments' | ForEach-Object {
            $enrollment = Get-Values $_.PSPath
            @{
                provider = $enrollment.ProviderID
                state = $enrollment.EnrollmentState
                hasServer = [bool] $enrollment.DiscoveryServiceFullURL
            }
        })
    }
}

Write-Section 'listedAgents' {
    $key = $null
    try {
        $key = Get-Item -LiteralPath 'HKLM:\SOFTWARE\Policies\Workplace\Agents'
    } catch {
        if ([string] $_.CategoryInfo.Category -ne 'ObjectNotFound') { throw }
    }
    $values = if ($null -ne $key) { Get-Values $key.PSPath }
    @{ agents = @($key.Property | Where-Object { $_ } | ForEach-Object { @{ name = $_; service = [string] $values.$_ } }) }
}

Write-Section 'computer' {
    $computer = Get-CimInstance -ClassName Win32_ComputerSystem -OperationTimeoutSec 5
    @{
        manufacturer = $computer.Manufacturer
        model = $computer.Model
        systemType = $computer.PCSystemType
        partOfDomain = [bool] $computer.PartOfDomain
    }
}

Write-Section 'device' {
    $bios = Get-CimInstance -ClassName Win32_BIOS -Property SerialNumber -OperationTimeoutSec 5
    $product = Get-CimInstance -ClassName Win32_ComputerSystemProduct -Property Version -OperationTimeoutSec 5
    $enclosures = Get-CimInstance -ClassName Win32_SystemEnclosure -Property ChassisTypes -OperationTimeoutSec 5
    @{
        serial = $bios.SerialNumber
        productVersion = $product.Version
        chassis = @($enclosures | ForEach-Object { $_.ChassisTypes })
    }
}

Write-Section 'battery' {
    @{ batteries = @(Get-CimInstance -ClassName Win32_Battery -Property DeviceID -OperationTimeoutSec 5).Count }
}

Write-Section 'session' {
    $own = Get-CimInstance -ClassName Win32_Process -Filter "ProcessId = $PID" -OperationTimeoutSec 5
    $session = $own.SessionId
    $desktops = Get-CimInstance -ClassName Win32_Process -OperationTimeoutSec 5 -Filter "Name = 'explorer.exe' AND SessionId = $session"
    @{
        sid = (Invoke-CimMethod -InputObject $own -MethodName GetOwnerSid -OperationTimeoutSec 5).Sid
        desktopOwners = @($desktops | ForEach-Object {
            (Invoke-CimMethod -InputObject $_ -MethodName GetOwnerSid -OperationTimeoutSec 5).Sid
        })
    }
}

Write-Section 'services' {
    @{
        services = @(Get-CimInstance -ClassName Win32_Service -Property @('Name', 'State', 'StartMode', 'PathName') -OperationTimeoutSec 8 |
            ForEach-Object { @{ name = $_.Name; state = [string] $_.State; start = [string] $_.StartMode; path = $_.PathName } })
    }
}

Write-Section 'powerPlan' {
    $powercfg = Join-Path $systemFolder 'powercfg.exe'
    @{
        sleepStates = (& $powercfg /a) -join "`n"
        screenOff = (& $powercfg /qh SCHEME_CURRENT SUB_VIDEO VIDEOIDLE) -join "`n"
        sleep = (& $powercfg /qh SCHEME_CURRENT SUB_SLEEP STANDBYIDLE) -join "`n"
        signInOnWaking = (& $powercfg /qh SCHEME_CURRENT SUB_NONE CONSOLELOCK) -join "`n"
    }
}

Write-Section 'accounts' {
    @{
        accounts = @(Get-LocalUser | ForEach-Object {
            @{ sid = [string] $_.SID; source = [string] $_.PrincipalSource }
        })
    }
}

Write-Section 'encryption' {
    $shell = New-Object -ComObject Shell.Application
    $drive = $shell.NameSpace($env:SystemDrive + '\').Self
    @{ drive = $env:SystemDrive; protection = $drive.ExtendedProperty('System.Volume.BitLockerProtection') }
}

# Every drive with a letter that Windows takes for built in, with the disk it lies on: none for what is no disk of its own.
Write-Section 'drives' {
    $shell = New-Object -ComObject Shell.Application
    $disks = @{}
    foreach ($disk in (Get-CimInstance -ClassName Win32_DiskDrive -OperationTimeoutSec 6)) {
        foreach ($part in (Get-CimAssociatedInstance -InputObject $disk -ResultClassName Win32_DiskPartition -OperationTimeoutSec 6)) {
            foreach ($letter in (Get-CimAssociatedInstance -InputObject $part -ResultClassName Win32_LogicalDisk -OperationTimeoutSec 6)) {
                $disks[[string] $letter.DeviceID] = $disk
            }
        }
    }
    $letters = Get-CimInstance -ClassName Win32_LogicalDisk -Filter 'DriveType = 3' -OperationTimeoutSec 6
    @{
        drives = @($letters | ForEach-Object {
            $disk = $disks[[string] $_.DeviceID]
            $folder = $shell.NameSpace([string] $_.DeviceID + '\')
            @{
                drive = [string] $_.DeviceID
                fileSystem = $_.FileSystem
                size = $_.Size
                media = $disk.MediaType
                bus = $disk.InterfaceType
                device = $disk.PNPDeviceID
                protection = if ($null -ne $folder) { $folder.Self.ExtendedProperty('System.Volume.BitLockerProtection') }
            }
        })
    }
}

Write-Section 'antivirus' {
    @{ products = @(Get-SecurityProducts 'AntiVirusProduct') }
}

Write-Section 'firewallProducts' {
    @{ products = @(Get-SecurityProducts 'FirewallProduct') }
}

Write-Section 'firewallProfiles' {
    @{
        profiles = @(Get-NetFirewallProfile -PolicyStore ActiveStore | ForEach-Object {
            @{ name = [string] $_.Name; enabled = [int] $_.Enabled; inbound = [int] $_.DefaultInboundAction }
        })
    }
}

Write-Section 'updateAgent' {
    $agent = New-Object -ComObject Microsoft.Update.AutoUpdate
    @{ notificationLevel = [int] $agent.Settings.NotificationLevel }
}

Write-Section 'installedUpdates' {
    $system = Get-CimInstance -ClassName Win32_OperatingSystem -Property InstallDate -OperationTimeoutSec 5
    $agent = New-Object -ComObject Microsoft.Update.AutoUpdate
    @{
        since = Format-Moment $system.InstallDate
        # Already in UTC, and does not say so.
        agentAt = if ($null -ne $agent.Results.LastInstallationSuccessDate) {
            $agent.Results.LastInstallationSuccessDate.ToString('s') + 'Z'
        }
        # As Windows keeps it: PowerShell would turn it by the habits of the person's country.
        days = @(Get-CimInstance -ClassName Win32_QuickFixEngineering -OperationTimeoutSec 8 | ForEach-Object {
            [string] $_.CimInstanceProperties['InstalledOn'].Value
        })
    }
}

Write-Section 'defender' {
    $namespace = 'root/Microsoft/Windows/Defender'
    $status = Get-CimInstance -Namespace $namespace -ClassName MSFT_MpComputerStatus -OperationTimeoutSec 8
    @{
        mode = [string] $status.AMRunningMode
        isServiceOn = $status.AMServiceEnabled
        isAntivirusOn = [bool] $status.AntivirusEnabled
        isRealtimeOn = [bool] $status.RealTimeProtectionEnabled
        definitionsFrom = Format-Moment $status.AntivirusSignatureLastUpdated
        areDefinitionsOld = $status.DefenderSignaturesOutOfDate
    }
}

Write-Section 'threats' {
    $namespace = 'root/Microsoft/Windows/Defender'
    @{
        threats = @(Get-CimInstance -Namespace $namespace -ClassName MSFT_MpThreat -OperationTimeoutSec 8 | ForEach-Object {
            @{ id = $_.ThreatID; name = $_.ThreatName; isActive = $_.IsActive }
        })
    }
}

Write-Section 'detections' {
    $namespace = 'root/Microsoft/Windows/Defender'
    $rows = Get-CimInstance -Namespace $namespace -ClassName MSFT_MpThreatDetection -OperationTimeoutSec 8
    @{
        detections = @($rows | ForEach-Object {
            @{
                id = $_.ThreatID
                status = $_.ThreatStatusID
                execution = $_.CurrentThreatExecutionStatusID
                hasSucceeded = $_.ActionSuccess
                changedAt = Format-Moment $_.LastThreatStatusChangeTime
                foundAt = Format-Moment $_.InitialDetectionTime
                resource = [string] @($_.Resources)[0]
            }
        })
    }
}

Write-Output '"end":{"value":true}}}'

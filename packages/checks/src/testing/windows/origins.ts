/**
 * Where the values of the Windows samples are described. None was recorded for this project: each was written from the
 * page named here.
 */
const LEARN = 'https://learn.microsoft.com';

export const UPDATE_POLICY = `${LEARN}/windows/deployment/update/waas-wu-settings`;
export const UPDATE_CSP = `${LEARN}/windows/client-management/mdm/policy-csp-update`;
export const UPDATE_PAUSE = `${LEARN}/windows/deployment/update/waas-configure-wufb`;
export const UPDATE_ACCESS = `${LEARN}/windows/client-management/mdm/policy-csp-admx-icm`;
export const UPDATE_CONFLICT = `${LEARN}/windows/client-management/mdm/policy-csp-controlpolicyconflict`;
export const UPDATE_LEVEL = `${LEARN}/windows/win32/api/wuapi/ne-wuapi-automaticupdatesnotificationlevel`;
export const UPDATE_RESULTS = `${LEARN}/openspecs/windows_protocols/ms-uamg/8975f06e-1c45-4551-b083-2938564c839a`;
export const UPDATE_DAYS = `${LEARN}/windows/win32/cimwin32prov/win32-quickfixengineering; form of InstalledOn: PowerShell/PowerShell, types.ps1xml`;
export const SERVICE_CLASS = `${LEARN}/windows/win32/cimwin32prov/win32-service`;
export const SAVER_POLICY = `${LEARN}/windows/client-management/mdm/policy-csp-admx-controlpaneldisplay`;
export const INACTIVITY = `${LEARN}/previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings/interactive-logon-machine-inactivity-limit`;
export const DEVICE_LOCK_CSP = `${LEARN}/windows/client-management/mdm/policy-csp-devicelock`;
export const LOCK_POLICY = `${LEARN}/windows/client-management/mdm/policy-csp-admx-ctrlaltdel`;
export const GRACE_PERIOD = `${LEARN}/security-updates (MSS: ScreenSaverGracePeriod), policy-csp-mssecurityguide`;
export const POWERCFG = `${LEARN}/windows-hardware/design/device-experiences/powercfg-command-line-options`;
export const POWERCFG_TESTS = 'ParetoSecurity/agent, checks/windows: outputs of powercfg in three languages';
export const DELAY_LOCK = `${LEARN}/answers: DelayLockInterval of "If you've been away"; hexorcist404/apotrope, tests`;
export const AUTOMATIC_LOGON = `${LEARN}/troubleshoot/windows-server/user-profiles-and-logon/turn-on-automatic-logon`;
export const PRINCIPAL_SOURCE = `${LEARN}/powershell/module/microsoft.powershell.localaccounts/get-localuser`;
export const SIDS = `${LEARN}/windows-server/identity/ad-ds/manage/understand-security-identifiers`;
export const BITLOCKER_PROPERTY = `${LEARN}/windows/win32/properties/props-system-volume-bitlockerprotection; values as published by users of the property`;
export const BITLOCKER = `${LEARN}/windows/security/operating-system-security/data-protection/bitlocker/`;
export const DISK_CLASSES = `${LEARN}/windows/win32/cimwin32prov/win32-diskdrive`;
export const STORAGE_SPACES = `${LEARN}/windows-server/storage/storage-spaces/overview`;
export const FIREWALL_PROFILE = `${LEARN}/powershell/module/netsecurity/set-netfirewallprofile`;
export const FIREWALL_STORE = `${LEARN}/openspecs/windows_protocols/ms-gpfas (registry values EnableFirewall, DefaultInboundAction)`;
export const FIREWALL_SERVICES = `${LEARN}/windows/security/operating-system-security/network-security/windows-firewall/ (services MpsSvc and BFE)`;
export const SECURITY_CENTER = `${LEARN}/windows/win32/api/iwscapi/ne-iwscapi-wsc_security_product_state; productState as amidaware/community-scripts reads it`;
export const DEFENDER_STATUS = `${LEARN}/previous-versions/windows/desktop/defender/msft-mpcomputerstatus`;
export const DEFENDER_MODES = `${LEARN}/defender-endpoint/microsoft-defender-antivirus-compatibility`;
export const DEFENDER_DETECTION = `${LEARN}/previous-versions/windows/desktop/defender/msft-mpthreatdetection`;
export const FAKE_ROW = 'es3n1n/defendnot: registers a product with the Security Center that is none';
export const ENROLLMENTS =
  'Registry of enrolled and of plain computers as published in several tools (the key is not documented)';
export const RELEASES = `${LEARN}/windows/release-health/windows11-release-information`;
export const RELEASES_10 = `${LEARN}/windows/release-health/release-information`;
export const RELEASES_LTSC = `${LEARN}/windows/whats-new/ltsc/overview`;
export const RELEASES_SERVER = `${LEARN}/windows/release-health/windows-server-release-info`;
export const POWERSHELL_ERRORS = `${LEARN}/powershell/scripting/developer/cmdlet/error-id; HRESULTs of [MS-WMI]`;
export const POWERSHELL_PIPE = `${LEARN}/powershell/module/microsoft.powershell.core/about/about_character_encoding`;

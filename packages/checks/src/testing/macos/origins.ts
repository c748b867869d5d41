/**
 * Where the values of the macOS samples are described. None was recorded for this project: each was written from the
 * page, the published transcript or the source of the tool named here.
 */
const APPLE = 'github.com/apple/device-management';

export const UPDATE_PROFILE = `${APPLE}, mdm/profiles/com.apple.SoftwareUpdate.yaml`;
export const UPDATE_DECLARATION = `${APPLE}, declarative/declarations/configurations/softwareupdate.settings.yaml`;
export const UPDATE_STATE_FILE = 'usnistgov/macos_security, rules of software updates by declaration';
export const UPDATE_FILE = 'mondoohq/cnquery, provider os, macos.softwareupdate: keys of com.apple.SoftwareUpdate';
export const UPDATE_RECORD = 'munkireport/softwareupdate and mondoohq/cnquery: LastSuccessfulDate, RecommendedUpdates';
export const UPDATE_SCHEDULE = 'kolide/launcher, ee/tables/execparsers/softwareupdate: outputs of the tool';
export const SAVER_PROFILE = `${APPLE}, mdm/profiles/com.apple.screensaver.yaml and com.apple.screensaver.user.yaml`;
export const SCREEN_LOCK_TOOL =
  'hexorcist404/apotrope and ParetoSecurity/pareto-mac: outputs of sysadminctl -screenLock status';
export const POWER_TOOL = 'https://www.manpagez.com/man/1/pmset/ (pmset -g custom)';
export const LOGIN_PROFILE = `${APPLE}, mdm/profiles/com.apple.loginwindow.yaml`;
export const LOGIN_FILE = 'CIS Apple macOS Benchmark, automatic login (autoLoginUser)';
export const LOGIN_MCX = 'usnistgov/macos_security, rule system_settings_automatic_login_disable';
export const ACCOUNTS =
  'https://www.manpagez.com/man/1/dscl/ and man 8 sysadminctl (AuthenticationAuthority, SecureToken)';
export const FILEVAULT =
  'https://www.manpagez.com/man/8/fdesetup/ and jamf/FileVault2_Scripts: outputs of fdesetup status';
export const VOLUMES =
  'https://www.manpagez.com/man/8/diskutil/ and kolide/launcher, apfs tables: diskutil apfs list -plist';
export const FIREWALL_REPORT = 'osquery/osquery#8395 and fleetdm/fleet#53594: system_profiler SPFirewallDataType -json';
export const FIREWALL_TOOL = 'kolide/launcher, ee/tables/execparsers/socketfilterfw: outputs of socketfilterfw';
export const FIREWALL_PROFILE = `${APPLE}, mdm/profiles/com.apple.security.firewall.yaml`;
export const ENROLMENT = 'kolide/launcher, ee/tables/mdm: outputs of profiles status -type enrollment';
export const XPROTECT = 'https://eclecticlight.co: xprotect(8) of macOS 15 and later, outputs of version and status';
export const EXTENSIONS =
  'https://developer.apple.com/documentation/systemextensions and published outputs of systemextensionsctl list';
export const MDATP = 'https://learn.microsoft.com/defender-endpoint/mac-resources (mdatp health, mdatp threat list)';
export const RELEASES = 'https://support.apple.com/100100 (Apple security releases)';
export const VERSION_TOOL = 'https://www.manpagez.com/man/1/sw_vers/';
export const LAUNCHD = 'https://www.manpagez.com/man/1/launchctl/ (launchctl print)';
export const CONSOLE = 'https://developer.apple.com/documentation/systemconfiguration (owner of /dev/console)';

/**
 * A policy to begin with. Of every check that is required it says what a reading that could not be made means: `block` only
 * where the client of an ordinary person reads it on every system, so that nobody honest is locked out.
 */
export const FIRST_POLICY = `# severity: off | recommended | required | sign-in-stopper
# unknown:  what a reading that could not be made means: block stops the computer,
#           allow lets it in. Said for each check that is required.
version: 1
workplaceAccessPolicy: Strict
checks:
  # The server knows this by itself.
  KnownDevice: { severity: required, unknown: block }
  # Every system tells its own version.
  OSSupported: { severity: required, unknown: block }
  # allow: on Linux only APT and DNF can be read.
  OsAutoUpdateEnable: { severity: required, unknown: allow }
  # allow: on Linux this takes Workplace installed for everyone, whose reader sees the rules of the kernel.
  FirewallEnable: { severity: required, unknown: allow }
  # allow: some desktops of Linux are not known to Workplace.
  ScreenSaverState: { severity: required, unknown: allow }
  ScreenSaverPasswordProtected: { severity: required, unknown: allow }
  # allow: Windows tells nobody whether an account of this computer alone has a password.
  PasswordSet: { severity: required, unknown: allow }
  # allow: not every antivirus keeps a list that can be read.
  NoActiveInfections: { severity: sign-in-stopper, unknown: allow }
  # To look at first: what is recommended stops nobody.
  DeviceEncrypted: { severity: recommended }
  AntiVirusInstalled: { severity: recommended }
  AntiVirusRealtimeProtection: { severity: recommended }
  ScreenSaverTimeout: { severity: recommended }
`;

/**
 * A policy to begin with. It says `block` where the client reads a check on every system, and nothing where a system may not
 * give the reading: an unread check then blocks too, and no honest person is locked out for good.
 */
export const FIRST_POLICY = `# severity: off | recommended | required | sign-in-stopper
# unknown:  what an unread check means. block stops the computer, allow lets it in.
#           Left out: block, except where Workplace cannot read the check on such a computer at all.
version: 1
workplaceAccessPolicy: Strict
checks:
  # The server knows this by itself.
  KnownDevice: { severity: required, unknown: block }
  # Every system tells its own version.
  OSSupported: { severity: required, unknown: block }
  # On Linux, install Workplace for everyone: its reader service sees the rules of the kernel.
  FirewallEnable: { severity: required, unknown: block }
  # Not read: Linux without APT or DNF.
  OsAutoUpdateEnable: { severity: required }
  # Not read: some desktops of Linux.
  ScreenSaverState: { severity: required }
  ScreenSaverPasswordProtected: { severity: required }
  # Not read: Windows accounts of one computer alone. Windows does not say whether they have a password.
  PasswordSet: { severity: required }
  # Not read: antivirus products that keep no list of what they found.
  NoActiveInfections: { severity: sign-in-stopper }
  # To look at first: what is recommended stops no one.
  DeviceEncrypted: { severity: recommended }
  AntiVirusInstalled: { severity: recommended }
  AntiVirusRealtimeProtection: { severity: recommended }
  ScreenSaverTimeout: { severity: recommended }
`;

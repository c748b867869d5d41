import { LINUX_AGENTS } from '../../packages/checks/src/readings/agents/catalogue.ts';
import { FCI_AGENT } from '../../packages/checks/src/readings/agents/fci-agent.ts';
import { MACOS_AGENTS } from '../../packages/checks/src/readings/agents/macos-catalogue.ts';
import { WINDOWS_AGENTS } from '../../packages/checks/src/readings/agents/windows-catalogue.ts';
import { CLAMAV_DAEMON, WATCHING_PRODUCTS } from '../../packages/checks/src/readings/antivirus/linux-products.ts';
import { LOCKERS } from '../../packages/checks/src/readings/screen-lock/lockers.ts';

const listOf = (names: readonly { readonly id: string }[]) =>
  names
    .filter(({ id }) => id !== FCI_AGENT)
    .map(({ id }) => `\`${id}\``)
    .join(', ');

/** What is known by name, and where a check draws its line while a policy says nothing else. */
export const KNOWN = `## What is known by name, and usual limits

| Check | Usual limit |
|---|---|
| ScreenSaverTimeout | the screen locks after at most 15 minutes without a touch |
| ScreenSaverPasswordProtected | the password is asked at most 5 seconds later |
| AntiVirusSignaturesUpToDate | definitions are at most 7 days old; those of XProtect, which Apple renews less often, 42 |
| OsAutoUpdateEnable | updates were installed in the last 14 days; jobs run at least every 7 days |

A policy sets each of them in the check's parameters, but for how often jobs run.

*Screen lock on Linux*: GNOME, Cinnamon and KDE Plasma lock by themselves, and their settings are read, with KDE's
\`action/lock_screen\`. On XFCE, MATE, LXQt, sway and i3 it is asked which of these programs runs: ${LOCKERS.map(({ program }) => `\`${program}\``).join(', ')}. Where none of them runs, or one that does not tell (\`xautolock\`, which may be turned off
in itself), the checks are unknown and stop the computer unless the policy says \`unknown: allow\`: a person can end their own
locker. The page says which of the two it is, and the help which program fits the desktop. On a desktop that is not named here they are *not supported* and stop no one.

*RemoteLoginOff on Linux* asks four things of what answers other computers: the unit or program by its name, what stands in its file,
what it says ([ADR 51](adr/0051-what-listens-is-heard.md)), and of a socket of one's own what it hands to those who connect. A shell, \`login\`
or an interpreter without a file is a sign-in; a few programs that only say or keep something are none; any other is unknown, and so is
a silent port of which no one says whose it is. \`busybox\` and \`toybox\` are what their first word says, and a program that starts others for
those who connect by a file of its own (\`inetd\`, \`tcpserver\`) is unknown. OpenSSH that answers this computer alone, by its settings or by the words of its unit, is off; of other servers (dropbear) that is not
looked at. A page is a page: one that carries out what it is sent is *not seen*. A server that something else than a unit of the system
starts fails too: a line of \`/etc/crontab\` or \`/etc/cron.d\`, an entry that desktops start, a unit of the person's own. *Not seen*: crontabs of
accounts, which only their owners may read, and what a script does that runs every so often.

*UsbStorageBlocked* reads the files of modprobe in the order of their names, as kmod does: of several \`install\` lines for one driver the first
counts. Without \`usb-storage\` no drive works, since \`uas\` needs it: a rule for it alone blocks both.

*AntiVirusInstalled* means that the files of a product are there, and no more: one that is masked, stopped or never started is
installed. Whether it works is what *AntiVirusRealtimeProtection* asks. On Linux these products are known: ${[CLAMAV_DAEMON, ...WATCHING_PRODUCTS].map(({ name }) => name).join(', ')}
and Microsoft Defender. ClamAV protects in real time where \`clamd\` and \`clamonacc\` run, \`OnAccessPrevention\` is on, the person's folder is
watched and neither it, a folder that is seen in it (such as Documents) nor the person is left out, and files up to a megabyte are looked at. Of the others it is known that they
run; what they are told, only their maker's console says.

*RmmAgent* and *FciAgentRunning* ask whether the agent's unit runs its program. Whether that program is still the maker's own is *not
seen*: root could put another in its place.

*RmmAgent* knows these agents. Linux: ${listOf(LINUX_AGENTS)}. Windows: ${listOf(WINDOWS_AGENTS)}. macOS: ${listOf(MACOS_AGENTS)}.

*ManagedDevice* knows on Linux Fleet, JumpCloud, Landscape, Salt and Microsoft Intune; on Windows every service that a computer
is enrolled in, by the name it has there; on macOS every one that installed a management profile, of which Microsoft Intune, Jamf
Pro, Kandji, Mosyle and Workspace ONE are known by name.

*Does not apply*, which counts as passed: *NoActiveInfections* where no antivirus keeps a list of what it found, or there is none;
*DeviceEncrypted* in a container, whose drive is its host's.`;

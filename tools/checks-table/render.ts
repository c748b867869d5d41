import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Article } from '@vestibule/checks/article';
import { CHECK_DEFINITIONS, CHECKS, isAskedOn, READER_FACTS } from '@vestibule/checks';
import { CHECK_TYPES, type CheckType, type OperatingSystem, SPECIFIED_CHECK_TYPES } from '@vestibule/contracts';
import { MACOS_STATES } from '../../packages/checks/src/testing/states-macos.ts';
import { WINDOWS_STATES } from '../../packages/checks/src/testing/states-windows.ts';
import { CLOSED, LOOK_CLOSED, NOT_UNDERSTOOD } from '../../e2e/support/firewall/nft-rulesets.ts';
import { FIREWALLD, IPTABLES, UFW } from '../../e2e/support/firewall/other-rulesets.ts';
import { INSTALLED_UNDER_WINE, TRIED_ON_DEBIAN, TRIED_UNDER_WINE } from '../../e2e/support/tried-on.ts';
import { KNOWN } from './known.ts';
import { NEVER_TRIED } from './never-tried.ts';
import { COUNTED_STATES, OPEN_STATES } from './states.ts';

const FOLDERS = join(import.meta.dirname, '../../packages/checks/src');

/** The articles by the name of their check's folder. */
const ARTICLES: ReadonlyMap<string, Article> = new Map(
  await Promise.all(
    globSync('*/article.ts', { cwd: FOLDERS }).map(async (path) => {
      const { article } = (await import(pathToFileURL(join(FOLDERS, path)).href)) as { readonly article: Article };
      return [dirname(path), article] as const;
    }),
  ),
);

const SYSTEMS = { linux: 'Linux', windows: 'Windows', macos: 'macOS' } as const satisfies Record<
  OperatingSystem,
  string
>;

/** The one fact that no client reads: the server writes it from its register. */
const SERVER_CHECK: CheckType = 'KnownDevice';

/** What the table says of one check on one system. */
export interface Cell {
  readonly check: CheckType;
  readonly system: OperatingSystem;
  readonly reads: string;
  readonly fixes: string;
  readonly needsElevation: string;
  readonly undo: string;
  readonly page: string;
  readonly samples: number;
  readonly tried: string;
  /** Computers that were made so, or whose samples say so. */
  readonly states: number;
  readonly readBy: string;
  readonly neverTried: string;
}

/** @param root folder of the project */
export function collectCells(root: string): readonly Cell[] {
  return systemsInOrder().flatMap((system) =>
    CHECK_TYPES.filter((check) => isAskedOn(CHECK_DEFINITIONS[check], system)).map((check) =>
      cellOf(check, system, root),
    ),
  );
}

function cellOf(check: CheckType, system: OperatingSystem, root: string): Cell {
  const { definition, fixes, remarks } = CHECKS[check];
  const fix = fixes.find(({ operatingSystem }) => operatingSystem === system);
  const remark = wordFor(remarks?.fix, system);
  return {
    check,
    system,
    reads: check === SERVER_CHECK ? 'by the server' : readsText(check, system),
    fixes: fix !== undefined && remark === '' ? 'yes' : remark,
    needsElevation: fix === undefined ? 'no fix' : fix.needsElevation ? 'yes' : 'no',
    undo: fix === undefined ? 'no fix' : wordFor(remarks?.undo, system) || 'yes, said after the fix',
    page: pageOf(definition.helpArticle, check, system),
    samples: countSamples(check, system, root),
    tried: triedText(check, system),
    ...statesOf(check, system),
    neverTried: check === SERVER_CHECK ? 'nothing' : (NEVER_TRIED[check]?.[system] ?? 'a real computer'),
  };
}

function readsText(check: CheckType, system: OperatingSystem): string {
  const { definition, reading } = CHECKS[check];
  const { facts } = definition;
  const isRead = reading.readers.some(({ operatingSystem }) => operatingSystem === system);
  if (!isRead) return '';
  if (system !== 'linux') return 'yes';
  if (check === 'PasswordSet') return 'yes, accounts of others by root';
  return READER_FACTS.some((name) => name === facts) ? 'yes, by root' : 'yes';
}

function wordFor(
  words: string | Readonly<Partial<Record<OperatingSystem, string>>> | undefined,
  system: OperatingSystem,
) {
  return typeof words === 'string' ? words : (words?.[system] ?? '');
}

function pageOf(article: string | undefined, check: CheckType, system: OperatingSystem): string {
  const found = article === undefined ? undefined : ARTICLES.get(article)?.systems[system]?.settings;
  if (found !== undefined) return `\`${found.href}\``;
  if (system === 'linux') return article === undefined ? 'no article' : LINUX_PAGE;
  return wordFor(CHECKS[check].remarks?.page, system);
}

/** A browser hands no address on to a settings program of Linux, so the articles name the page instead. */
const LINUX_PAGE = 'named in the article';

/** Folders that hold the samples of a check, by the name of its facts; its own folder when it shares them with none. */
const SHARED_FOLDERS: Readonly<Record<string, string>> = {
  agents: 'readings/agents',
  antivirus: 'readings/antivirus',
  screenLock: 'readings/screen-lock',
};

function countSamples(check: CheckType, system: OperatingSystem, root: string): number {
  const folder = SHARED_FOLDERS[CHECK_DEFINITIONS[check].facts] ?? folderOf(check);
  return globSync(`samples/${system}/*.*`, { cwd: join(root, 'packages/checks/src', folder) }).filter(
    (path) => !path.endsWith('.md') && !path.endsWith('expected.json'),
  ).length;
}

const READERS = { service: 'person and reader', person: 'person alone', root: 'root', samples: 'samples' } as const;

function statesOf(check: CheckType, system: OperatingSystem): Pick<Cell, 'states' | 'readBy'> {
  if (check === SERVER_CHECK) return { states: 0, readBy: 'server' };
  const states = COUNTED_STATES.filter((state) => state.system === system && state.checks.includes(check));
  const isOfKernel = check === 'FirewallEnable' && system === 'linux';
  const readers = new Set(states.flatMap(({ readBy }) => readBy));
  const words = Object.entries(READERS).flatMap(([reader, text]) =>
    readers.has(reader as keyof typeof READERS) ? [text] : [],
  );
  return {
    states: states.length + (isOfKernel ? RULESETS : 0),
    readBy: words.length === 0 ? 'samples' : words.join(', '),
  };
}

function folderOf(check: CheckType): string {
  return check.replace(/^OS/, 'Os').replace(/[A-Z]/g, (letter, at) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);
}

function triedText(check: CheckType, system: OperatingSystem): string {
  if (check === SERVER_CHECK) return 'the journeys';
  switch (system) {
    case 'linux': {
      const tried = TRIED_ON_DEBIAN[check] ?? (statesOf(check, system).states > 0 ? 'read' : undefined);
      if (tried === undefined) return 'samples only';
      return tried === 'read' ? 'Debian 12, good and bad' : 'Debian 12, good and bad, fixed there';
    }
    case 'windows':
      if (INSTALLED_UNDER_WINE.includes(check)) return 'Wine (an MSI); samples';
      return TRIED_UNDER_WINE.includes(check) ? 'Wine; samples' : 'samples only';
    case 'macos':
      return 'samples only';
  }
}

function systemsInOrder(): readonly OperatingSystem[] {
  return ['linux', 'windows', 'macos'];
}

/** The whole of `docs/checks.md`. */
export function renderChecks(cells: readonly Cell[]): string {
  return [HEAD, KNOWN, ...systemsInOrder().map((system) => renderSystem(system, cells)), FOOT].join('\n\n');
}

function renderSystem(system: OperatingSystem, cells: readonly Cell[]): string {
  const rows = cells
    .filter((cell) => cell.system === system)
    .map(({ check, reads, fixes, needsElevation, undo, page, samples, tried, states, readBy, neverTried }) => {
      const isSpecified = SPECIFIED_CHECK_TYPES.some((type) => type === check);
      const article = CHECK_DEFINITIONS[check].helpArticle ?? (isSpecified ? 'none, by the specification' : 'none');
      const isOfServer = check === SERVER_CHECK;
      const counts = [isOfServer ? 'none needed' : samples, isOfServer ? 'none needed' : states];
      const row = [check, reads, fixes, needsElevation, undo, page, article, ...counts, readBy, tried, neverTried];
      return `| ${row.join(' | ')} |`;
    });
  return [
    `## ${SYSTEMS[system]}`,
    '',
    '| Check | Reads | Fixes | Needs elevation | Undo | Settings page | Help article | Samples | States | Read by | Tried on | Never tried |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function openText(): string {
  const names = OPEN_STATES.map((name) => `*${name}*`).join('; ');
  return OPEN_STATES.length === 0 ? '' : ` Judged wrongly so far: ${names}.`;
}

/** Firewalls that the kernel is asked about. */
const RULESETS = [LOOK_CLOSED, CLOSED, NOT_UNDERSTOOD, IPTABLES, UFW, FIREWALLD].flat().length;

const HEAD = `# What Workplace reads and repairs

Written from the code by \`npm run checks-table\`; a test fails when this page is out of date.

**What was proven how.** On Linux the built client runs in the system suite (\`npm run test:system\`) on a Debian 12 that is
booted for it: real systemd, ufw, firewalld, nftables, ClamAV, unattended-upgrades, GNOME's settings, PAM and polkit. Two
things stand in for what is not there: a program of the desktop's name for GNOME and Plasma themselves, with the name of GNOME's
display manager on the bus, and unit files for agents and for dnf-automatic, which Debian does not have. On XFCE, MATE, LXQt,
sway and i3 the lockers of Debian run in a session of their own; of light-locker the settings are real, and a program has its name. Drives with LUKS and LVM are made for real on
Debian's kernel under qemu; other kinds are known from samples, and each row says which.

**Windows and macOS were not tried on a real computer.** Everything there is proven from samples, which are written after
published descriptions and published outputs; each says so. What a version prints that no one has described is not known:
the readers then say *unknown*, which is neither a pass nor a failure. The client for Windows is started under Wine, which
has a registry but no PowerShell: there it reads what needs the registry alone and calls everything else unknown.

*States of Windows and macOS* (\`packages/checks/src/testing/states-windows.ts\`, \`states-macos.ts\`: ${WINDOWS_STATES.length} and ${MACOS_STATES.length}): each is a small
change to a whole computer, with the document its values are from and the verdicts that must follow, and \`npm test\` asks every
reader about each. Policies of updates and of the screen saver, and profiles against a person's own settings, are compared with
a plain model on made-up values besides. *Never tried*: inbound rules of Windows Firewall one by one (only what no rule names), the
guest account of a Mac, encryption of other makers than Microsoft and Apple, and whether Windows keeps the record of its update
agent on every release.

*Unknown* and *not asked*: a reading that could not be made (a tool is missing, the person may not read it, no answer in time) is
unknown, and the policy says what that means: \`unknown: allow\` or \`unknown: block\`. A check that does not exist on a system is
not asked there: it has no row below, is in no count, and \`vestibule policy explain\` names it.

*By root*: Workplace installed for everyone on Linux has a service read it that root runs
([ADR 39](adr/0039-root-reads-what-only-root-may-read.md)), and the fact says \`readBy: reader\`. Without that service the
person reads: a firewall is then off where the kernel has loaded no packet filter, and else not known; settings of updates
are known where everybody may read them. The service also tells \`PasswordSet\` whether root, an administrator or another account that
can sign in has no password, or is let in without it by a rule of PAM: any of them fails the check, as anyone can open the computer by it.
Without the service the check speaks of the person's own account, and of passwords that are missing in \`/etc/passwd\` itself; an account
of another that a rule lets in, or that has no password as the desktop's accounts service tells, is then not known, since root alone knows whether
its last day is over. Other than that, what the person cannot see is not held against a computer that may be good. Everything else is read by the person, on every system. The service is tried on Debian 12,
installed from the package and from the archive (\`e2e/reader.system.test.ts\`).

*Who signs in without a word on Linux*: the rules of PAM are read as libpam carries them out, with all that they take in
(\`include\`, \`substack\`, \`@include\`, and \`other\` for a program that has none), and asked whether some way through them ends well for a
person who gives no secret. The rules of the text console, of display managers (GDM with finger and card, LightDM, SDDM, Plasma Login,
LXDM, ly, greetd, XDM, SLiM, COSMIC), of SSH, xrdp and Cockpit, of screen lockers, and those by which \`su\` makes anyone another
person count for \`PasswordSet\`; those of the locker or desktop that locks count for \`ScreenSaverPasswordProtected\`. A module that is not among the
known ones may say anything: where it decides, the check is unknown. Rules of \`sudo\` and polkit are not read: they are for
administrators. A model of libpam's own loop is compared with it on made-up rules. \`su\` that asks nothing those of a group of administrators is such a rule as well.

*What a computer starts with on Linux* counts for \`PasswordSet\` too: the words that the kernel was started with, and those in files of
GRUB, systemd-boot, extlinux, syslinux, rEFInd, Limine and others, as far as everyone may read them. A shell or an interpreter
as \`init\`, a stop in the middle (\`rd.break\`) and a shell for debugging fail. Of words that programs carry out (\`systemd.…\`, \`rd.…\`,
variables), those are known that start nothing; any other, and an \`init\` that is not known, is unknown. Units that are there to be started: a console that is
handed to a shell (\`openvt\`, \`</dev/tty3\`, \`StandardInput=tty\`) fails, to a program that is not known is unknown, and so is it with what cron starts. *Not seen*: words inside
a kernel's own file or kept by the firmware, and what a script does that a unit starts.

*Firewall on Linux* ([ADR 40](adr/0040-what-a-new-packet-may-do.md)): on is what keeps out most of what could come. Services that the company
lets in leave it on: for each of TCP and UDP, IPv4 and IPv6, up to an eighth of the ports 0–1023 and up to half of the ports 1024–49151. So
\`22\`, \`8000-9999\` and \`1024-20000\` open to everyone are on, and so is \`32768-65535\`: the ports above 49151 are handed out for a
moment and count for nothing. A list of ports is judged by how many they are, not by what listens there. Everything from one
network leaves it on as well: \`10.0.0.0/8\` or \`192.168.0.0/16\` is a company's own. More than half of each of the three private ones
(\`10/8\`, \`172.16/12\`, \`192.168/16\`), of all link-local addresses, or more than a hundredth of the internet (a thousandth by IPv6) is a gap and fails. In the system suite (\`e2e/firewall.system.test.ts\`) the kernel is asked: ${RULESETS} named
rulesets of nft, iptables, ufw and firewalld and 120 made-up ones are loaded, connections are tried from outside, and the verdict is
compared with what came in. Rules that are not understood, and decide, leave it unknown.

*States* (\`npm run states\`, in the system suite; data in \`e2e/states\`): computers, good and bad, that were made so for real on a
booted Debian: each is read by the installed client as the person next to root's reader, by the person alone or by root, judged by the usual
policy, and taken back before the next one. Every state changes a verdict against the one before it, and what holds between two and at the
end is read again.${openText()} On Windows and macOS they are samples of whole computers. \`npm run states -- --only password\` runs one subject.

*Needs elevation*: the system's own prompt for an administrator comes once for all fixes of a batch. Where the company
manages a setting (a policy, a profile, a lock), no fix is offered and the article says so.

## Keys

Reports are signed with keys of the computer. What protects them stands in every report (\`keyProtection\`) and is claimed, not
attested.

| System | Keys live | Reported | Tried on |
|---|---|---|---|
| Linux | in the TPM 2.0, where the person may open \`/dev/tpmrm0\` when the keys are made | \`tpm\` | a TPM in software (swtpm), over its socket and over a device file; no TPM of a real computer |
| Linux otherwise | in a file that only the person can read | \`file\` | Debian 12 |
| Windows | in a file of the person's profile: its TPM is not used | \`file\` | Wine |
| macOS | in a file that only the person can read: the Secure Enclave takes programs signed for it, and Node is not | \`file\` | not on a Mac |

\`workplace keys\` says where they are on a computer, and for a file why. Reasons and limits:
[ADR 34](adr/0034-device-keys-in-the-tpm.md).`;

const FOOT = `## Samples

A sample is a file with what a tool answered or with a whole computer as one reader saw it, in \`samples/<system>\` next to the
readers. Checks that judge the same fact share theirs: the three of the antivirus, the three of the screen lock, and the
two of agents. No check has fewer than six on a system, and no text, however mangled or cut, makes any reader pass, throw or
hang: \`packages/checks/src/{linux/samples,macos/mangled,windows/parse-inventory}.test.ts\`.
`;

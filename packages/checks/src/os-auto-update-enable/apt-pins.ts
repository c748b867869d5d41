import type { Outcome, SystemPort } from '../system-port.ts';
import { globOf } from '../linux/glob.ts';
import { type Distribution, matches, PROBES } from './apt-origins.ts';
import { isSecurity, type Release } from './apt-releases.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

const FILE = '/etc/apt/preferences';
const FOLDER = '/etc/apt/preferences.d';
/** What is installed has this priority: something below never takes its place. */
const OF_INSTALLED = 100;
/** That of every archive of which nothing is said. */
const USUAL = 500;
/** That of the release that APT is told to prefer. */
const OF_CHOSEN = 990;

/** One record of apt_preferences(5). */
interface Pin {
  readonly packages: readonly string[];
  readonly pin: string;
  readonly priority: number;
}

/** Records in the order in which APT reads them: the file, then those of the folder. */
export async function readPins(system: SystemPort): Promise<Outcome<readonly Pin[]>> {
  const names = await listIfThere(system, FOLDER);
  if (!names.ok) return names;
  const inFolder = names.value.filter((name) => /^[\w-]+$|^[\w.-]+\.pref$/.test(name));
  const pins: Pin[] = [];
  for (const path of [FILE, ...inFolder.toSorted().map((name) => `${FOLDER}/${name}`)]) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) pins.push(...parsePins(file.value));
  }
  return { ok: true, value: pins };
}

export function parsePins(text: string): readonly Pin[] {
  return text.split(/\n[ \t]*(?:\n[ \t]*)+/).flatMap((stanza) => {
    const fieldOf = (name: string) =>
      new RegExp(`^${name}[ \\t]*:[ \\t]*(.*(?:\\n[ \\t]+\\S.*)*)`, 'im').exec(stanza)?.[1]?.trim();
    const [packages, pin, priority] = ['Package', 'Pin', 'Pin-Priority'].map(fieldOf);
    if (packages === undefined || pin === undefined || !/^[-+]?\d{1,9}$/.test(priority ?? '')) return [];
    // APT passes over a record whose priority is zero.
    if (Number(priority) === 0) return [];
    return [{ packages: packages.split(/\s+/), pin, priority: Number(priority) }];
  });
}

/** What decides which archive a package comes from. */
export interface Ranks {
  readonly pins: readonly Pin[];
  /** `APT::Default-Release`; nothing where it is not set. */
  readonly chosen: string;
}

/** The lowest and the highest priority that may hold: they differ where a record is not understood. */
interface Priority {
  readonly least: number;
  readonly most: number;
}

/**
 * Whether most packages of an archive never take the place of what is installed: its priority is too low, or another
 * archive of the same distribution that has them all goes first.
 * @param all every archive that was fetched
 * @returns null where that hangs on what is not understood
 */
export function keepsAway(
  ranks: Ranks,
  release: Release,
  all: readonly Release[],
  distribution: Distribution,
): boolean | null {
  const rivals = isSecurity(release) ? all.filter((other) => other.origin === release.origin && isWhole(other)) : [];
  const answers = PROBES.map((name) => {
    const own = priorityOf(ranks, release, distribution, name);
    const others = rivals.map((rival) => priorityOf(ranks, rival, distribution, name));
    if (own.most < OF_INSTALLED || others.some(({ least }) => least > own.most)) return true;
    return own.least < OF_INSTALLED || others.some(({ most }) => most > own.least) ? null : false;
  });
  const count = (answer: boolean | null) => answers.filter((one) => one === answer).length;
  if (count(true) > PROBES.length / 2) return true;
  return count(true) + count(null) > PROBES.length / 2 ? null : false;
}

/** Whether it holds every package of a release, and not only what changed in it. */
function isWhole({ suite, codename }: Release): boolean {
  return ![suite, codename].some((name) =>
    /-(?:security|updates|proposed|backports)|^(?:experimental|rc-buggy)$/.test(name),
  );
}

/**
 * The first record that names a package counts, then the release that APT is told to prefer, then the first record for all
 * packages (apt-pkg/policy.cc).
 */
function priorityOf({ pins, chosen }: Ranks, release: Release, distribution: Distribution, name: string): Priority {
  const isGeneral = ({ packages }: Pin) => packages.includes('*');
  const named = pins.filter((pin) => !isGeneral(pin) && pin.packages.some((one) => namesPackage(one, name)));
  const rows = [
    ...named.map(({ pin, priority }) => ({ fit: fitsRelease(pin, release, distribution), priority })),
    ...(chosen === '' ? [] : [{ fit: isChosen(chosen, release, distribution), priority: OF_CHOSEN }]),
    ...pins.filter(isGeneral).map(({ pin, priority }) => ({ fit: fitsRelease(pin, release, distribution), priority })),
    { fit: true, priority: USUAL },
  ].filter(({ fit }) => fit !== false);
  const possible = rows.slice(0, rows.findIndex(({ fit }) => fit === true) + 1).map(({ priority }) => priority);
  return { least: Math.min(...possible), most: Math.max(...possible) };
}

/** Whether APT is told to prefer a release that no archive has: then it ends with an error, whatever it is asked. */
export function isMissing({ chosen }: Ranks, all: readonly Release[], distribution: Distribution): boolean {
  return chosen !== '' && all.every((release) => isChosen(chosen, release, distribution) === false);
}

/** A name or the number of a release, a pattern of the shell, an expression between slashes, or what a record may say. */
function isChosen(chosen: string, release: Release, distribution: Distribution): boolean | null {
  if (chosen.includes('=')) return matches(chosen, release, distribution);
  const names = [release.suite, release.codename, release.version];
  const expression = /^\/(.*)\/$/s.exec(chosen)?.[1];
  if (expression === undefined) return names.some((name) => globOf(chosen.toLowerCase()).test(name.toLowerCase()));
  try {
    const pattern = new RegExp(expression, 'iu');
    return names.some((name) => pattern.test(name));
  } catch {
    return null;
  }
}

/** A name, a pattern of the shell, or an expression between slashes. */
function namesPackage(text: string, name: string): boolean {
  const expression = /^\/(.*)\/$/.exec(text)?.[1];
  if (expression === undefined) return globOf(text).test(name);
  try {
    return new RegExp(expression, 'u').test(name);
  } catch {
    return true;
  }
}

function fitsRelease(pin: string, release: Release, distribution: Distribution): boolean | null {
  const [, kind = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(pin) ?? [];
  switch (kind) {
    case 'version':
      // Which version an archive holds is not looked at; a version for all packages is none.
      return null;
    case 'origin': {
      const site = rest.replace(/^"(.*)"$/, '$1');
      return site === '' ? false : matches(`site=${site}`, release, distribution);
    }
    case 'release':
      return matches(rest.replaceAll('"', ''), release, distribution);
    default:
      return null;
  }
}

import type { Outcome, SystemPort } from '../system-port.ts';
import { type Distribution, globOf, matches, PROBES } from './apt-origins.ts';
import type { Release } from './apt-releases.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

const FILE = '/etc/apt/preferences';
const FOLDER = '/etc/apt/preferences.d';
/** What is installed has this priority: something below never takes its place. */
const OF_INSTALLED = 100;

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
    return [{ packages: packages.split(/\s+/), pin, priority: Number(priority) }];
  });
}

/**
 * Whether records keep most packages of an archive from ever taking the place of what is installed. The first record that
 * names a package counts, then the first that names all.
 * @returns null where that hangs on a record that is not understood
 */
export function keepsAway(pins: readonly Pin[], release: Release, distribution: Distribution): boolean | null {
  const isGeneral = ({ packages }: Pin) => packages.includes('*');
  const fits = pins
    .map((pin) => ({ pin, fit: fitsRelease(pin.pin, release, distribution) }))
    .filter(({ fit }) => fit !== false);
  const answers = PROBES.map((name) => {
    const named = fits.filter(({ pin }) => !isGeneral(pin) && pin.packages.some((one) => namesPackage(one, name)));
    const [first] = [...named, ...fits.filter(({ pin }) => isGeneral(pin))];
    if (first === undefined || first.pin.priority === 0 || first.pin.priority >= OF_INSTALLED) return false;
    return first.fit === true ? true : null;
  });
  const count = (answer: boolean | null) => answers.filter((one) => one === answer).length;
  if (count(true) > PROBES.length / 2) return true;
  return count(true) + count(null) > PROBES.length / 2 ? null : false;
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

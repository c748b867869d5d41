/** Settings of APT by their full name in lower case; a list such as `APT::NeverAutoRemove` keeps its last member only. */
export type AptConfiguration = Map<string, string>;

/** Settings of both kinds: names with one value, and lists. */
export interface AptSettings {
  readonly values: AptConfiguration;
  /** By their name in lower case, as AptLists of the origins. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads APT's own configuration language: `A::B "1";`, nested `A { B "1"; };`, comments in three styles and `#clear`.
 * @param into settings that are already there and may be overridden
 */
export function parseAptConfiguration(text: string, into: AptConfiguration = new Map()): AptConfiguration {
  const scopes: string[] = [];
  let name = '';
  for (const token of tokensOf(text)) {
    if (token === '{') {
      scopes.push(name);
      name = '';
    } else if (token === '}') {
      scopes.pop();
      name = '';
    } else if (token === ';') {
      name = '';
    } else if (token.startsWith('#clear')) {
      clear(into, token.slice('#clear'.length).trim().toLowerCase());
    } else if (name === '') {
      name = token;
    } else {
      const full = [...scopes, name].filter(Boolean).join('::').toLowerCase();
      into.set(full, unquote(token));
    }
  }
  return into;
}

function clear(settings: AptConfiguration, name: string): void {
  for (const key of settings.keys()) {
    if (key === name || key.startsWith(`${name}::`)) settings.delete(key);
  }
}

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|#clear\s+[^\s;]+|#[^\n]*|"[^"\n]*"|[{};]|(?:(?!\/\/|\/\*)[^\s{};"])+|"/g;

function tokensOf(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).filter(
    (token) =>
      !token.startsWith('//') && !token.startsWith('/*') && (!token.startsWith('#') || token.startsWith('#clear ')),
  );
}

function unquote(token: string): string {
  return token.length >= 2 && token.startsWith('"') && token.endsWith('"') ? token.slice(1, -1) : token;
}

/** APT takes files without an extension or with `.conf`, and no strange names. */
export function isAptConfigurationFile(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name) && (!name.includes('.') || name.endsWith('.conf'));
}

/** Whether a periodic job of APT runs at all: a number of days (or with a unit) above zero, or 'always'. */
export function isPeriodicOn(setting: string | undefined): boolean {
  return setting !== undefined && /^(always|0*[1-9]\d*[smhd]?)$/.test(setting);
}

/** How many days lie between two runs of a periodic job; null when it is no such number. */
export function daysBetweenRuns(setting: string): number | null {
  if (setting === 'always') return 0;
  const interval = /^(\d{1,9})([smhd]?)$/.exec(setting);
  if (interval === null) return null;
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400, '': 86_400 }[interval[2] ?? ''] ?? 86_400;
  return (Number(interval[1]) * seconds) / 86_400;
}

/** The lists of an `apt-config dump`: `A::B:: "member";`, by their name in lower case. Members may have names. */
export function parseAptLists(dump: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const line of dump.split('\n')) {
    const member = /^(\S+)::[^\s:]* "(.*)";$/.exec(line);
    const name = member?.[1]?.toLowerCase() ?? '';
    if (member !== null) lists.set(name, [...(lists.get(name) ?? []), member[2] ?? '']);
  }
  return lists;
}

/** Where APT keeps what is read here, unless it is told of other places. */
const PLACES: Readonly<Record<string, RegExp>> = {
  dir: /^\/?$/,
  'dir::etc': /^\/?etc\/apt\/?$/,
  'dir::etc::sourcelist': /^(?:\/etc\/apt\/)?sources\.list$/,
  'dir::etc::sourceparts': /^(?:\/etc\/apt\/)?sources\.list\.d\/?$/,
  'dir::etc::preferences': /^(?:\/etc\/apt\/)?preferences$/,
  'dir::etc::preferencesparts': /^(?:\/etc\/apt\/)?preferences\.d\/?$/,
  'dir::state': /^\/?var\/lib\/apt\/?$/,
  'dir::state::lists': /^lists\/?$/,
  'dir::state::status': /^\/?var\/lib\/dpkg\/status$/,
  rootdir: /^\/?$/,
};

/** Whether APT looks for its sources, or keeps its lists, elsewhere than it usually does. */
export function hasOtherPlaces(settings: AptConfiguration): boolean {
  return Object.entries(PLACES).some(([name, usual]) => {
    const place = settings.get(name);
    return place !== undefined && !usual.test(place);
  });
}

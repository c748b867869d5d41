import type { Outcome, SystemPort } from '../system-port.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

/** What an archive says about itself, where it was fetched from last. */
export interface Release {
  readonly origin: string;
  readonly label: string;
  readonly suite: string;
  readonly codename: string;
  readonly version: string;
  readonly components: readonly string[];
  readonly site: string;
  /** When it was last put together; null where it does not say. */
  readonly date: Date | null;
}

export interface Source {
  /** Without scheme and slashes at its end; with the first slash where it is a file or folder of this computer. */
  readonly address: string;
  readonly suite: string;
  /** Parts of the archive that are taken; none where the suite is a folder that has no parts. */
  readonly components: readonly string[];
}

const LISTS = '/var/lib/apt/lists';
const FILE = '/etc/apt/sources.list';
const FOLDER = '/etc/apt/sources.list.d';

/** Archives that packages come from, as far as they are turned on. */
export async function readSources(system: SystemPort): Promise<Outcome<readonly Source[]>> {
  const names = await listIfThere(system, FOLDER);
  if (!names.ok) return names;
  const paths = [FILE, ...names.value.map((name) => `${FOLDER}/${name}`)];
  const sources: Source[] = [];
  for (const path of paths.filter((name) => /\.(?:list|sources)$/.test(name))) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    const text = file.value ?? '';
    sources.push(...(path.endsWith('.list') ? parseLines(text) : parseStanzas(text)));
  }
  return { ok: true, value: sources };
}

/** 'deb [arch=amd64] http://deb.debian.org/debian bookworm main' */
export function parseLines(text: string): readonly Source[] {
  return text.split('\n').flatMap((line) => {
    const row = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)([^#]*)/.exec(line);
    return row === null ? [] : sourceOf(row[1] ?? '', row[2] ?? '', wordsOf(row[3] ?? ''));
  });
}

/** The form of many lines: every address with every suite. */
export function parseStanzas(text: string): readonly Source[] {
  return text.split(/\n[ \t]*(?:\n[ \t]*)+/).flatMap((stanza) => {
    const fields = new Map<string, string>();
    let last = '';
    for (const line of stanza.split('\n').filter((one) => !one.startsWith('#'))) {
      const field = /^([A-Za-z-]+)\s*:(.*)$/.exec(line);
      last = field?.[1]?.toLowerCase() ?? last;
      const more = field === null ? (/^\s/.test(line) ? line : '') : (field[2] ?? '');
      fields.set(last, `${field === null ? (fields.get(last) ?? '') : ''} ${more}`.trim());
    }
    const listOf = (name: string) => wordsOf(fields.get(name) ?? '');
    if (/^(?:no|false|without|off|disable|0)$/i.test(fields.get('enabled') ?? 'yes')) return [];
    if (!listOf('types').includes('deb')) return [];
    const components = listOf('components');
    return listOf('uris').flatMap((address) =>
      listOf('suites').flatMap((suite) => sourceOf(address, suite, components)),
    );
  });
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Schemes whose address is a file or folder of this computer: such an address begins with its slash. */
const OF_THIS_COMPUTER = ['file', 'copy', 'mirror+file', 'mirror+copy'];

function sourceOf(address: string, suite: string, components: readonly string[]): readonly Source[] {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):\/*([^/].*?)\/*$/.exec(address) ?? [];
  // A disc is put in by hand.
  if (rest === '' || scheme === 'cdrom') return [];
  // Names and passwords are no part of what a list is named by.
  const place = OF_THIS_COMPUTER.includes(scheme) ? `/${rest}` : rest.replace(/^[^/@]*@/, '');
  return [{ address: place, suite, components }];
}

/** Letters that APT writes as numbers in the names of its lists (URItoFileName). */
const QUOTED = /[\\|{}[\]<>"^~_=!@#$%&*]/g;

function listNameOf({ address, suite }: Source, kind: string): string {
  const quoted = `${address}/dists/${suite}/${kind}`.replaceAll(
    QUOTED,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return quoted.replaceAll('/', '_');
}

/** What was fetched from the sources that are turned on. */
export async function readReleases(
  system: SystemPort,
  sources: readonly Source[],
): Promise<Outcome<readonly Release[]>> {
  const names = await listIfThere(system, LISTS);
  if (!names.ok) return names;
  const wanted = sources.flatMap((source) =>
    ['InRelease', 'Release'].map((kind) => ({
      name: listNameOf(source, kind),
      site: source.address.split('/', 1)[0] ?? '',
    })),
  );
  const there = wanted.filter(({ name }) => names.value.includes(name));
  const files = await Promise.all(
    there.map(async ({ name, site }) => ({ site, file: await readIfThere(system, `${LISTS}/${name}`) })),
  );
  const releases: Release[] = [];
  for (const { site, file } of files) {
    if (!file.ok) return file;
    if (file.value !== null) releases.push(parseRelease(file.value, site));
  }
  return { ok: true, value: releases };
}

/** The head of a Release file, signed inside or not. */
export function parseRelease(text: string, site: string): Release {
  // Behind the head stand thousands of checksums.
  const head = text.slice(0, 4096);
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t\\r]*$`, 'm').exec(head)?.[1] ?? '';
  const date = new Date(field('Date'));
  return {
    origin: field('Origin'),
    label: field('Label'),
    suite: field('Suite'),
    codename: field('Codename'),
    version: field('Version'),
    components: field('Components').split(/\s+/).filter(Boolean),
    site: site.replace(/:\d+$/, ''),
    date: Number.isNaN(date.getTime()) ? null : date,
  };
}

/** Whether the part of an archive is taken that the system itself is made of: what its maker supports is there alone. */
export function hasMain({ components }: Source): boolean {
  return components.length === 0 || components.some((name) => /(?:^|\/)main$/.test(name));
}

/** Whether an archive is the one that closes security holes. */
export function isSecurity({ label, suite, codename }: Release): boolean {
  return /security/i.test(label) || [suite, codename].some((name) => /(?:^|[-/])security$/.test(name));
}

import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { listIfThere } from './if-there.ts';

const TIMEOUT_MS = 5000;

/** What systemd says of a unit, by the name of the property. */
export type UnitProperties = Readonly<Record<string, string>>;

type Units = ReadonlyMap<string, UnitProperties>;

const SERVICES = '*.service';
/** Kinds whose loaded units a scan asks for once. */
const PATTERNS: readonly string[] = [SERVICES, '*.socket', '*.target', '*.timer', '*.path'];
/** What readers want to know of many units. systemd collects all of a unit's properties whichever are asked for. */
const PROPERTIES: readonly string[] = [
  ...['Id', 'Names', 'LoadState', 'ActiveState', 'SubState', 'UnitFileState', 'Transient', 'NRestarts'],
  ...['ActiveEnterTimestamp', 'NeedDaemonReload', 'ExecStart', 'DropInPaths', 'Listen', 'Accept', 'Triggers'],
  ...['TriggeredBy', 'WantedBy', 'RequiredBy', 'RequisiteOf', 'BoundBy', 'UpheldBy'],
];
/** Fewer are asked for by name in less time than all that is loaded. */
const FEW = 4;

/** What systemd says of a service or a socket of which it has no file, and that is not loaded. */
const ABSENT: UnitProperties = {
  ...{ LoadState: 'not-found', ActiveState: 'inactive', SubState: 'dead', UnitFileState: '', Transient: 'no' },
  ActiveEnterTimestamp: '',
};
const ABSENT_SERVICE: UnitProperties = { ...ABSENT, NRestarts: '0' };

/** Units by name from what systemctl prints of several; what stands there several times has a line for each. */
export function parseUnits(text: string): Units {
  const found = new Map<string, UnitProperties>();
  for (const block of text.split(/\n\s*\n/)) {
    const values: Record<string, string> = {};
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (name !== '') values[name] = values[name] === undefined ? value : `${values[name]}\n${value}`;
    }
    for (const name of values['Names']?.split(' ').filter(Boolean) ?? []) found.set(name, values);
  }
  return found;
}

/** Units that systemd has loaded, by patterns of their names. Moments come in UTC. */
export async function askLoadedUnits(
  system: SystemPort,
  patterns: readonly string[],
  properties: readonly string[],
): Promise<Outcome<Units>> {
  const shown = await system.run({
    tool: 'systemctl',
    arguments: ['show', '--all', '-p', properties.join(','), '--', ...patterns],
    timeoutMs: TIMEOUT_MS,
    environment: { TZ: 'UTC' },
  });
  if (!shown.ok) return shown;
  const { code, stdout, stderr } = shown.value;
  const found = parseUnits(stdout);
  // An answer of systemd ends its last line.
  if (code === 0 && found.size > 0 && stdout.endsWith('\n')) return { ok: true, value: found };
  return { ok: false, reason: 'unexpected-output', detail: systemctlSays(stderr) };
}

/** What it complains of, or that its answer is none. */
export function systemctlSays(stderr: string): string {
  const said = stderr.trim();
  return said === '' ? say('The answer of {name} is not understood.', { name: 'systemctl' }) : `systemctl: ${said}`;
}

/** All that is loaded, once in a scan. @returns null outside one, and where something else is asked than the scan reads */
export async function findLoaded(
  system: SystemPort,
  patterns: readonly string[],
  properties: readonly string[],
): Promise<Outcome<Units> | null> {
  const isMuch = patterns.includes(SERVICES) && patterns.every((pattern) => PATTERNS.includes(pattern));
  const loaded = isMuch ? await readLoaded(system, properties) : null;
  if (loaded?.ok !== true) return loaded;
  const isAsked = (name: string) => patterns.some((pattern) => name.endsWith(pattern.slice(1)));
  return { ok: true, value: new Map([...loaded.value].filter(([name]) => isAsked(name))) };
}

/**
 * Many units by name, apart by whether any folder of systemd's has a file of theirs.
 * @returns null for a few, and where that cannot be told: they are asked for as they are
 */
export async function splitByFile(
  system: SystemPort,
  units: readonly string[],
): Promise<{ readonly withFile: readonly string[]; readonly without: readonly string[] } | null> {
  const files = units.length > FEW ? await readFiles(system) : null;
  if (files === null) return null;
  const isThere = (name: string) => hasFile(files, name);
  return { withFile: units.filter(isThere), without: units.filter((name) => !isThere(name)) };
}

/**
 * Units without a file: what a scan knows of all that is loaded says what they are, or that they are not there. systemd takes
 * longer over one that is not there than over one that is.
 * @returns those of which that says all that is asked
 */
export async function findAmongLoaded(
  system: SystemPort,
  units: readonly string[],
  properties: readonly string[],
): Promise<Units> {
  const loaded = units.length === 0 ? null : await readLoaded(system, properties);
  if (loaded?.ok !== true) return new Map();
  return new Map(
    units.flatMap((name) => {
      const unit = loaded.value.get(name) ?? absent(name);
      return unit !== undefined && properties.every((property) => unit[property] !== undefined) ? [[name, unit]] : [];
    }),
  );
}

function absent(name: string): UnitProperties | undefined {
  if (name.endsWith('.service')) return { ...ABSENT_SERVICE, Names: name };
  return name.endsWith('.socket') ? { ...ABSENT, Names: name } : undefined;
}

/** Its own, or the template of which it is an instance. */
function hasFile(files: ReadonlySet<string>, name: string): boolean {
  return files.has(name) || files.has(name.replace(/@.*(?=\.\w+$)/, '@'));
}

async function readLoaded(system: SystemPort, properties: readonly string[]): Promise<Outcome<Units> | null> {
  const isKnown = properties.every((property) => PROPERTIES.includes(property));
  if (!isKnown || system.once === undefined) return null;
  return system.once('loaded units', () => askLoadedUnits(system, PATTERNS, PROPERTIES));
}

/** Names of all files in the folders that systemd itself says it looks into. @returns null where one cannot be read */
async function readFiles(system: SystemPort): Promise<ReadonlySet<string> | null> {
  if (system.once === undefined) return null;
  return system.once('unit files', async () => {
    const shown = await system.run({
      tool: 'systemctl',
      arguments: ['show', '-p', 'UnitPath'],
      timeoutMs: TIMEOUT_MS,
    });
    const [, line = ''] = (shown.ok && shown.value.code === 0 && /^UnitPath=(\/.*)$/m.exec(shown.value.stdout)) || [];
    const folders = line.split(' ').filter(Boolean);
    if (folders.length === 0) return null;
    const names = await Promise.all(folders.map((folder) => listIfThere(system, folder)));
    if (names.some(({ ok }) => !ok)) return null;
    return new Set(names.flatMap((one) => (one.ok ? one.value : [])));
  });
}

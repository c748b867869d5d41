import { isScratch, showLoadedUnits, type UnitProperties } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';

/** The name under which systemd starts the one that was chosen. */
const CHOSEN = 'display-manager.service';
const CHOSEN_FILE = `/etc/systemd/system/${CHOSEN}`;
const WANTED_BY = ['WantedBy', 'RequiredBy', 'RequisiteOf', 'BoundBy', 'TriggeredBy', 'UpheldBy'];
const PROPERTIES = ['Names', 'LoadState', 'ActiveState', 'NeedDaemonReload', 'ExecStart', ...WANTED_BY];

/** What the programs of display managers are called, by the name that we have for each. */
const PROGRAMS = {
  gdm: ['gdm', 'gdm3'],
  sddm: ['sddm'],
  plasmalogin: ['plasmalogin', 'plasma-login-manager'],
  lightdm: ['lightdm'],
  lxdm: ['lxdm', 'lxdm-binary'],
  ly: ['ly', 'ly-dm'],
  greetd: ['greetd'],
  slim: ['slim'],
  nodm: ['nodm'],
  emptty: ['emptty'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type DisplayManager = keyof typeof PROGRAMS;

const ALL = Object.keys(PROGRAMS) as readonly DisplayManager[];

/**
 * Display managers that are installed and that nothing starts, because another one was chosen: what their settings say
 * has no effect. None where systemd does not say that, or where a unit, whatever it is called, starts their program.
 */
export async function findIdleDisplayManagers(system: SystemPort): Promise<readonly DisplayManager[]> {
  if (isScratch(system)) return [];
  const shown = await showLoadedUnits(system, ['*.service'], PROPERTIES);
  if (!shown.ok) return [];
  const chosen = shown.value.get(CHOSEN);
  if (chosen?.['LoadState'] !== 'loaded' || chosen['NeedDaemonReload'] !== 'no') return [];
  const isChosenKnown = ALL.some((name) => starts(chosen, name));
  if (!isChosenKnown) return [];
  const started = [...new Set(shown.value.values())].filter((unit) => unit === chosen || isStarted(unit));
  return ALL.filter((name) => !started.some((unit) => starts(unit, name)));
}

function isStarted(unit: UnitProperties): boolean {
  const isAtRest = ['inactive', 'failed'].includes(unit['ActiveState'] ?? '');
  return !isAtRest || WANTED_BY.some((property) => (unit[property] ?? '') !== '');
}

/** Whether a word of a unit's commands is the program: a script or a wrapper may stand before it. */
function starts(unit: UnitProperties, name: DisplayManager): boolean {
  const words = (unit['ExecStart'] ?? '').split(/[\s;="']+/).map((word) => word.split('/').at(-1) ?? '');
  return PROGRAMS[name].some((program) => words.includes(program));
}

/** Options by which one of them takes its settings from another file than the usual one. */
const OTHER_FILE = /^(?:-c|-C|--config|--config-file)$/;

/**
 * Settings that the display manager which was chosen takes from a file of its own.
 * @returns null where none does, or systemd does not say
 */
export async function findOtherSettings(
  system: SystemPort,
): Promise<{ readonly of: DisplayManager; readonly path: string } | null> {
  if (isScratch(system) || !(await system.readFile(CHOSEN_FILE)).ok) return null;
  const shown = await showLoadedUnits(system, [CHOSEN], PROPERTIES);
  const unit = shown.ok ? shown.value.get(CHOSEN) : undefined;
  const of = unit && ALL.find((name) => starts(unit, name));
  if (of === undefined) return null;
  const words = (unit?.['ExecStart'] ?? '').split(/[\s;="']+/);
  const at = words.findIndex((word) => OTHER_FILE.test(word));
  const path = words[at + 1];
  return at >= 0 && path?.startsWith('/') && !USUAL_FILES.includes(path) ? { of, path } : null;
}

/** What each reads by itself, and what is looked at in any case. */
const USUAL_FILES = [
  ...['/etc/lightdm/lightdm.conf', '/etc/greetd/config.toml', '/etc/greetd/greetd.conf', '/etc/lxdm/lxdm.conf'],
  '/etc/ly/config.ini',
];

import { say } from '@vestibule/contracts';
import type { SystemPort, Outcome } from '../../system-port.ts';
import { listIfThere, readIfThere } from '../if-there.ts';
import { type Actions, linesOf } from './rules.ts';

/** One rule of a service, where everything that it takes in has been put in its place. */
export interface Rule {
  /** How many substacks it stands in. */
  readonly level: number;
  /** `opens`: a substack begins behind it, and itself it says nothing. `unclear`: it may say and do anything. */
  readonly kind: 'module' | 'opens' | 'refuses' | 'unclear';
  readonly actions: Actions;
  readonly module: string;
  readonly words: readonly string[];
}

const FOLDERS = ['/etc/pam.d', '/usr/lib/pam.d', '/usr/etc/pam.d'];
const OTHER = 'other';
/** libpam gives up at this depth. */
const DEEPEST = 16;

export interface Stack {
  /** The file that the service is told by. */
  readonly path: string;
  readonly rules: readonly Rule[];
}

/**
 * The rules of a service. One that has no file, or no rule for asking in it, takes those of `other`, as libpam does.
 * @returns null where there is neither
 */
export async function loadStack(system: SystemPort, service: string): Promise<Outcome<Stack | null>> {
  const own = await loadFile(system, service, 0, 0);
  if (!own.ok || (own.value !== null && own.value.rules.length > 0) || service === OTHER) return own;
  return loadFile(system, OTHER, 0, 0);
}

/**
 * Services that have a file of rules.
 * @returns null where that cannot be told
 */
export async function listServices(system: SystemPort): Promise<ReadonlySet<string> | null> {
  const folders = await Promise.all(FOLDERS.map((folder) => listIfThere(system, folder)));
  return folders.every(({ ok }) => ok) ? new Set(folders.flatMap((folder) => (folder.ok ? folder.value : []))) : null;
}

/**
 * The rules of a file that others take in, or of a service that has its own.
 * @returns null where there is none, or none for asking
 */
export async function loadOwn(system: SystemPort, service: string): Promise<Outcome<Stack | null>> {
  const own = await loadFile(system, service, 0, 0);
  return own.ok && own.value?.rules.length === 0 ? { ok: true, value: null } : own;
}

async function loadFile(
  system: SystemPort,
  name: string,
  level: number,
  depth: number,
): Promise<Outcome<Stack | null>> {
  const paths = name.startsWith('/') ? [name] : FOLDERS.map((folder) => `${folder}/${name}`);
  for (const path of paths) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value === null) continue;
    const rules: Rule[] = [];
    for (const line of linesOf(file.value)) {
      if (line.kind === 'module') {
        const { actions, module, words } = line;
        rules.push({ level, kind: actions === null ? 'unclear' : 'module', actions: actions ?? IS_BAD, module, words });
        continue;
      }
      if (line.kind === 'refuses') {
        rules.push({ level, kind: 'refuses', ...NO_MODULE });
        continue;
      }
      const isSubstack = line.kind === 'substack';
      if (isSubstack) rules.push({ level, kind: 'opens', ...NO_MODULE });
      if (depth >= DEEPEST) {
        rules.push({ level, kind: 'unclear', ...NO_MODULE });
        continue;
      }
      const inside = await loadFile(system, line.file, level + Number(isSubstack), depth + 1);
      if (!inside.ok) return inside;
      rules.push(...(inside.value?.rules ?? [{ level, kind: 'refuses', ...NO_MODULE } as const]));
      // A file that takes itself in again and again is no one's honest rules.
      if (rules.length > MOST_RULES)
        return {
          ok: false,
          reason: 'unexpected-output',
          detail: say('There are more rules in {path} than Workplace looks at.', { path }),
        };
    }
    return { ok: true, value: { path, rules } };
  }
  return { ok: true, value: null };
}

const MOST_RULES = 2000;
const IS_BAD: Actions = () => 'bad';
const NO_MODULE = { actions: IS_BAD, module: '', words: [] } as const;

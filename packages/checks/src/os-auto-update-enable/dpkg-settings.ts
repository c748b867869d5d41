import { say } from '@vestibule/contracts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { findUntouched } from './package-files.ts';

const FILE = '/etc/dpkg/dpkg.cfg';
const FOLDER = '/etc/dpkg/dpkg.cfg.d';

/** Options that keep nothing from being installed. */
const HARMLESS =
  /^(?:no-debsig|no-pager|(?:no-)?force-[\w,-]+|refuse-[\w,-]+|(?:log|post-invoke|status-fd|debug|verify-format|color|abort-after|path-include)(?:\s|=|$)|path-exclude[\s=]+["']?\/usr\/share\/[\w.-]+\/)/;
const SHOWS_ONLY = /^(?:no-act|dry-run|simulate)$/;
/** Nothing of a package is left by these. */
const LEAVES_OUT_ALL = /^path-exclude[\s=]+["']?\/?(?:usr\/?(?:s?bin\/?|lib\/?)?)?\*/;

/** What in dpkg's own settings, or in the options that APT gives it, keeps packages from being installed. */
export async function findObstacleOfDpkg(
  system: SystemPort,
  optionsOfApt: readonly string[],
): Promise<Outcome<string | null>> {
  const names = await listIfThere(system, FOLDER);
  if (!names.ok) return names;
  // dpkg takes names of letters, digits, `_` and `-` alone.
  const paths = [FILE, ...names.value.filter((name) => /^[\w-]+$/.test(name)).map((name) => `${FOLDER}/${name}`)];
  const found: { readonly path: string | null; readonly option: string }[] = optionsOfApt
    .filter((option) => option !== '')
    .map((option) => ({ path: null, option: option.replace(/^--?/, '') }));
  for (const path of paths) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    const lines = (file.value ?? '').split('\n').map((line) => line.trim().replace(/^--/, ''));
    found.push(...lines.filter((line) => line !== '' && !line.startsWith('#')).map((option) => ({ path, option })));
  }
  if (found.some(({ option }) => SHOWS_ONLY.test(option))) {
    return { ok: true, value: say('dpkg only shows what it would do') };
  }
  if (found.some(({ option }) => LEAVES_OUT_ALL.test(option))) {
    return { ok: true, value: say('dpkg leaves out all files of a package') };
  }
  const strange = found.filter(({ option }) => !HARMLESS.test(option));
  const untouched = await findUntouched(system, [...new Set(strange.flatMap(({ path }) => path ?? []))]);
  if (!untouched.ok) return untouched;
  const foreign = strange.find(({ path }) => path === null || !untouched.value.has(path));
  if (foreign === undefined) return { ok: true, value: null };
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('An option of dpkg is not understood: {option}', { option: foreign.option }),
  };
}

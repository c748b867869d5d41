import { say } from '@vestibule/contracts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { type AptConfiguration, isAptConfigurationFile } from './apt-configuration.ts';
import type { AptLists } from './apt-origins.ts';
import { findObstacleOfDpkg } from './dpkg-settings.ts';
import { findLocked, findUntouched } from './package-files.ts';

/** Commands that run before APT fetches or installs, which goes on only where they end well. */
const BEFORE = ['apt::update::pre-invoke', 'dpkg::pre-invoke', 'dpkg::pre-install-pkgs'];
/** Run afterwards: by these what was fetched may go again. */
const AFTER_FETCHING = ['apt::update::post-invoke', 'apt::update::post-invoke-success'];
const LISTS = /\/var\/lib\/apt(?:\/|\s|$)|\/lists\b/;
/** What comes with the base system, or with tools that their makers hand out themselves. */
const KNOWN = ['/usr/sbin/dpkg-preconfigure --apt || true', '/usr/bin/timeshift-autosnap-apt'];
const FOLDER = '/etc/apt/apt.conf.d';

/** As APT takes an answer; any other is none. */
/** How APT's settings say yes. */
export const YES = /^(?:1|yes|true|with|on|enable)$/i;
const NO = /^(?:|0|no|false|without|off|disable)$/i;

/** Programs that always end well, and keep nothing from going on. */
const HARMLESS = /^(?:true|:|echo|printf|logger|touch|date|mkdir -p|mount -o remount,\w+)(?:\s|$)|^exit 0$/;
const STOPS = /^(?:false|exit [1-9]\d*)$/;

/** What stands in APT's and dpkg's settings and keeps everything from being fetched or installed. */
export async function findObstacleOfHooks(
  system: SystemPort,
  values: AptConfiguration,
  lists: AptLists,
): Promise<Outcome<string | null>> {
  const showsOnly = values.get('debug::pkgdpkgpm') ?? '';
  if (YES.test(showsOnly)) return { ok: true, value: say('APT only shows what it would do') };
  if (!NO.test(showsOnly)) return notUnderstood(`apt-config: Debug::pkgDPkgPM "${showsOnly}"`);
  const program = values.get('dir::bin::dpkg') ?? '/usr/bin/dpkg';
  if (program !== '/usr/bin/dpkg')
    return notUnderstood(say('APT installs with another program: {program}', { program }));
  for (const folder of ['chroot-directory', 'run-directory']) {
    if (!['', '/', undefined].includes(values.get(`dpkg::${folder}`)))
      return notUnderstood(say('APT installs into another folder.'));
  }
  const locked = await findLocked(system);
  if (!locked.ok || locked.value !== null) return locked;
  const unknown: string[] = [];
  for (const [name, commands] of lists) {
    // `Binary::apt-get::…` holds for one program alone.
    const full = name.replace(/^binary::[^:]+::/, '');
    const counted = AFTER_FETCHING.includes(full)
      ? commands.filter((command) => LISTS.test(command))
      : BEFORE.includes(full)
        ? commands
        : [];
    if (BEFORE.includes(full) && counted.some(stops)) {
      return { ok: true, value: say('A command in the settings of APT stops them') };
    }
    unknown.push(...counted.filter((command) => !isHarmless(command)));
  }
  if (unknown.length > 0) {
    const foreign = await findForeign(system, unknown);
    if (!foreign.ok) return foreign;
    if (foreign.value !== null) {
      return notUnderstood(
        say('A command that no package brought runs before updates: {command}', { command: foreign.value }),
      );
    }
  }
  return findObstacleOfDpkg(system, lists.get('dpkg::options') ?? []);
}

function partsOf(command: string): readonly string[] {
  return command
    .split(/;|&&|\|\|/)
    .map((part) =>
      part
        .trim()
        .replace(/\s*(?:\d?>>?\s*\S+|2>&1)\s*/g, ' ')
        .trim()
        .replace(/^(?:\/usr)?\/s?bin\//, ''),
    )
    .filter(Boolean);
}

/** For sure, whatever else holds. */
export function stops(command: string): boolean {
  const [first = ''] = partsOf(command);
  return STOPS.test(first) && !/&&|\|\|/.test(command);
}

export function isHarmless(command: string): boolean {
  if (KNOWN.includes(command.trim())) return true;
  const parts = partsOf(command);
  return (
    !/[`$|&]/.test(command.replaceAll(/&&|\|\|/g, '').replaceAll('2>&1', '')) &&
    parts.every((part) => HARMLESS.test(part))
  );
}

/** The first of these commands that stands in no file which is as its package brought it; null where there is none. */
async function findForeign(system: SystemPort, commands: readonly string[]): Promise<Outcome<string | null>> {
  const names = await listIfThere(system, FOLDER);
  if (!names.ok) return names;
  const files: { readonly path: string; readonly text: string }[] = [];
  for (const name of names.value.filter(isAptConfigurationFile)) {
    const file = await readIfThere(system, `${FOLDER}/${name}`);
    if (!file.ok) return file;
    files.push({ path: `${FOLDER}/${name}`, text: plain(file.value ?? '') });
  }
  const holding = files.filter(({ text }) => commands.some((command) => text.includes(plain(command))));
  const untouched = await findUntouched(
    system,
    holding.map(({ path }) => path),
  );
  if (!untouched.ok) return untouched;
  const own = holding.filter(({ path }) => untouched.value.has(path));
  const foreign = commands.find((command) => !own.some(({ text }) => text.includes(plain(command))));
  return { ok: true, value: foreign ?? null };
}

/** Without what stands differently in a file and in what `apt-config` makes of it. */
function plain(text: string): string {
  return text.replaceAll(/[\s"\\]/g, '');
}

function notUnderstood(detail: string): Outcome<never> {
  return { ok: false, reason: 'unexpected-output', detail };
}

import { say } from '@vestibule/contracts';
import type { SystemPort } from '../system-port.ts';
import type { Finding } from './display-managers.ts';
import { commandSignsIn, lineSignsIn, unitSignsIn } from './console-commands.ts';
import { worst } from './console-programs.ts';
import { signsInAsLoaded } from './loaded-units.ts';
import { listCronLines } from '../linux/cron.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

/** Where an administrator puts units; of each the whole is read. */
const OWN_FOLDERS = [
  ...['/etc/systemd/system', '/run/systemd/system', '/usr/local/lib/systemd/system'],
  // What tools have written, for the moment or for good, and what generators make at each start.
  ...['/etc/systemd/system.control', '/run/systemd/system.control', '/run/systemd/transient'],
  ...['/run/systemd/generator', '/run/systemd/generator.early', '/run/systemd/generator.late'],
];
/** Where packages put theirs; only those of text consoles are read. */
const PACKAGE_FOLDERS = ['/usr/lib/systemd/system', '/lib/systemd/system'];
const OF_CONSOLES = /(?:getty|tty|autologin|console)[^/]*\.service(?:\.d)?$/;
const INITTAB = '/etc/inittab';
const OPENRC_FOLDER = '/etc/conf.d';

/** Text consoles, and sessions that a unit opens on one, that ask no one anything. */
export async function lookAtConsoles(system: SystemPort): Promise<Finding> {
  for (const look of [lookAtUnits, lookAtWanted, lookAtInittab, lookAtOpenrc, lookAtCron]) {
    const found = await look(system);
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

/** Units of packages that are enabled: links in folders of what starts with the system. */
async function lookAtWanted(system: SystemPort): Promise<Finding> {
  for (const folder of OWN_FOLDERS) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    for (const name of names.value.filter((entry) => /\.(?:wants|requires)$/.test(entry))) {
      const wanted = await listIfThere(system, `${folder}/${name}`);
      if (!wanted.ok) return wanted;
      for (const unit of wanted.value.filter((entry) => entry.endsWith('.service'))) {
        const path = `${folder}/${name}/${unit}`;
        const file = (await isMasked(system, unit)) ? null : await readIfThere(system, path);
        if (file?.ok === false) return file;
        const found = await findingOfUnit(system, { unit, path, text: file?.value ?? '', isLink: true });
        if (!found.ok || found.value !== null) return found;
      }
    }
  }
  return NOTHING;
}

/** An empty file, or a link to nothing, in the administrator's folder takes a unit away, and what is added to it. */
async function isMasked(system: SystemPort, unit: string): Promise<boolean> {
  const file = await system.readFile(`${OWN_FOLDERS[0]}/${unit}`);
  return file.ok && file.value === '';
}

async function lookAtUnits(system: SystemPort): Promise<Finding> {
  const parts: { unit: string; path: string }[] = [];
  for (const folder of [...OWN_FOLDERS, ...PACKAGE_FOLDERS]) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    const isOwn = OWN_FOLDERS.includes(folder);
    const wanted = names.value.filter((name) => /\.service(?:\.d)?$/.test(name) && (isOwn || OF_CONSOLES.test(name)));
    for (const name of wanted) {
      if (!name.endsWith('.d')) {
        parts.push({ unit: name, path: `${folder}/${name}` });
        continue;
      }
      const unit = name.slice(0, -'.d'.length);
      if (await isMasked(system, unit)) continue;
      const dropIns = await listIfThere(system, `${folder}/${name}`);
      if (!dropIns.ok) return dropIns;
      const files = dropIns.value.filter((file) => file.endsWith('.conf'));
      parts.push(...files.map((file) => ({ unit, path: `${folder}/${name}/${file}` })));
    }
  }
  const files = await Promise.all(parts.map(async (part) => ({ ...part, file: await readIfThere(system, part.path) })));
  for (const { unit, path, file } of files) {
    if (!file.ok) return file;
    const found = await findingOfUnit(system, { unit, path, text: file.value ?? '' });
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

const NOTHING: Finding = { ok: true, value: null };

function findingOf(path: string, signsIn: boolean | null): Finding {
  if (signsIn === null) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('This file may sign people in without a password: {path}', { path }),
    };
  }
  return { ok: true, value: signsIn ? path : null };
}

/** What one file says may be taken back by another of the same unit: systemd knows what came of it. */
async function findingOfUnit(
  system: SystemPort,
  { unit, path, text, isLink = false }: { unit: string; path: string; text: string; isLink?: boolean },
): Promise<Finding> {
  const signsIn = unitSignsIn(text);
  // What a package brings is read when it comes, or stands behind a file of the administrator's.
  const isOwn = !isLink && OWN_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
  if (signsIn !== false && (await signsInAsLoaded(system, unit, isOwn ? path : null)) === false) return NOTHING;
  return findingOf(path, signsIn);
}

/** SysV's list of what runs on consoles: `id:levels:action:command`. */
async function lookAtInittab(system: SystemPort): Promise<Finding> {
  const file = await readIfThere(system, INITTAB);
  if (!file.ok) return file;
  const commands = (file.value ?? '')
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .map((line) => line.split(':').slice(3).join(':'));
  return findingOf(INITTAB, worst(commands.map(commandSignsIn)));
}

/** OpenRC's settings of agetty: a list of options in a shell variable. */
async function lookAtOpenrc(system: SystemPort): Promise<Finding> {
  const names = await listIfThere(system, OPENRC_FOLDER);
  if (!names.ok) return names;
  for (const name of names.value.filter((entry) => entry.startsWith('agetty'))) {
    const file = await readIfThere(system, `${OPENRC_FOLDER}/${name}`);
    if (!file.ok) return file;
    const options = [...(file.value ?? '').matchAll(/^\s*agetty_options=["']?(.*?)["']?\s*$/gm)];
    const found = findingOf(
      `${OPENRC_FOLDER}/${name}`,
      worst(options.map(([, words]) => commandSignsIn(`agetty ${words}`))),
    );
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

/** What cron starts may hand a console to a shell as well. */
async function lookAtCron(system: SystemPort): Promise<Finding> {
  for (const { path, command } of await listCronLines(system)) {
    const found = findingOf(path, lineSignsIn(command));
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

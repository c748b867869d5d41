import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { SHELLS } from './console-commands.ts';
import type { Finding } from './display-managers.ts';

/** What the kernel was started with; what boot loaders start it with next, as far as everybody may read it. */
const RUNNING = '/proc/cmdline';
const MENUS = ['/boot/grub/grub.cfg', '/boot/grub2/grub.cfg', '/boot/efi/EFI/fedora/grub.cfg'];
const ENTRY_FOLDERS = ['/boot/loader/entries', '/boot/efi/loader/entries', '/efi/loader/entries'];
const WORD_FILES = ['/etc/kernel/cmdline', '/boot/cmdline.txt', '/boot/firmware/cmdline.txt'];
const GRUB = '/etc/default/grub';

/** Words with which a computer starts to a shell of root's that asks no one. */
export async function lookAtStartWords(system: SystemPort): Promise<Finding> {
  for (const [path, wordsIn] of await places(system)) {
    const file = await readIfThere(system, path);
    // What a boot loader is told may be closed to a person: then it says nothing.
    if (!file.ok || file.value === null) continue;
    const words = wordsIn(file.value).map((word) => word.replace(/^["']+|["']+$/g, ''));
    if (words.some(opensShell)) return { ok: true, value: path };
    if (words.some((word) => /^SYSTEMD_SULOGIN_FORCE=[1yt]/i.test(word))) return mayOpen(path);
  }
  return { ok: true, value: null };
}

function mayOpen(path: string): Outcome<never> {
  return { ok: false, reason: 'unexpected-output', detail: `${path}: a start that may let someone in` };
}

function opensShell(word: string): boolean {
  const [name = '', value = ''] = word.split('=');
  if (name === 'init' || name === 'rdinit') return SHELLS.includes(value.split('/').at(-1) ?? '');
  if (name === 'rd.break' || name === 'break') return true;
  // A shell of root's on the ninth console.
  return /^systemd\.debug[-_]shell$/.test(name) && !/^(?:0|no|n|f|false|off)$/.test(value);
}

type WordsIn = (text: string) => readonly string[];

async function places(system: SystemPort): Promise<readonly (readonly [string, WordsIn])[]> {
  const entries: string[] = [];
  for (const folder of ENTRY_FOLDERS) {
    const names = await listIfThere(system, folder);
    if (names.ok)
      entries.push(...names.value.filter((name) => name.endsWith('.conf')).map((name) => `${folder}/${name}`));
  }
  const more = await listIfThere(system, `${GRUB}.d`);
  const added = more.ok ? more.value.filter((name) => name.endsWith('.cfg')).map((name) => `${GRUB}.d/${name}`) : [];
  const running = isScratch(system) ? [] : [RUNNING];
  return [
    ...[...running, ...WORD_FILES].map((path) => [path, wordsOf] as const),
    ...MENUS.map((path) => [path, linesWith(/^\s*linux(?:16|efi)?\s/)] as const),
    ...entries.map((path) => [path, linesWith(/^\s*options\s/)] as const),
    ...[GRUB, ...added].map((path) => [path, linesWith(/^\s*GRUB_CMDLINE_LINUX\w*\s*=/)] as const),
  ];
}

const wordsOf: WordsIn = (text) => text.split(/\s+/);

function linesWith(pattern: RegExp): WordsIn {
  return (text) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .flatMap((line) => wordsOf(line.replace(/^\s*GRUB_CMDLINE_LINUX\w*\s*=/, '')));
}

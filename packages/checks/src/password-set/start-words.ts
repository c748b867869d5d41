import { say } from '@vestibule/contracts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { worst } from './console-programs.ts';
import type { Finding } from './display-managers.ts';
import { wordOpensShell } from './kernel-words.ts';

type WordsIn = (text: string, saved: string) => readonly string[];

/** What the kernel was started with. */
const RUNNING = '/proc/cmdline';
/** What GRUB keeps from one start to the next: words of its menu may stand there. */
const SAVED = ['/boot/grub/grubenv', '/boot/grub2/grubenv'];

/** Whole files of words. */
const WORD_FILES = [
  ...['/etc/kernel/cmdline', '/usr/lib/kernel/cmdline', '/boot/cmdline.txt', '/boot/firmware/cmdline.txt'],
  '/boot/refind_linux.conf',
];
/** JSON, with each word in quotation marks. */
const LIST = '/etc/kernelstub/configuration';
const LINUX = /(?:^|[;{]|\bthen\b)[ \t]*(?:linux(?:16|efi)?|kernel|module2?|multiboot2?)[ \t](.*?)(?:[ \t]#.*)?$/gm;
/** `NAME="words"` of a shell, over several lines as well. */
const assigned = (name: string) =>
  new RegExp(
    String.raw`(?:^|[;&|]|\bthen\b)[ \t]*(?:export[ \t]+|set[ \t]+)?${name}[ \t]*\+?=((?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'#;])*)`,
    'gms',
  );

/** What boot loaders start the kernel with next, as far as everyone may read it, and what their files are made from. */
const FILES: readonly (readonly [readonly string[], RegExp])[] = [
  [
    ['grub/grub.cfg', 'grub/custom.cfg', 'grub2/grub.cfg', 'grub2/custom.cfg', 'grub/menu.lst', 'grub/grub.conf'].map(
      (name) => `/boot/${name}`,
    ),
    LINUX,
  ],
  [['/boot/efi/EFI/fedora/grub.cfg'], LINUX],
  [
    ['extlinux/extlinux.conf', 'extlinux.conf', 'syslinux/syslinux.cfg', 'syslinux.cfg', 'isolinux/isolinux.cfg'].map(
      (name) => `/boot/${name}`,
    ),
    /^[ \t]*(?:append|linux|kernel)[ \t](.*)$/gim,
  ],
  [['/boot/efi/EFI/refind/refind.conf', '/boot/EFI/refind/refind.conf'], /^[ \t]*(?:add_)?options[ \t](.*)$/gm],
  [
    ['/boot/limine.conf', '/boot/limine/limine.conf', '/boot/limine.cfg', '/boot/EFI/limine/limine.conf'],
    /^[ \t]*(?:kernel_)?cmdline[ \t]*[:=](.*)$/gim,
  ],
  [['/etc/lilo.conf', '/etc/zipl.conf'], /^[ \t]*(?:append|addappend|parameters)[ \t]*=(.*)$/gm],
  [['/boot/armbianEnv.txt'], /^extraargs=(.*)$/gm],
  [['/etc/default/grub'], assigned(String.raw`GRUB_CMDLINE_(?:LINUX|XEN)\w*`)],
  [['/etc/default/u-boot'], assigned('U_BOOT_PARAMETERS')],
  [['/etc/default/extlinux'], assigned('EXTLINUX_PARAMETERS')],
  [['/etc/default/flash-kernel'], assigned(String.raw`LINUX_KERNEL_CMDLINE\w*`)],
  [['/etc/default/kexec'], assigned('APPEND')],
  [['/etc/sdboot-manage.conf'], assigned(String.raw`LINUX\w*_OPTIONS\w*`)],
  [['/etc/dracut.conf'], assigned('kernel_cmdline')],
];
/** The same, of each file of a folder whose name ends so. */
const FOLDERS: readonly (readonly [readonly string[], string, RegExp | null])[] = [
  [['/boot/loader/entries', '/boot/efi/loader/entries', '/efi/loader/entries'], '.conf', /^[ \t]*options[ \t](.*)$/gm],
  [['/boot/extlinux', '/boot/syslinux'], '.cfg', /^[ \t]*(?:append|linux|kernel)[ \t](.*)$/gim],
  [['/etc/default/grub.d'], '.cfg', assigned(String.raw`GRUB_CMDLINE_(?:LINUX|XEN)\w*`)],
  [['/etc/dracut.conf.d', '/usr/lib/dracut/dracut.conf.d'], '.conf', assigned('kernel_cmdline')],
  [['/etc/cmdline.d'], '.conf', null],
];

/** Words with which a computer starts to a shell of root's that asks no one. */
export async function lookAtStartWords(system: SystemPort): Promise<Finding> {
  const saved = (await Promise.all(SAVED.map((path) => readIfThere(system, path)))).map((file) =>
    file.ok ? (file.value ?? '') : '',
  );
  let doubt: string | null = null;
  for (const [path, wordsIn] of await places(system)) {
    const file = await readIfThere(system, path);
    // What a boot loader is told may be closed to a person: then it says nothing.
    if (!file.ok || file.value === null) continue;
    const words = wordsIn(file.value, saved.join('\n'));
    const opens = worst((path === RUNNING ? await withoutFirst(system, words) : words).map(wordOpensShell));
    if (opens === true) return { ok: true, value: path };
    if (opens === null) doubt ??= path;
  }
  return doubt === null ? { ok: true, value: null } : mayOpen(doubt);
}

/** Words that say what the first program is, and what it is told. */
const OF_FIRST = /^(?:init|rdinit)=|^--?[A-Za-z]/;

/**
 * Of the start that has been: where systemd is the first program it is known what came of these, also in a virtual machine or a
 * container, whose words are its host's. A shell in its place is believed all the same.
 */
async function withoutFirst(system: SystemPort, words: readonly string[]): Promise<readonly string[]> {
  const first = await system.readFile('/proc/1/comm');
  const isSystemd = first.ok && first.value.trim() === 'systemd';
  return isSystemd ? words.filter((word) => !OF_FIRST.test(word) || wordOpensShell(word) === true) : words;
}

function mayOpen(path: string): Outcome<never> {
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('With what stands in {path}, this computer may start without asking for a password.', { path }),
  };
}

async function places(system: SystemPort): Promise<readonly (readonly [string, WordsIn])[]> {
  const inFolders: (readonly [string, WordsIn])[] = [];
  for (const [folders, ending, pattern] of FOLDERS) {
    for (const folder of folders) {
      const names = await listIfThere(system, folder);
      const paths = names.ok ? names.value.filter((name) => name.endsWith(ending)) : [];
      const wordsIn = pattern === null ? wordsOf : partsWith(pattern);
      inFolders.push(...paths.map((name) => [`${folder}/${name}`, wordsIn] as const));
    }
  }
  const running = isScratch(system) ? [] : [RUNNING];
  return [
    ...[...running, ...WORD_FILES].map((path) => [path, wordsOf] as const),
    [LIST, wordsOfList] as const,
    ...FILES.flatMap(([paths, pattern]) => paths.map((path) => [path, partsWith(pattern)] as const)),
    ...inFolders,
  ];
}

/** Marks that only bound words, in a shell or a menu, change nothing of what a word may do. */
const wordsOf: WordsIn = (text) =>
  text
    .replaceAll(/["'\\\0]/g, '')
    .split(/\s+/)
    .map((word) => word.replace(/[;}]+$/, ''))
    .filter(Boolean);

const wordsOfList: WordsIn = (text, saved) => wordsOf(text.replaceAll(/[,[\]{}]/g, ' '), saved);

/** Words of the parts that a pattern finds, with those of the variables that they name. */
function partsWith(pattern: RegExp): WordsIn {
  return (file, saved) => {
    const text = file.replaceAll(/\\\r?\n/g, ' ');
    const parts = [...text.matchAll(pattern)].map(([, part = '']) => part);
    const seen = new Set<string>();
    for (let at = 0; at < parts.length; at++) {
      for (const [, name = ''] of (parts[at] ?? '').matchAll(/\$\{?(\w+)/g)) {
        if (seen.has(name)) continue;
        seen.add(name);
        parts.push(...[...text.matchAll(assigned(name))].map(([, value = '']) => value));
        parts.push(...[...saved.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value));
      }
    }
    return parts.flatMap((part) => wordsOf(part, saved));
  };
}

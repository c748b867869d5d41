import { listIfThere, readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

/** The words the kernel was started with; everybody may read them. */
const RUNNING = '/proc/cmdline';
/** What the next start takes its words from: menus of GRUB, entries of one file each, and what makes those. */
const MENUS = ['/boot/grub/grub.cfg', '/boot/grub2/grub.cfg'];
const ENTRIES = ['/boot/loader/entries', '/efi/loader/entries', '/boot/efi/loader/entries'];
/** Written into the kernel's own file, or into entries when they are made. */
const PLAIN = ['/etc/kernel/cmdline', '/proc/device-tree/chosen/bootargs'];
/** A start that is chosen in a menu to repair the computer. */
const RECOVERY = /(?:^|\s)(?:single|recovery|emergency|rescue|systemd\.unit=(?:rescue|emergency)\.target)(?:\s|$)/;

/** Names of modules that a start keeps out. */
interface KeptOut {
  /** By the kernel itself, for every program that loads them, under any name. */
  readonly always: ReadonlySet<string>;
  /** By modprobe alone, as a line of a blacklist. */
  readonly listed: ReadonlySet<string>;
}

export interface KernelLine extends KeptOut {
  /** Said to this start, and perhaps not to the next: what the computer starts from cannot be read. */
  readonly isPassing: boolean;
}

/** Which of these drivers the words of the kernel keep out, now and after a restart. */
export async function readKernelLine(system: SystemPort, drivers: readonly string[]): Promise<Outcome<KernelLine>> {
  const running = await readIfThere(system, RUNNING);
  if (!running.ok) return running;
  const now = keptOut(running.value ?? '', drivers);
  const nothing: KernelLine = { always: new Set(), listed: new Set(), isPassing: false };
  if (now.always.size === 0 && now.listed.size === 0) return { ok: true, value: nothing };
  const lines = await readNextLines(system);
  const isKnown = lines.ok && lines.value.length > 0 && !lines.value.some((line) => line.includes('$kernelopts'));
  if (!isKnown) return { ok: true, value: { ...now, isPassing: true } };
  const next = lines.value.map((line) => keptOut(line, drivers));
  const inAll = (of: (one: KeptOut) => ReadonlySet<string>) =>
    new Set([...of(now)].filter((driver) => next.every((one) => of(one).has(driver))));
  return {
    ok: true,
    value: { always: inAll((one) => one.always), listed: inAll((one) => one.listed), isPassing: false },
  };
}

/** The words of every start that a menu offers, but for those that repair. */
async function readNextLines(system: SystemPort): Promise<Outcome<readonly string[]>> {
  const lines: string[] = [];
  for (const path of MENUS) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    lines.push(
      ...[...(file.value ?? '').matchAll(/^\s*linux(?:16|efi)?\s+\S+[ \t]*(.*)$/gm)].map(([, words = '']) => words),
    );
  }
  for (const folder of ENTRIES) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    for (const name of names.value.filter((one) => one.endsWith('.conf'))) {
      const file = await readIfThere(system, `${folder}/${name}`);
      if (!file.ok) return file;
      const options = [...(file.value ?? '').matchAll(/^options[ \t]+(.*)$/gm)].map(([, words = '']) => words);
      lines.push(options.join(' '));
    }
  }
  for (const path of lines.length > 0 ? [] : PLAIN) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) lines.push(file.value.replaceAll('\0', ''));
  }
  return { ok: true, value: lines.filter((line) => !RECOVERY.test(line)) };
}

/** `module_blacklist=uas,usb_storage` and `modprobe.blacklist=usb-storage`, each as often as one likes. */
function keptOut(line: string, drivers: readonly string[]): KeptOut {
  // What stands behind the two strokes is for the first program alone.
  const words = line.split(/\s--(?:\s|$)/, 1)[0]?.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const listsOf = (parameter: RegExp) => words.flatMap((word) => parameter.exec(word.replaceAll('"', ''))?.[1] ?? []);
  // The kernel keeps the last of several lists, and compares names letter by letter.
  const own = (listsOf(/^module[-_]blacklist=(.*)$/).at(-1) ?? '').split(',');
  const modprobes = listsOf(/^modprobe\.blacklist=(.*)$/).flatMap((list) => list.replaceAll('-', '_').split(','));
  const driversIn = (names: readonly string[]) => new Set(drivers.filter((driver) => names.includes(driver)));
  return { always: driversIn(own), listed: driversIn(modprobes) };
}

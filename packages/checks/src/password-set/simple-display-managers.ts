import type { SystemPort } from '../system-port.ts';
import type { Finding } from './display-managers.ts';
import { readIfThere } from '../linux/if-there.ts';

interface SimpleFile {
  readonly path: string;
  readonly signsIn: (text: string) => boolean;
}

/** The last line that names a key: `key value` or `key=value`, in quotation marks or not. */
function lastOf(text: string, key: string): string | null {
  const lines = [...text.matchAll(new RegExp(`^[ \\t]*${key}(?:[ \\t]*=|[ \\t]+)[ \\t]*(.*?)[ \\t\\r]*$`, 'gm'))];
  return lines.at(-1)?.[1]?.replace(/^(["'])(.*)\1.*$/, '$2') ?? null;
}

/** Whatever is not a no may be a yes. */
const isNo = (value: string | null) => value === null || /^(?:|no|false|0|off|none)$/i.test(value);

/** Settings of one file, one switch each: SLiM, nodm, emptty, and what openSUSE hands to the display manager it starts. */
const FILES: readonly SimpleFile[] = [
  { path: '/etc/slim.conf', signsIn: (text) => !isNo(lastOf(text, 'auto_login')) },
  { path: '/etc/default/nodm', signsIn: (text) => !/^(?:no|false)$/i.test(lastOf(text, 'NODM_ENABLED') ?? '') },
  { path: '/etc/emptty/conf', signsIn: (text) => !isNo(lastOf(text, 'AUTOLOGIN')) },
  { path: '/etc/sysconfig/displaymanager', signsIn: (text) => (lastOf(text, 'DISPLAYMANAGER_AUTOLOGIN') ?? '') !== '' },
];

export const SIMPLE_PLACES: readonly string[] = FILES.map(({ path }) => path);

export async function lookAtSimpleFiles(system: SystemPort): Promise<Finding> {
  for (const { path, signsIn } of FILES) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null && signsIn(file.value)) return { ok: true, value: path };
  }
  return { ok: true, value: null };
}

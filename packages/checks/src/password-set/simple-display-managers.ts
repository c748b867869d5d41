import type { SystemPort } from '../system-port.ts';
import type { DisplayManager } from './other-display-manager.ts';
import type { Finding } from './display-managers.ts';
import { readIfThere } from '../linux/if-there.ts';

interface SimpleFile {
  /** Whose it is; null for that of whichever display manager starts. */
  readonly of: DisplayManager | null;
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
  { of: 'slim', path: '/etc/slim.conf', signsIn: (text) => !isNo(lastOf(text, 'auto_login')) },
  {
    of: 'nodm',
    path: '/etc/default/nodm',
    signsIn: (text) => !/^(?:no|false)$/i.test(lastOf(text, 'NODM_ENABLED') ?? ''),
  },
  { of: 'emptty', path: '/etc/emptty/conf', signsIn: (text) => !isNo(lastOf(text, 'AUTOLOGIN')) },
  {
    of: null,
    path: '/etc/sysconfig/displaymanager',
    signsIn: (text) => (lastOf(text, 'DISPLAYMANAGER_AUTOLOGIN') ?? '') !== '',
  },
];

export const SIMPLE_PLACES: readonly string[] = FILES.map(({ path }) => path);

export const SIMPLE_LOOKS = FILES.map(({ of, path, signsIn }) => ({
  of,
  at: async (system: SystemPort): Promise<Finding> => {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    return { ok: true, value: file.value !== null && signsIn(file.value) ? path : null };
  },
}));

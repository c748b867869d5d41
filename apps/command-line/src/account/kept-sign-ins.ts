import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ADMIN_ROLES } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { misuse } from '../frame/failure.ts';

const keptSchema = z.object({
  token: z.string().check(z.regex(/^[\w.-]{20,512}$/)),
  name: z.string(),
  login: z.string(),
  role: z.enum(ADMIN_ROLES),
  companyName: z.string(),
  expiresAt: z.iso.datetime(),
});
/** A sign-in of the person at this computer. */
export type KeptSignIn = z.infer<typeof keptSchema>;

const fileSchema = z.object({
  /** The gate that was signed in at last: meant where no other is named. */
  current: z.nullable(z.string()),
  /** By the origin of their gate: a token goes nowhere else. */
  gates: z.record(z.string(), keptSchema),
});
type Kept = z.infer<typeof fileSchema>;

const NONE: Kept = { current: null, gates: {} };

/** Where the person's own settings are, as their system has it. */
function keptFolder(): string {
  const { env, platform } = process;
  const named = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : null);
  switch (platform) {
    case 'win32':
      return join(named(env['APPDATA']) ?? join(homedir(), 'AppData', 'Roaming'), 'Vestibule');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Vestibule');
    default:
      return join(named(env['XDG_CONFIG_HOME']) ?? join(homedir(), '.config'), 'vestibule');
  }
}

const fileOf = (folder: string) => join(folder, 'sign-ins.json');

async function readKept(): Promise<Kept> {
  const file = fileOf(keptFolder());
  const found = await stat(file).catch(() => null);
  if (found === null) return NONE;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw misuse(`Others on this computer can read ${file}. Keep it to yourself: chmod 600 ${file}`);
  }
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const kept = fileSchema.safeParse(parseJson(content)).data;
  if (kept === undefined) throw misuse(`${file} is damaged. Delete it, and sign in again: vestibule login --help`);
  return kept;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Written next to it and put in its place: a power cut leaves the one or the other. */
async function writeKept(kept: Kept): Promise<string> {
  const folder = keptFolder();
  const file = fileOf(folder);
  const next = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rm(next, { force: true });
    await writeFile(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(next, 0o600);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw misuse(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return file;
}

export interface FoundSignIn {
  readonly origin: string;
  readonly kept: KeptSignIn;
}

/** @param origin of the gate that is meant; undefined: the one that was signed in at last */
export async function findKept(origin: string | undefined): Promise<FoundSignIn | null> {
  const { current, gates } = await readKept();
  const wanted = origin ?? current;
  const kept = wanted === null || !Object.hasOwn(gates, wanted) ? undefined : gates[wanted];
  return wanted === null || kept === undefined ? null : { origin: wanted, kept };
}

/** Keeps a sign-in in a file that only its person can read, in place of one there at the same gate. @returns the file */
export async function keepSignIn(origin: string, kept: KeptSignIn): Promise<string> {
  const { gates } = await readKept();
  return writeKept({ current: origin, gates: { ...gates, [origin]: kept } });
}

export async function forgetSignIn(origin: string): Promise<void> {
  const { current, gates } = await readKept();
  const { [origin]: _forgotten, ...others } = gates;
  await writeKept({ current: current === origin ? (Object.keys(others)[0] ?? null) : current, gates: others });
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readInWords } from '@vestibule/contracts';
import * as z from 'zod';

const FILE_NAME = 'vestibule.json';

const text = z.string().min(1).max(4096);
const schema = z.strictObject({
  /** Of this form. */
  version: z.literal(1),
  publicUrl: text,
  listen: z.strictObject({ host: text, port: z.int().min(1).max(65_535) }).optional(),
  /** PEM files; without a slash in front, in the data folder. */
  tls: z.strictObject({ certificate: text, key: text }).optional(),
  /** Whom a certificate authority writes to, from which the server gets its certificates; which one, and where it asks. */
  acme: z
    .strictObject({ contact: text, directory: text.optional(), port: z.int().min(1).max(65_535).optional() })
    .optional(),
  /** Addresses or networks. */
  trustedProxies: z.array(text).optional(),
  /** Addresses or networks; an empty list: none. */
  privateNetworks: z.array(text).optional(),
  /** Public keys that sign newer data on ends of support, and where it is asked for. */
  lifecycle: z.strictObject({ keys: z.array(text), address: text.optional() }).optional(),
  /** Public keys that sign software which may be installed. */
  software: z.strictObject({ keys: z.array(text) }).optional(),
  databaseUrl: text.optional(),
});

/** What `vestibule setup` writes into the data folder. The environment wins over each value of it. */
export type ConfigurationFile = z.infer<typeof schema>;

export type FileRead =
  | { readonly ok: true; readonly file: ConfigurationFile | null }
  | { readonly ok: false; readonly problems: string[] };

export function configurationPath(dataFolder: string): string {
  return join(dataFolder, FILE_NAME);
}

/** @returns null where there is none */
export async function readConfigurationFile(dataFolder: string): Promise<FileRead> {
  const path = configurationPath(dataFolder);
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ok: true, file: null };
    return {
      ok: false,
      problems: [`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    return { ok: false, problems: [`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const read = readInWords(schema, value);
  if (read.ok) return { ok: true, file: read.value };
  return {
    ok: false,
    problems: read.problems.map((problem) => `${path}: ${problem}`),
  };
}

/** Writes the file whole or not at all; only its owner can read it. */
export async function writeConfigurationFile(dataFolder: string, file: ConfigurationFile): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const path = configurationPath(dataFolder);
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(schema.parse(file), null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** The file as the environment would say it. */
export function asEnvironment(file: ConfigurationFile | null, dataFolder: string): Record<string, string> {
  if (file === null) return {};
  const { publicUrl, listen, tls, acme, trustedProxies, privateNetworks, lifecycle, software, databaseUrl } = file;
  return {
    VESTIBULE_PUBLIC_URL: publicUrl,
    ...(listen === undefined ? {} : { VESTIBULE_HOST: listen.host, PORT: String(listen.port) }),
    ...(tls === undefined
      ? {}
      : {
          VESTIBULE_TLS_CERTIFICATE: resolve(dataFolder, tls.certificate),
          VESTIBULE_TLS_KEY: resolve(dataFolder, tls.key),
        }),
    ...(acme === undefined ? {} : acmeAsEnvironment(acme)),
    ...(trustedProxies === undefined ? {} : { VESTIBULE_TRUSTED_PROXIES: trustedProxies.join(',') }),
    ...(privateNetworks === undefined
      ? {}
      : { VESTIBULE_PRIVATE_NETWORKS: privateNetworks.length === 0 ? 'none' : privateNetworks.join(',') }),
    ...(lifecycle === undefined ? {} : lifecycleAsEnvironment(lifecycle)),
    ...(software === undefined ? {} : { VESTIBULE_SOFTWARE_KEYS: software.keys.join(',') }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

function lifecycleAsEnvironment({
  keys,
  address,
}: NonNullable<ConfigurationFile['lifecycle']>): Record<string, string> {
  return {
    VESTIBULE_LIFECYCLE_KEYS: keys.join(','),
    ...(address === undefined ? {} : { VESTIBULE_LIFECYCLE_URL: address }),
  };
}

function acmeAsEnvironment({
  contact,
  directory,
  port,
}: NonNullable<ConfigurationFile['acme']>): Record<string, string> {
  return {
    VESTIBULE_ACME: contact,
    ...(directory === undefined ? {} : { VESTIBULE_ACME_DIRECTORY: directory }),
    ...(port === undefined ? {} : { VESTIBULE_ACME_PORT: String(port) }),
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  SOFTWARE_ARCHITECTURES,
  SOFTWARE_CHECKS,
  SOFTWARE_DAYS_MAXIMUM,
  SOFTWARE_FILE_MAXIMUM_BYTES,
  type SoftwareManifest,
  softwareManifestSchema,
} from '@vestibule/contracts';
import { readMsiProperties } from '../../apps/client/src/software/msi-properties.ts';
import { signSoftware, type SignUpdate, type UpdatePrivateKey } from '@vestibule/device-keys';

const DAY_MS = 86_400_000;

/** What the person who signs says; undefined: it was left out. */
export interface SoftwareWords {
  readonly id: string | undefined;
  readonly checkType: string | undefined;
  readonly agent: string | undefined;
  readonly name: string | undefined;
  readonly publisher: string | undefined;
  readonly licenceFile: string | undefined;
  readonly days: number;
  readonly packageName: string | undefined;
  readonly version: string | undefined;
  readonly architecture: string | undefined;
  readonly now: Date;
}

/**
 * Reads a package and says of it what is to be signed.
 * @throws Error with a sentence
 */
export async function describeSoftware(file: string, words: SoftwareWords): Promise<SoftwareManifest> {
  const { licenceFile, days, now } = words;
  if (licenceFile === undefined) throw new Error('Name the file with the licence: --licence FILE');
  if (!Number.isInteger(days) || days < 1 || days > SOFTWARE_DAYS_MAXIMUM) {
    throw new Error(`--days takes a number from 1 to ${SOFTWARE_DAYS_MAXIMUM}.`);
  }
  if (!SOFTWARE_CHECKS.some((check) => check === words.checkType)) {
    throw new Error(`--for takes the check that the package makes pass: ${SOFTWARE_CHECKS.join(' or ')}.`);
  }
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) throw new Error(`${file} is not there.`);
  const licence = await readFile(licenceFile, 'utf8').catch(() => null);
  if (licence === null) throw new Error(`${licenceFile} cannot be read.`);
  const own = file.toLowerCase().endsWith('.msi') ? await msiWords(file, words) : debWords(file);
  const control = {
    kind: own?.kind ?? 'deb',
    packageName: agree('--package', words.packageName, own?.packageName),
    ...(own?.kind === 'msi' && { productCode: own.productCode }),
    version: agree('--version', words.version, own?.version),
    architecture: agree('--architecture', words.architecture, own?.architecture),
  };
  const manifest = softwareManifestSchema.safeParse({
    format: 1,
    id: words.id,
    checkType: words.checkType,
    agent: words.agent,
    ...control,
    fileName: basename(file),
    size: found.size,
    sha256: await hashOf(file),
    name: words.name,
    publisher: words.publisher,
    licence: licence.trim(),
    issuedAt: now.toISOString(),
    notAfter: new Date(now.getTime() + days * DAY_MS).toISOString(),
  });
  if (manifest.success) return manifest.data;
  const [issue] = manifest.error.issues;
  const field = String(issue?.path[0] ?? '');
  const { option, taken } = FIELDS[field] ?? { option: field, taken: issue?.message ?? '' };
  throw new Error(`${option} is missing or not taken. It takes ${taken}.`);
}

/** Writes the signed file that servers take, whole or not at all. */
export async function writeSoftwareFile(
  path: string,
  manifest: SoftwareManifest,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(await signSoftware(manifest, sign))}\n`);
  await rename(`${path}.new`, path);
}

/** What a person may say of each field, for the sentence of a refusal. */
const FIELDS: Readonly<Record<string, { readonly option: string; readonly taken: string }>> = {
  id: { option: '--id', taken: '2 to 64 small letters, digits, dots and hyphens' },
  agent: { option: '--agent', taken: 'the agent’s name in the policy: small letters, digits and hyphens' },
  name: { option: '--name', taken: 'one line of up to 100 letters' },
  publisher: { option: '--publisher', taken: 'one line of up to 100 letters' },
  licence: { option: '--licence', taken: 'a file of up to 30,000 letters' },
  packageName: { option: '--package', taken: 'the package’s own name, such as fleet-osquery' },
  version: { option: '--version', taken: 'the package’s own version, such as 5.12.1-1' },
  architecture: { option: '--architecture', taken: `${SOFTWARE_ARCHITECTURES.join(', ')} (amd64 is x64)` },
  fileName: { option: 'The name of the package', taken: 'letters, digits, and .deb or .msi at its end' },
  size: { option: 'The size of the package', taken: `up to ${SOFTWARE_FILE_MAXIMUM_BYTES / 2 ** 20} MiB` },
};

const ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64', all: 'any' };

/** What the package says itself; null: nothing here can read it. */
function debWords(file: string) {
  const read = (field: string) =>
    execFileSync('dpkg-deb', ['--field', file, field], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const architecture = read('Architecture');
    return {
      kind: 'deb' as const,
      packageName: read('Package'),
      version: read('Version'),
      architecture: ARCHITECTURES[architecture] ?? architecture,
    };
  } catch {
    return null;
  }
}

/**
 * An MSI says who made it, and that is what people are shown. For which processors it is, it says too vaguely.
 * @throws Error with a sentence
 */
async function msiWords(file: string, { publisher }: SoftwareWords) {
  const own = await readMsiProperties(file);
  if (own === null)
    throw new Error(`${file} is no MSI, or has no product code, upgrade code, version and manufacturer.`);
  agree('--publisher', publisher, own.manufacturer);
  return {
    kind: 'msi' as const,
    packageName: own.upgradeCode,
    productCode: own.productCode,
    version: own.version,
    architecture: undefined,
  };
}

function agree(option: string, said: string | undefined, own: string | undefined): string | undefined {
  if (said !== undefined && own !== undefined && said !== own) {
    throw new Error(`${option} ${said} is not what the package says: ${own}`);
  }
  return said ?? own;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDeviceKeys, importDeviceKeys, proveAgreementKey, verifyAgreementKeyProof } from '@vestibule/device-keys';
import { readProvisioning } from '../state/provisioning.ts';
import { type Program, scriptsOf, VERSIONS_FOLDER } from '../system/program.ts';
import { runCommand } from '../system/run-command.ts';
import { CLIENT_VERSION } from '../version.ts';

/** Whether this very version works on this computer, without touching anything of it. @returns what does not work */
export async function findOwnFaults(program: Program): Promise<readonly string[]> {
  const provisioning = await readProvisioning(program);
  const keys = await importDeviceKeys(await createDeviceKeys());
  const shown = { deviceId: '00000000-0000-4000-8000-000000000000', agreementKey: keys.agreement.publicKey };
  const proof = await proveAgreementKey(shown, keys.identity);
  const isProven = (await verifyAgreementKeyProof(proof, shown, keys.identity.publicKey)).ok;
  return [
    ...(await findMissingParts(program)),
    ...(provisioning.state === 'read' ? [] : ['It does not say which portals it answers.']),
    ...(isProven ? [] : ['A signature that was made here does not verify.']),
  ];
}

/** Parts are loaded when they are needed, which may be weeks after an update: here each is looked for and loaded once. */
async function findMissingParts(program: Program): Promise<readonly string[]> {
  const folder = dirname(program.code);
  const scripts = scriptsOf(program);
  const texts = await Promise.all(scripts.map((script) => readFile(script, 'utf8')));
  const named = new Set(texts.flatMap((text) => text.match(PART) ?? []).map((part) => join(folder, part)));
  const missing = [...named].filter((part) => !scripts.includes(part));
  if (missing.length > 0) return missing.map((part) => `${part} is missing.`);
  const loaded = await Promise.allSettled([...named].map((part) => import(pathToFileURL(part).href)));
  return loaded.flatMap((one) => (one.status === 'rejected' ? [`A part cannot be loaded: ${one.reason}`] : []));
}

/** How the scripts name each other: `scripts/build-client.ts`. */
const PART = /(?<=\.\/)part-[\w-]+\.mjs/g;

/** What the self-test of a version prints when it works. */
export function selfTestPassed(version = CLIENT_VERSION): string {
  return `Workplace ${version} works.`;
}

const TIMEOUT_MS = 60_000;

export type Tested = { readonly ok: true } | { readonly ok: false; readonly detail: string };

/** Starts the version in a folder, in a process of its own, and asks whether it works and is the one that was wanted. */
export async function testVersion(folder: string, version: string, environment: Environment): Promise<Tested> {
  const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  const code = join(folder, 'workplace.mjs');
  if (!existsSync(node) || !existsSync(code)) return { ok: false, detail: 'It holds no program.' };
  return readAnswer(await runCommand(node, [code, 'self-test'], { timeoutMs: TIMEOUT_MS, environment }), version);
}

/** The same by the launcher: what browsers start from now on. */
export async function testLauncher(launcher: string, version: string, environment: Environment): Promise<Tested> {
  return readAnswer(await runLauncher(launcher, version, ['self-test'], environment), version);
}

/** Has the version that was just put in place tell the browsers where it is and whom it answers. */
export async function tellBrowsers(
  launcher: string,
  version: string,
  words: readonly string[],
  environment: Environment,
): Promise<Tested> {
  const ran = await runLauncher(launcher, version, ['tell-browsers', ...words], environment);
  if (!ran.ok) return { ok: false, detail: ran.detail };
  return ran.value.code === 0 ? { ok: true } : { ok: false, detail: ran.value.stderr.trim().slice(0, 500) };
}

/** On Windows a batch file starts the very same program. */
function runLauncher(launcher: string, version: string, words: readonly string[], environment: Environment) {
  const options = { timeoutMs: TIMEOUT_MS, environment };
  if (process.platform !== 'win32') return runCommand(launcher, words, options);
  const folder = join(dirname(launcher), VERSIONS_FOLDER, version);
  return runCommand(join(folder, 'node.exe'), [join(folder, 'workplace.mjs'), ...words], options);
}

type Environment = Readonly<Record<string, string | undefined>>;

function readAnswer(ran: Awaited<ReturnType<typeof runCommand>>, version: string): Tested {
  if (!ran.ok) return { ok: false, detail: ran.detail };
  const { code, stdout, stderr } = ran.value;
  if (code === 0 && stdout.trim() === selfTestPassed(version)) return { ok: true };
  // Node shows the line of the program first, which is long.
  const error = /^\w*Error\b.*$/m.exec(stderr)?.[0] ?? stderr.trim();
  return { ok: false, detail: (error || stdout.trim() || `It ended with code ${code}.`).slice(0, 500) };
}

import { constants, existsSync, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { readAccounts } from '../state/accounts.ts';
import { readAgentProcess } from '../state/agent-process.ts';
import { whereKeysAre } from '../keys/where-keys-are.ts';
import { readDevice } from '../state/device.ts';
import type { Installation } from '../state/installation.ts';
import { readConnections, readProvisioning } from '../state/provisioning.ts';
import { readStateFile } from '../state/state-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import { CLIENT_VERSION } from '../version.ts';
import { browserPlaces, machinePlaces } from './browsers.ts';
import { hostManifestSchema, isChromiumId } from './host-manifest.ts';
import { RUN_INSTALL } from './advice.ts';
import type { InstallTools } from './install.ts';

/** One thing looked at: how it is, or what to do. */
export interface DiagnosticLine {
  readonly ok: boolean;
  readonly text: string;
}

const good = (text: string): DiagnosticLine => ({ ok: true, text });
const bad = (text: string): DiagnosticLine => ({ ok: false, text });

/** Looks at everything that must be right between browser, client and portal, and says what to do about the rest. */
export async function diagnose({ program, state, system }: InstallTools): Promise<readonly DiagnosticLine[]> {
  const lines = [
    good(
      `Workplace ${CLIENT_VERSION}${program.launcher === null ? ' (running from its sources)' : `, ${program.launcher}`}`,
    ),
    ...(await connectionLines(program, state, system)),
    ...(await accountLines(state, system.now())),
    clockLine(program.code, system.now()),
    ...(await readerLines(program, system)),
  ];
  if (system.rootFolder !== null) {
    lines.push(bad(`Files are read below ${system.rootFolder}, which only tests do. Install without that folder.`));
  }
  return lines;
}

async function connectionLines(
  program: Program,
  state: StateFolder,
  system: LocalSystem,
): Promise<readonly DiagnosticLine[]> {
  const packed = await readProvisioning(program);
  if (!existsSync(state.path) && packed.state === 'missing') {
    return [bad(`Workplace is not set up: ${state.path} is missing. ${RUN_INSTALL}`)];
  }
  const own = existsSync(state.path)
    ? [await stateLine(state), await keysLine(state, system)]
    : [good(`Not used by you yet: keys are made in ${state.path} when you first sign in`)];
  const installation = await readConnections(state, program);
  if (installation.state === 'damaged') return [...own, bad(`${installation.detail} Remove it. ${RUN_INSTALL}`)];
  const { portals, extensionIds } = installation.value;
  const manifests = [...installation.value.manifests, ...machineManifests(program, system)];
  const found = { ...installation.value, manifests };
  if (portals.length === 0 && extensionIds.length === 0 && manifests.length === 0) {
    return [...own, bad(`Workplace is not connected with a portal or a browser. ${RUN_INSTALL}`)];
  }
  return [
    ...own,
    ...installationLines(found),
    ...(await Promise.all(
      manifests.map((manifest) => {
        // What a package put there for everyone need not know what this person added.
        const isOwn = installation.value.manifests.includes(manifest);
        const packedIds = packed.state === 'read' ? packed.value.extensionIds : [];
        return manifestLine(manifest, { known: extensionIds, needed: isOwn ? extensionIds : packedIds });
      }),
    )),
    ...strangers(found, state, system),
  ];
}

/** Where the package and the archive put the reader's units. */
const READER_UNIT_FOLDERS = ['/usr/lib/systemd/system', '/lib/systemd/system', '/etc/systemd/system'];

/** Where Workplace is installed for everyone, systemd runs the reader, and this is an ordinary person's question. */
async function readerLines(program: Program, { askReader }: LocalSystem): Promise<readonly DiagnosticLine[]> {
  if (askReader === undefined || !isProtectedInstallation(program) || !existsSync('/run/systemd/system')) return [];
  if ((await askReader('firewall')) !== null) return [good('What only root may read is read by the reader')];
  const isThere = READER_UNIT_FOLDERS.some((folder) => existsSync(join(folder, 'workplace-reader.socket')));
  const advice = isThere
    ? 'Run: sudo systemctl enable --now workplace-reader.socket'
    : 'An update does not bring its service: install the newer package once, for everyone.';
  return [bad(`The reader, for what only root may read, gives no answer. ${advice}`)];
}

/** What a package for everyone on this computer put there. */
function machineManifests(program: Program, system: LocalSystem): Installation['manifests'] {
  if (system.rootFolder !== null) return [];
  return machinePlaces(system.operatingSystem, dirname(program.code))
    .filter(({ manifest }) => existsSync(manifest))
    .map(({ browser, manifest }) => ({ browser, path: manifest }));
}

/** A person who signs in with one browser need not care about the others: they are named, and nothing is wrong. */
function strangers({ manifests }: Installation, state: StateFolder, system: LocalSystem): readonly DiagnosticLine[] {
  const { operatingSystem, environment } = system;
  return browserPlaces({ operatingSystem, environment, stateFolder: state.path })
    .filter(({ marker, browser }) => existsSync(marker) && !manifests.some((manifest) => manifest.browser === browser))
    .map(({ browser }) =>
      manifests.length === 0
        ? bad(`${browser} does not know Workplace. ${RUN_INSTALL}`)
        : good(`${browser} is not connected. To sign in with it, run \`workplace install\` once more.`),
    );
}

async function stateLine(state: StateFolder): Promise<DiagnosticLine> {
  const { mode } = await stat(state.path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return bad(`Other people can look into ${state.path}. Run: chmod 700 '${state.path}'`);
  }
  const isWritable = await access(state.path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? good(`State folder ${state.path}`)
    : bad(`${state.path} cannot be written to. Check who owns it.`);
}

async function keysLine(state: StateFolder, system: LocalSystem): Promise<DiagnosticLine> {
  const read = await readDevice(state, system);
  if (!read.ok) return bad(read.detail);
  return good(`Keys of device ${read.device.deviceId}, kept ${await whereKeysAre(read.device, system)}`);
}

function installationLines({ portals, extensionIds, manifests }: Installation): readonly DiagnosticLine[] {
  return [
    ...portals.map(({ origin }) => good(`Portal ${origin}, server key pinned`)),
    ...(portals.length === 0 ? [bad(`No portal is registered. ${RUN_INSTALL}`)] : []),
    ...extensionIds.map((id) => good(`Browser extension ${id}`)),
    ...(extensionIds.length === 0 ? [bad(`No browser extension is registered. ${RUN_INSTALL}`)] : []),
    ...(manifests.length === 0 ? [bad(`No browser knows Workplace. ${RUN_INSTALL}`)] : []),
  ];
}

async function manifestLine(
  { path, browser }: Installation['manifests'][number],
  { known, needed }: { readonly known: readonly string[]; readonly needed: readonly string[] },
): Promise<DiagnosticLine> {
  const read = await readStateFile(path, hostManifestSchema);
  if (read.state === 'missing') return bad(`${browser}: ${path} is gone. ${RUN_INSTALL}`);
  if (read.state === 'damaged') return bad(`${browser}: ${path} is not Workplace's any more. ${RUN_INSTALL}`);
  // Windows alone lets a manifest name what lies next to it.
  const program = isAbsolute(read.value.path) ? read.value.path : join(dirname(path), read.value.path);
  const isStartable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isStartable) return bad(`${browser}: ${program} cannot be started. ${RUN_INSTALL}`);
  const admitted = [
    ...(read.value.allowed_origins ?? []).map((origin) => origin.replace(/^chrome-extension:\/\/(.*)\/$/, '$1')),
    ...(read.value.allowed_extensions ?? []),
  ];
  const stranger = admitted.find((id) => !known.includes(id));
  if (stranger !== undefined)
    return bad(`${browser}: ${path} admits the unknown extension ${stranger}. ${RUN_INSTALL}`);
  const isForFirefox = read.value.allowed_extensions !== undefined;
  const shutOut = needed.find((id) => isChromiumId(id) !== isForFirefox && !admitted.includes(id));
  if (shutOut !== undefined)
    return bad(`${browser}: ${path} does not admit the extension ${shutOut} yet. ${RUN_INSTALL}`);
  return good(`${browser}: ${path}`);
}

/** Only where this computer reports by itself is there anything to say. */
async function accountLines(state: StateFolder, now: Date): Promise<readonly DiagnosticLine[]> {
  const accounts = await readAccounts(state);
  if (accounts.state === 'damaged') return [bad(`${accounts.detail} Remove it, then: workplace account --help`)];
  const entries = Object.entries(accounts.value);
  if (entries.length === 0) return [];
  const agent = await readAgentProcess(state, now);
  return [
    ...entries.map(([origin, { accountId, companyName }]) => good(`Account ${accountId} of ${companyName}, ${origin}`)),
    agent === null
      ? bad('Nothing reports by itself, although there is an account. Run: workplace install --agent')
      : good(`Reports by itself (process ${agent.pid}), next at ${agent.nextAt.toISOString()}`),
  ];
}

/** Without a network only one thing is certain: it is later than when this program was made. */
function clockLine(code: string, now: Date): DiagnosticLine {
  const made = statSync(code).mtime;
  return now >= made
    ? good(`Clock ${now.toISOString()}`)
    : bad(`The clock says ${now.toISOString()}, before this program was made. Set date and time of the computer.`);
}

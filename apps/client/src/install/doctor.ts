import { constants, existsSync, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { readDevice } from '../state/device.ts';
import { type Installation, readInstallation } from '../state/installation.ts';
import { readStateFile } from '../state/state-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { CLIENT_VERSION } from '../version.ts';
import { browserPlaces } from './browsers.ts';
import { hostManifestSchema } from './host-manifest.ts';
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
  const installation = await readInstallation(state);
  const lines = [
    good(
      `Workplace ${CLIENT_VERSION}${program.launcher === null ? ' (running from its sources)' : `, ${program.launcher}`}`,
    ),
    await stateLine(state),
    await keysLine(state),
  ];
  if (installation.state === 'damaged') {
    lines.push(bad(`${installation.detail} Remove it and run: workplace install`));
  } else {
    lines.push(...installationLines(installation.value));
    for (const manifest of installation.value.manifests) lines.push(await manifestLine(manifest, installation.value));
    const places = browserPlaces({
      operatingSystem: system.operatingSystem,
      environment: system.environment,
      stateFolder: state.path,
    });
    const strangers = places.filter(
      ({ marker, browser }) =>
        existsSync(marker) && !installation.value.manifests.some((manifest) => manifest.browser === browser),
    );
    // A person who signs in with one browser need not care about the others.
    const isConnected = installation.value.manifests.length > 0;
    lines.push(
      ...strangers.map(({ browser }) => ({ ok: isConnected, text: `${browser} does not know Workplace. ${RERUN}` })),
    );
  }
  lines.push(clockLine(program.code, system.now()));
  if (system.rootFolder !== null) lines.push(bad(`Facts are read below ${system.rootFolder}, which only tests do.`));
  return lines;
}

const RERUN = 'Run `workplace install` again with the command your administrator gave you.';

async function stateLine(state: StateFolder): Promise<DiagnosticLine> {
  const found = await stat(state.path).catch(() => null);
  if (found === null) return bad(`The state folder ${state.path} is missing. ${RERUN}`);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
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

async function keysLine(state: StateFolder): Promise<DiagnosticLine> {
  const read = await readDevice(state);
  return read.ok ? good(`Keys of device ${read.device.deviceId}, kept in a file`) : bad(read.detail);
}

function installationLines({ portals, extensionIds, manifests }: Installation): readonly DiagnosticLine[] {
  return [
    ...portals.map(({ origin }) => good(`Portal ${origin}, server key pinned`)),
    ...(portals.length === 0 ? [bad(`No portal is registered. ${RERUN}`)] : []),
    ...extensionIds.map((id) => good(`Browser extension ${id}`)),
    ...(extensionIds.length === 0 ? [bad(`No browser extension is registered. ${RERUN}`)] : []),
    ...(manifests.length === 0 ? [bad(`No browser knows Workplace. ${RERUN}`)] : []),
  ];
}

async function manifestLine(
  { path, browser }: Installation['manifests'][number],
  { extensionIds }: Installation,
): Promise<DiagnosticLine> {
  const read = await readStateFile(path, hostManifestSchema);
  if (read.state === 'missing') return bad(`${browser}: ${path} is gone. ${RERUN}`);
  if (read.state === 'damaged') return bad(`${browser}: ${path} is not Workplace's any more. ${RERUN}`);
  const isStartable = await access(read.value.path, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isStartable) return bad(`${browser}: ${read.value.path} cannot be started. ${RERUN}`);
  const admitted = [
    ...(read.value.allowed_origins ?? []).map((origin) => origin.replace(/^chrome-extension:\/\/(.*)\/$/, '$1')),
    ...(read.value.allowed_extensions ?? []),
  ];
  const stranger = admitted.find((id) => !extensionIds.includes(id));
  if (stranger !== undefined) return bad(`${browser}: ${path} admits the unknown extension ${stranger}. ${RERUN}`);
  return good(`${browser}: ${path}`);
}

/** Without a network only one thing is certain: it is later than when this program was made. */
function clockLine(code: string, now: Date): DiagnosticLine {
  const made = statSync(code).mtime;
  return now >= made
    ? good(`Clock ${now.toISOString()}`)
    : bad(`The clock says ${now.toISOString()}, before this program was made. Set date and time of the computer.`);
}

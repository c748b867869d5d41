import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { PublicJwk } from '@vestibule/contracts';
import { openDevice } from '../state/device.ts';
import { type Installation, readInstallation, writeInstallation } from '../state/installation.ts';
import { readProvisioning } from '../state/provisioning.ts';
import { readStateFile } from '../state/state-file.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import type { LocalSystem } from '../system/local-system.ts';
import type { Program } from '../system/program.ts';
import { type BrowserPlace, browserPlaces, profilePlace } from './browsers.ts';
import { hostEntryPath, prepareHostEntry } from './host-entry.ts';
import { hostManifest, hostManifestSchema } from './host-manifest.ts';

export interface InstallTools {
  readonly program: Program;
  readonly state: StateFolder;
  readonly system: LocalSystem;
}

export interface InstallRequest {
  /** Null: those of the package alone. */
  readonly portal: { readonly origin: string; readonly serverKey: PublicJwk } | null;
  readonly extensionIds: readonly string[];
  /** A browser's own user-data folder: registers there and nowhere else. */
  readonly browserProfile: string | undefined;
}

export type InstallResult =
  | { readonly ok: true; readonly manifests: Installation['manifests']; readonly deviceId: string }
  | { readonly ok: false; readonly detail: string };

/** Pins the portal's key, makes the device keys, and tells every browser found where the client is. Repeatable. */
export async function install(request: InstallRequest, tools: InstallTools): Promise<InstallResult> {
  const { state, system } = tools;
  await prepareStateFolder(state);
  const device = await openDevice(state, system);
  if (!device.ok) return { ok: false, detail: device.detail };
  const before = await readInstallation(state);
  if (before.state === 'damaged') return { ok: false, detail: `${before.detail} Remove it and run this again.` };

  const packed = await readProvisioning(tools.program);
  if (packed.state === 'damaged') return { ok: false, detail: `${packed.detail} Install the package again.` };
  const packedIds = packed.state === 'read' ? packed.value.extensionIds : [];
  const ownIds = [...new Set([...before.value.extensionIds, ...request.extensionIds])];
  const extensionIds = [...new Set([...ownIds, ...packedIds])];
  const entry = await prepareHostEntry(tools.program, state, system);
  const manifests: Installation['manifests'] = [];
  for (const place of placesFor(request, tools)) {
    const manifest = hostManifest(place.kind, entry, extensionIds);
    if (manifest === null) continue;
    await writeAtomically(place.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
    const { browser, registryKey } = place;
    if (registryKey !== undefined) await addRegistryKey(registryKey, place.manifest, system);
    manifests.push({ path: place.manifest, browser, ...(registryKey === undefined ? {} : { registryKey }) });
  }
  await writeInstallation(state, {
    version: 1,
    portals: addPortal(before.value.portals, request.portal),
    extensionIds: ownIds,
    manifests: [...before.value.manifests.filter((old) => !manifests.some((made) => isSame(old, made))), ...manifests],
  });
  return { ok: true, manifests, deviceId: device.device.deviceId };
}

function addPortal(known: Installation['portals'], added: InstallRequest['portal']): Installation['portals'] {
  return added === null ? known : [...known.filter(({ origin }) => origin !== added.origin), added];
}

/** Takes back what `install` wrote, and nothing else: a manifest that someone changed into another's stays. */
export async function uninstall({ state, system }: InstallTools): Promise<readonly string[]> {
  const installation = await readInstallation(state);
  if (installation.state === 'damaged')
    throw new Error(`${installation.detail} Remove it, run \`workplace install\`, then this again.`);
  const removed: string[] = [];
  for (const { path, registryKey } of installation.value.manifests) {
    if ((await readStateFile(path, hostManifestSchema)).state === 'read') {
      await rm(path, { force: true });
      removed.push(path);
    }
    if (registryKey !== undefined) {
      await system.run({ tool: 'reg', arguments: ['delete', registryKey, '/f'], timeoutMs: REGISTRY_TIMEOUT_MS });
      removed.push(registryKey);
    }
  }
  await rm(hostEntryPath(state), { force: true });
  if (existsSync(state.path)) {
    await writeInstallation(state, { version: 1, portals: [], extensionIds: [], manifests: [] });
  }
  return removed;
}

const REGISTRY_TIMEOUT_MS = 10_000;

function placesFor(request: InstallRequest, { state, system }: InstallTools): readonly BrowserPlace[] {
  if (request.browserProfile !== undefined) return [profilePlace(request.browserProfile)];
  const { operatingSystem, environment } = system;
  return browserPlaces({ operatingSystem, environment, stateFolder: state.path }).filter(({ marker }) =>
    existsSync(marker),
  );
}

async function addRegistryKey(key: string, manifest: string, system: LocalSystem): Promise<void> {
  const added = await system.run({
    tool: 'reg',
    arguments: ['add', key, '/ve', '/t', 'REG_SZ', '/d', manifest, '/f'],
    timeoutMs: REGISTRY_TIMEOUT_MS,
  });
  if (!added.ok || added.value.code !== 0) {
    throw new Error(`The registry key ${key} could not be written: ${added.ok ? added.value.stderr : added.detail}`);
  }
}

function isSame(left: Installation['manifests'][number], right: Installation['manifests'][number]): boolean {
  return left.path === right.path && left.registryKey === right.registryKey;
}

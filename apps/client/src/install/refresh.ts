import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readInstallation } from '../state/installation.ts';
import { readConnections, readProvisioning } from '../state/provisioning.ts';
import { readStateFile } from '../state/state-file.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import { isProtectedInstallation } from '../system/program.ts';
import { browserPlaces, machinePlaces } from './browsers.ts';
import { prepareHostEntry } from './host-entry.ts';
import { type HostManifest, hostManifest, hostManifestSchema } from './host-manifest.ts';
import { install, type InstallTools } from './install.ts';
import { type MachineTools, READABLE_BY_ALL } from './install-machine.ts';

/** A sentence for each browser that could not be told. */
export type Failures = readonly string[];

/**
 * After an update: browsers that this person connected are told what this version tells them, and so are browsers that the
 * version before did not know. Where nothing was connected, nothing is. An extension that the package no longer names is
 * shut out.
 */
export async function refreshForPerson(tools: InstallTools): Promise<Failures> {
  const { program, state, system } = tools;
  const [own, connections] = await Promise.all([readInstallation(state), readConnections(state, program)]);
  if (own.state === 'damaged') return [own.detail];
  if (connections.state === 'damaged') return [connections.detail];
  const { manifests } = own.value;
  if (manifests.length === 0) return [];
  const { operatingSystem, environment } = system;
  const usual = browserPlaces({ operatingSystem, environment, stateFolder: state.path });
  // Who connected one browser profile only wants no others.
  if (manifests.some(({ path }) => usual.some(({ manifest }) => manifest === path))) {
    const installed = await install({ portal: null, extensionIds: [], browserProfile: undefined }, tools);
    if (!installed.ok) return [installed.detail];
  }
  const entry = await prepareHostEntry(program, state, system);
  return failuresOf(manifests, async ({ path }) => {
    const read = await readStateFile(path, hostManifestSchema);
    if (read.state !== 'read') return;
    const kind = read.value.allowed_extensions === undefined ? 'chromium' : 'firefox';
    await write(path, hostManifest(kind, entry, connections.value.extensionIds));
  });
}

/** The same for everyone on this computer. What another person has put into a place of ours stays. */
export async function refreshForEveryone({ program, system }: MachineTools): Promise<Failures> {
  const packed = await readProvisioning(program);
  const { launcher } = program;
  if (packed.state !== 'read' || launcher === null || !isProtectedInstallation(program)) return [NOT_PROTECTED];
  const places = machinePlaces(system.operatingSystem, dirname(program.code));
  const isOurs = (read: HostManifest) => read.path === launcher;
  return failuresOf(places, async ({ manifest, kind }) => {
    const read = await readStateFile(manifest, hostManifestSchema);
    if (read.state === 'damaged' || (read.state === 'read' && !isOurs(read.value))) return;
    await write(manifest, hostManifest(kind, launcher, packed.value.extensionIds));
  });
}

const NOT_PROTECTED = 'This is no installation for everyone that only root can write to.';

async function write(path: string, manifest: HostManifest | null): Promise<void> {
  if (manifest === null) await rm(path, { force: true });
  else await writeAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`, READABLE_BY_ALL);
}

async function failuresOf<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<Failures> {
  const outcomes = await Promise.allSettled(items.map(task));
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
}

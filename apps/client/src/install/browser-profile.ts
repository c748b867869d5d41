import { readConnections } from '../state/provisioning.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import { profilePlace } from './browsers.ts';
import { prepareHostEntry } from './host-entry.ts';
import { hostManifest } from './host-manifest.ts';
import type { InstallTools } from './install.ts';

/**
 * Tells a browser profile of its own where the client is: a Chromium with a folder of its own looks there, and not where the
 * person's other profiles do. Its extension comes by policy, as everywhere on this computer.
 */
export async function prepareProfile(folder: string, { program, state, system }: InstallTools): Promise<void> {
  const connections = await readConnections(state, program);
  if (connections.state === 'damaged') throw new Error(connections.detail);
  const place = profilePlace(folder);
  const entry = await prepareHostEntry(program, state, system);
  const manifest = hostManifest(place.kind, entry, connections.value.extensionIds);
  if (manifest === null) return;
  await writeAtomically(place.manifest, `${JSON.stringify(manifest, null, 2)}\n`, { folderMode: 0o700 });
}

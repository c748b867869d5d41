import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readProvisioning } from '../state/provisioning.ts';
import { readStateFile } from '../state/state-file.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import { type MachinePlace, machinePlaces } from './browsers.ts';
import { hostManifest, hostManifestSchema } from './host-manifest.ts';

export interface MachineTools {
  readonly program: Program;
  readonly system: LocalSystem;
}

export type MachineResult =
  | { readonly ok: true; readonly places: readonly MachinePlace[] }
  | { readonly ok: false; readonly detail: string };

/** Everyone can read what everyone's browser reads. */
export const READABLE_BY_ALL = { mode: 0o644, folderMode: 0o755 };

/**
 * Tells the browsers of everyone on this computer where Workplace is, with what the package brought along. Keys are made
 * per person, when each first signs in. On Windows the package writes the registry itself.
 */
export async function installForEveryone({ program, system }: MachineTools): Promise<MachineResult> {
  const packed = await readProvisioning(program);
  if (packed.state !== 'read') {
    const detail = packed.state === 'damaged' ? packed.detail : 'This program came without a portal of its own.';
    return { ok: false, detail: `${detail} Everyone's Workplace is installed from the package your company made.` };
  }
  const launcher = program.launcher;
  if (launcher === null || !isProtectedInstallation(program)) {
    const detail = `Other people than an administrator can change ${dirname(program.code)}.`;
    return { ok: false, detail: `${detail} Put it where they cannot, such as /opt/workplace, and run this as root.` };
  }
  const places: MachinePlace[] = [];
  for (const place of machinePlaces(system.operatingSystem, dirname(program.code))) {
    const manifest = hostManifest(place.kind, launcher, packed.value.extensionIds);
    if (manifest === null) continue;
    await writeAtomically(place.manifest, `${JSON.stringify(manifest, null, 2)}\n`, READABLE_BY_ALL);
    places.push(place);
  }
  return { ok: true, places };
}

/** Takes back what `installForEveryone` wrote; a manifest that another person put in its place stays. */
export async function uninstallForEveryone({ program, system }: MachineTools): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const { manifest } of machinePlaces(system.operatingSystem, dirname(program.code))) {
    const read = await readStateFile(manifest, hostManifestSchema);
    if (read.state !== 'read' || read.value.path !== program.launcher) continue;
    await rm(manifest, { force: true });
    removed.push(manifest);
  }
  return removed;
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangePort } from '@vestibule/checks';
import type { SoftwareKind, SoftwareManifest, UpdateKey } from '@vestibule/contracts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import { chooseSoftware, NOTHING_SEEN, softwareMemorySchema, withSeen } from './choose-software.ts';
import { installDeb, type Installed } from './deb.ts';
import { installMsi } from './msi.ts';
import { openParcel, receivePackage } from './receive-package.ts';
import { REFUSALS, WRONG_FILE } from './sentences.ts';

/** The system's own installer of each kind. */
const INSTALLERS: Readonly<Record<SoftwareKind, Installer>> = { deb: installDeb, msi: installMsi };

type Installer = (path: string, manifest: SoftwareManifest, system: RootTools['system']) => Promise<Installed>;

/** Where root keeps what was used here, and for a moment the package: no one else can write there. */
export const SOFTWARE_PLACE = '/var/lib/workplace';

export interface RootTools {
  /** Pinned, from a file that only root can write to. */
  readonly keys: readonly UpdateKey[];
  readonly platform: string;
  readonly now: () => Date;
  readonly system: Pick<ChangePort, 'run'>;
  readonly place: string;
}

/**
 * Root's half. It was started by anyone and believes nothing of what comes through the pipe but what a pinned key signed:
 * signature, system, time and what was used here before are looked at before the package is read, and the package is
 * compared in a file of root's own, which is the one that is installed.
 */
export async function installAsRoot(input: AsyncIterable<Buffer>, tools: RootTools): Promise<Installed> {
  const { keys, platform, now, system, place } = tools;
  const parcel = await openParcel(input);
  if (parcel === null) return { ok: false, outcome: 'not-fixed', detail: REFUSALS.malformed };
  await mkdir(place, { recursive: true, mode: 0o700 });
  const memoryFile = join(place, 'software.json');
  const read = await readStateFile(memoryFile, softwareMemorySchema);
  if (read.state === 'damaged') return { ok: false, outcome: 'not-fixed', detail: read.detail };
  const memory = read.state === 'read' ? read.value : NOTHING_SEEN;
  const choice = await chooseSoftware(parcel.document, { keys, platform, now: now(), asked: null, memory });
  if (choice.kind === 'refused') return { ok: false, outcome: 'not-fixed', detail: REFUSALS[choice.code] };
  const { manifest } = choice;
  const folder = await mkdtemp(join(place, 'package-'));
  try {
    const path = join(folder, `package.${manifest.kind}`);
    if (!(await receivePackage(path, parcel.rest(), manifest))) {
      return { ok: false, outcome: 'not-fixed', detail: WRONG_FILE };
    }
    await writeStateFile(memoryFile, withSeen(memory, manifest));
    return await INSTALLERS[manifest.kind](path, manifest, system);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

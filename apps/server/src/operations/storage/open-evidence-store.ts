import { join } from 'node:path';
import type { EvidenceStore } from './evidence-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-settings.ts';

/** The store that the configuration asks for: an S3-compatible one when it is set up, else a folder of the data folder. */
export function openEvidenceStore(options: {
  readonly dataFolder: string;
  readonly objectStore: S3Settings | null;
  readonly now: () => Date;
}): EvidenceStore {
  return options.objectStore === null
    ? createFolderStore(join(options.dataFolder, 'evidence'))
    : createS3Store(options.objectStore, options);
}

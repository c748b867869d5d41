import { parseEvidenceKey } from '../storage/evidence-key.ts';
import type { EvidenceStore } from '../storage/evidence-store.ts';
import { BackupProblem, type BackupProgress, damaged, storeProblem } from './outcome.ts';
import type { BackupReader } from './reader.ts';
import type { Undo } from './undo.ts';

/** So much evidence is on its way at once. */
const AT_ONCE = 8;

/**
 * Puts the evidence of a backup where it belongs. Evidence that is there already, as it is in the backup, is left alone:
 * an object store may have outlived the database.
 * @param undo gets a step for each piece that was put
 * @throws BackupProblem `store_failed`, or `target_not_empty` when other bytes are kept under the same name
 */
export async function restoreEvidence(
  backup: BackupReader,
  store: EvidenceStore,
  undo: Undo[],
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  let done = 0;
  let waiting: { readonly key: string; readonly bytes: Buffer }[] = [];
  const flush = async () => {
    // All of them end before the first failure is told, so that everything that was put can be taken back.
    const settled = await Promise.allSettled(waiting.map(({ key, bytes }) => restorePiece(store, key, bytes, undo)));
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    done += waiting.length;
    waiting = [];
    onProgress({ stage: 'evidence', name: '', done });
  };
  for await (const { description, body } of backup.records()) {
    if (description.type !== 'evidence') continue;
    waiting.push({ key: description.key, bytes: body });
    if (waiting.length === AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
}

async function restorePiece(store: EvidenceStore, name: string, bytes: Buffer, undo: Undo[]): Promise<void> {
  const key = parseEvidenceKey(name);
  if (key === null) throw damaged();
  const found = await store.get(key);
  if (found.ok && found.bytes.equals(bytes)) return;
  if (found.ok) {
    throw new BackupProblem(
      'target_not_empty',
      `The evidence store keeps something else under ${key}. Restore into an empty folder or bucket.`,
    );
  }
  if (found.code !== 'not_found') throw storeProblem(found);
  undo.push(() => store.delete(key));
  const put = await store.put(key, bytes);
  if (!put.ok) throw storeProblem(put);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { NO_COMPANY_ID } from '../../context/no-company.ts';
import { createEvidenceKey } from '../storage/evidence-key.ts';
import type { EvidenceStore, StoreAnswer } from '../storage/evidence-store.ts';
import { type Finding, good, look, wrong } from './finding.ts';

const CHECK = 'Uploads';

/** Writes a small piece of evidence of no one, reads it and takes it away, as the server does with reports. */
export async function lookAtUploads(store: EvidenceStore, place: string, now: Date): Promise<Finding> {
  const key = createEvidenceKey('incoming', { companyId: NO_COMPANY_ID, id: randomUUID(), at: now });
  const bytes = randomBytes(64);
  const next =
    'Reports cannot be kept until this works. Look at the place, and at the settings VESTIBULE_S3_… if there are any.';
  const failed = (doing: string, answer: StoreAnswer): Finding | null =>
    answer.ok ? null : wrong(CHECK, `${place} could not be ${doing}: ${answer.message}`, next);
  const put = failed('written to', await store.put(key, bytes));
  if (put !== null) return put;
  const got = await store.get(key);
  const removed = await store.delete(key);
  const finding = failed('read', got) ?? failed('cleared of what was written', removed);
  if (finding !== null) return finding;
  return got.ok && got.bytes.equals(bytes)
    ? good(CHECK, `${place} was written to, read and cleared.`)
    : wrong(CHECK, `${place} gave back something else than was written.`, next);
}

/** Whether this is done as another user than the server's: what root makes, the server could not write to afterwards. */
export async function isOtherUser(dataFolder: string): Promise<boolean> {
  const owner = await stat(dataFolder).catch(() => null);
  return owner !== null && process.getuid !== undefined && process.getuid() !== owner.uid;
}

export function notTried(check: string, why: 'stranger' | 'no-folder' = 'stranger'): Finding {
  if (why === 'no-folder') {
    return look(check, 'Not tried: there is no data folder.', 'Name the one of the server: --data FOLDER');
  }
  return look(
    check,
    'Not tried: you are not the user whose data folder this is.',
    'Run it as that user: sudo -u USER npx vestibule doctor',
  );
}

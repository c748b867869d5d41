import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MasterKeyState } from '../crypto/master-key-file.ts';
import { NEXT_FOR_MASTER_KEY, sayMasterKey } from '../crypto/watch-master-key.ts';
import { type Finding, wrong } from './finding.ts';

const CHECK = 'Master key';
const NEXT_WITHOUT_SERVER =
  'Copy it from a backup, or from another server over this database: vestibule restore --help';

/**
 * Whether the server finds its master key again after a restart. Nothing is said where it does.
 * @param state as the server itself finds it; null: it cannot be asked
 */
export function lookAtMasterKey(dataFolder: string, state: MasterKeyState | null, isRunning: boolean): Finding[] {
  const path = join(dataFolder, 'master.key');
  if (state !== null) {
    const sentence = sayMasterKey(state, path);
    return sentence === null ? [] : [wrong(CHECK, sentence, NEXT_FOR_MASTER_KEY)];
  }
  const isLost = existsSync(join(dataFolder, 'database')) && !existsSync(path);
  if (!isLost) return [];
  return isRunning
    ? [wrong(CHECK, `The master key ${path} is gone.`, NEXT_FOR_MASTER_KEY)]
    : [wrong(CHECK, `The master key ${path} is gone: no server starts without it.`, NEXT_WITHOUT_SERVER)];
}

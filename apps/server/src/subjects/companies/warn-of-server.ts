import { NEXT_FOR_MASTER_KEY, sayMasterKey } from '../../operations/crypto/watch-master-key.ts';
import { findUpdateKeys, NEXT_FOR_UPDATE_KEYS, sayUpdateKeys } from '../../operations/doctor/look-at-update-keys.ts';
import type { UnwrittenNote } from '../../operations/log/unwritten.ts';
import type { ActingOnInstallation } from '../audit/acting.ts';

/** What is wrong with the server itself: told at the server alone, as it names folders of it. */
export async function warnOfServer({ installation, administrator }: ActingOnInstallation): Promise<string[]> {
  if (administrator.reach !== 'installation') return [];
  const { config, masterKeyFile, unwritten } = installation;
  const keys = await findUpdateKeys(config.dataFolder);
  const masterKey = sayMasterKey(await masterKeyFile.look(), masterKeyFile.path);
  return [
    ...(masterKey === null ? [] : [`${masterKey} ${NEXT_FOR_MASTER_KEY}`]),
    ...unwritten.read().map(sayUnwritten),
    ...(keys.length === 0 ? [] : [`${sayUpdateKeys(keys)} ${NEXT_FOR_UPDATE_KEYS}`]),
  ];
}

function sayUnwritten({ message, times, last }: UnwrittenNote): string {
  const often = times === 1 ? 'once' : `${times} times`;
  return `${message} It happened ${often}, last at ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}

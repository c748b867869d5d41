import {
  createSigningKey as createGrantKey,
  importSigningKey,
  parsePrivateJwk,
  thumbprint,
} from '@vestibule/device-keys';
import { createSecret, loadServerKey } from '../crypto/server-keys.ts';
import { SharedCounters } from '../counting/shared-counters.ts';
import { WindowCounters } from '../counting/window-counters.ts';
import { createCompanyDirectory } from '../../subjects/companies/company-directory.ts';
import { GUESSES_WINDOW_MS } from '../../subjects/people/attempts.ts';
import { ACTIVITY_WINDOW_MS } from '../../subjects/devices/note-activity.ts';
import { REPORTED_WINDOW_MS } from '../../subjects/devices/reported-much.ts';
import { KnownApplications } from '../../context/known-applications.ts';
import type { Installation } from '../../context/server-context.ts';
import { createLifecycleMemory } from '../../subjects/policy/lifecycle/memory.ts';
import { ARRIVALS_WINDOW_MS } from '../../context/note-sign-in.ts';
import { CountedEntries, OF_PEOPLE, OF_STRANGERS } from '../../context/counted-entries.ts';

/**
 * Reads the keys of an installation, or makes them at the first time, and opens the directory of its companies.
 * @param elapsedMs by which what is known of a company grows old; no clock that someone can set
 */
export async function createInstallation(
  parts: Pick<
    Installation,
    | 'config'
    | 'database'
    | 'now'
    | 'masterKey'
    | 'masterKeyFile'
    | 'events'
    | 'evidence'
    | 'unwritten'
    | 'metrics'
    | 'backupWorkFactor'
  >,
  elapsedMs: () => number,
): Promise<Installation> {
  const { database, masterKey, config } = parts;
  const key = (name: string, create: () => Promise<string> | string) =>
    loadServerKey(database, masterKey, name, create);
  const grantJwk = parsePrivateJwk(await key('grants', async () => JSON.stringify(await createGrantKey())));
  const grantKey = await importSigningKey(grantJwk);
  const shared = {
    ...parts,
    secret: Buffer.from(await key('secret', createSecret), 'base64'),
    knownApplications: new KnownApplications(),
    lifecycleMemory: createLifecycleMemory(parts, elapsedMs),
    unsigned: new CountedEntries(OF_STRANGERS),
    repeated: new CountedEntries(OF_PEOPLE),
    activity: new WindowCounters(elapsedMs, ACTIVITY_WINDOW_MS),
    arrivals: new WindowCounters(elapsedMs, ARRIVALS_WINDOW_MS),
    guesses: new SharedCounters('guesses', elapsedMs, GUESSES_WINDOW_MS),
    reported: new WindowCounters(elapsedMs, REPORTED_WINDOW_MS),
    grantKey: { key: grantKey, thumbprint: await thumbprint(grantKey.publicKey) },
  };
  const scheme = config.publicUrl.startsWith('https:') ? 'https:' : 'http:';
  return { ...shared, companies: createCompanyDirectory(shared, { scheme, elapsedMs }) };
}

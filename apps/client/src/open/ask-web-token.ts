import { randomUUID } from 'node:crypto';
import { deviceWebTokenCall } from '@vestibule/contracts';
import { signOpeningProof } from '@vestibule/device-keys';
import { isSafeOrigin, type Web } from '../network/web.ts';
import { readDevice } from '../state/device.ts';
import { findLastingSession } from '../state/sessions.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { LocalSystem } from '../system/local-system.ts';

/** A person waits for the window: a server that takes longer is opened without. */
const LONGEST_WAIT_MS = 5000;

export interface AskTools {
  readonly state: StateFolder;
  readonly system: LocalSystem;
  readonly web: () => Promise<Web>;
}

/**
 * Asks a portal for a web token, where a sign-in lasts in a browser of this computer: by that sign-in's token and a proof
 * signed with the computer's key.
 * @returns null where none lasts, or none was given: the page then asks for a sign-in
 */
export async function askWebToken(portal: string, { state, system, web }: AskTools): Promise<string | null> {
  if (!isSafeOrigin(portal)) return null;
  const session = await findLastingSession(state, portal, system.now());
  if (session === null) return null;
  const opened = await readDevice(state, system);
  if (!opened.ok) return null;
  const { deviceId, keys } = opened.device;
  const { sessionId } = session;
  const proof = await signOpeningProof({ deviceId, sessionId, aud: portal, jti: randomUUID() }, keys.identity);
  const connection = await web();
  try {
    const address = new URL(deviceWebTokenCall.path, portal);
    const asking = connection.call('POST', address, { sessionId, proof }, `JWT ${session.token}`);
    const answer = await Promise.race([asking, afterLongestWait()]);
    const told = deviceWebTokenCall.answers[200].safeParse(answer?.ok === true ? answer.body : null);
    return told.success ? told.data.token : null;
  } finally {
    connection.close();
  }
}

function afterLongestWait(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), LONGEST_WAIT_MS).unref();
  });
}

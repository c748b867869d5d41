import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@vestibule/command-line';
import { enrollTotpCall } from '@vestibule/contracts';
import { openTransport } from '../../../apps/server/src/command-line/transport.ts';
import { codeOf } from '../../../packages/testing/src/authenticator-app.ts';
import { accept, createVisitor } from './visitor.ts';

export const TRIAL_ADMINISTRATOR = {
  login: 'ilse',
  displayName: 'Ilse Brandt',
  password: 'gatehouse-2026',
} as const;

/** The company that the trial comes with; you may have added others since. */
const TRIAL_COMPANY = 'alderbrook';

const fileIn = (dataFolder: string) => join(dataFolder, 'trial-administrator.json');

/** What the server is asked of the trial's company, at the socket in its data folder. */
export async function administerTrial(dataFolder: string) {
  return createClient(await openTransport({ data: dataFolder }), { company: TRIAL_COMPANY, isDryRun: false });
}

/**
 * The trial's administrator, who signs up as everyone does: by an invitation, a password and an authenticator app, whose key
 * lies in the data folder. A second start changes nothing.
 * @returns false where someone else made an account of this name
 */
export async function addTrialAdministrator(gate: string, dataFolder: string): Promise<boolean> {
  const { ask } = await administerTrial(dataFolder);
  const { login, displayName, password } = TRIAL_ADMINISTRATOR;
  const { total } = await ask('adminPeople', { query: { login, limit: '1' } });
  if (total > 0) return (await readKey(dataFolder)) !== null;
  const person = { login, displayName, email: `${login}@alderbrook.example` };
  const { personId } = await ask('adminAddPerson', { body: person });
  if (personId === null) return false;
  await ask('adminSetRole', { parameters: { personId }, body: { role: 'administrator' } });
  const { link } = await ask('adminInvitePerson', { parameters: { personId } });
  if (link === null) return false;
  const visitor = createVisitor(gate);
  try {
    await accept(visitor, link, displayName, password);
    const enrolled = await visitor.ask<{ id: string; secret: string }>(enrollTotpCall.path, {});
    if (enrolled === null) return false;
    const { id, secret } = enrolled;
    await visitor.ask(`${enrollTotpCall.path}/${id}/confirm`, { code: codeOf(secret, new Date()) });
    await writeFile(fileIn(dataFolder), JSON.stringify({ login, secret }), { mode: 0o600 });
  } finally {
    visitor.connection.close();
  }
  return true;
}

/** The key of the administrator's authenticator app. @returns null: there is none in this folder */
export async function readKey(dataFolder: string): Promise<string | null> {
  try {
    const { secret } = JSON.parse(await readFile(fileIn(dataFolder), 'utf8')) as { secret: string };
    return secret;
  } catch {
    return null;
  }
}

import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminClient } from '@vestibule/command-line';
import { type Person, signInOnce } from '../../../bench/src/load/sign-in.ts';
import { administerTrial } from './administrator.ts';
import { createComputer } from './computer.ts';
import { type Member, STAFF } from './staff.ts';
import { accept, createVisitor } from './visitor.ts';

/**
 * The trial's company at work: everyone signs up and signs in to the work application once, from a simulated computer, and
 * then one of them every so often. They are real sign-ins: signed reports, verdicts, responses.
 */
const [gate = '', workApp = '', dataFolder = ''] = process.argv.slice(2);
const EVERY_MS = 45_000;
const PAUSE_MS = 150;
const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
process.on('disconnect', () => process.exit());
const { ask } = await administerTrial(dataFolder);
const here: Person[] = [];
for (const member of STAFF) {
  const person = await signUp(ask, member);
  if (person === null) continue;
  here.push(person);
  await comeToWork(person);
  await sleep(PAUSE_MS);
}
while (here.length > 0) {
  await sleep(EVERY_MS);
  const person = here[Math.floor(Math.random() * here.length)];
  if (person !== undefined) await comeToWork(person);
}
process.disconnect?.();

/** @returns null: they are here from an earlier start, and no one knows their password any more */
async function signUp(call: AdminClient['ask'], member: Member): Promise<Person | null> {
  const { login, displayName, groups } = member;
  const { total } = await call('adminPeople', { query: { login, limit: '1' } });
  if (total > 0) return null;
  const body = { login, displayName, email: `${login}@alderbrook.example`, groups: [...groups] };
  const { personId } = await call('adminAddPerson', { body });
  if (personId === null) return null;
  const { link } = await call('adminInvitePerson', { parameters: { personId } });
  if (link === null) return null;
  const visitor = createVisitor(gate);
  await accept(visitor, link, displayName, randomBytes(12).toString('base64url'));
  return { login, connection: visitor.connection, device: await createComputer(member) };
}

/** Some are kept out, as their computers say; the console shows whom. */
async function comeToWork(person: Person): Promise<void> {
  try {
    await signInOnce(person, { url: gate, workApp }, null);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('There is no permit'))) throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { arrive, goOn, type Person } from '../../../bench/src/load/sign-in.ts';
import { administerTrial } from './administrator.ts';
import { type Computer, createComputer } from './computer.ts';
import { endFirstDay } from './first-day.ts';
import { type Member, STAFF } from './staff.ts';
import { accept, createVisitor, type Visitor } from './visitor.ts';

/**
 * The trial's company at work: everyone signs up and signs in to the work application once, from a simulated computer, and
 * then one of them every so often. They are real sign-ins: signed reports, verdicts, responses. Of those who are kept out, one
 * mends the computer, one asks for access and waits, and one is given it.
 */
const [gate = '', workApp = '', dataFolder = ''] = process.argv.slice(2);
const EVERY_MS = 45_000;
const PAUSE_MS = 150;
const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
process.on('disconnect', () => process.exit());
const { ask } = await administerTrial(dataFolder);
const place = { url: gate, workApp };
const here: Colleague[] = [];
for (const member of STAFF) {
  const colleague = await signUp(member);
  if (colleague === null) continue;
  here.push(colleague);
  const marker = await comeToWork(colleague);
  if (marker !== null) await endFirstDay({ ...colleague, marker, place, ask });
  await sleep(PAUSE_MS);
}
while (here.length > 0) {
  await sleep(EVERY_MS);
  const colleague = here[Math.floor(Math.random() * here.length)];
  if (colleague !== undefined) await comeToWork(colleague);
}
process.disconnect?.();

interface Colleague {
  readonly member: Member;
  readonly personId: string;
  readonly person: Person & { readonly device: Computer };
  readonly visitor: Visitor;
}

/** @returns null: they are here from an earlier start, and no one knows their password any more */
async function signUp(member: Member): Promise<Colleague | null> {
  const { login, displayName, groups } = member;
  const { total } = await ask('adminPeople', { query: { login, limit: '1' } });
  if (total > 0) return null;
  const body = { login, displayName, email: `${login}@alderbrook.example`, groups: [...groups] };
  const { personId } = await ask('adminAddPerson', { body });
  if (personId === null) return null;
  const { link } = await ask('adminInvitePerson', { parameters: { personId } });
  if (link === null) return null;
  const visitor = createVisitor(gate);
  await accept(visitor, link, displayName, randomBytes(12).toString('base64url'));
  const person = { login, connection: visitor.connection, device: await createComputer(member) };
  return { member, personId, person, visitor };
}

/** Some are kept out, as their computers say; the console shows whom. @returns the sign-in of who is, which waits */
async function comeToWork({ person }: Colleague): Promise<string | null> {
  const marker = await arrive(person, place, null);
  try {
    await goOn(person, place, marker, null);
    return null;
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('There is no permit'))) throw error;
    return marker;
  }
}

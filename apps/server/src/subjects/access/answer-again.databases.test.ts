import type { SamlPostData } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../context/server-context.ts';
import { accessGrants, applications, issuedAssertions } from '../../database/schema.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { called } from '../../testing/called.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { grantTemporaryAccess, revokeGrant, type TemporaryAccess } from './temporary-access.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const PREFIX = '/api/device-compliance/v1';
const MINUTE = 60_000;
const origin = { address: '127.0.0.1', correlationId: 'test-test' };

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await configure(company, { temporaryAccess: { maximumPerPerson: 100, maximumHours: 48 } });
});
afterAll(() => server.close());

async function grantTo(person: TestPerson, changes: Partial<TemporaryAccess> = {}) {
  const wanted = { personId: person.id, applicationId: null, hours: 4, reason: 'A test', uses: 1 };
  const by = { overridesStopper: false, grantedBy: called('support') };
  const granted = await grantTemporaryAccess(await server.company(), origin, { ...wanted, ...by, ...changes });
  if (isRefusal(granted)) throw new Error(granted.message);
  return granted;
}

async function signedIn(person: TestPerson): Promise<Visitor> {
  const visitor = new Visitor(server);
  await signInAs(visitor, person);
  return visitor;
}

/** Opens the application again in a browser where someone is signed in, as a person does whose answer was lost. */
async function open(visitor: Visitor): Promise<string> {
  const marker = await visitor.openApplication();
  const found = await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  expect(found.status).toBe(200);
  return marker;
}

const answerTo = (visitor: Visitor, marker: string) =>
  visitor.ask<SamlPostData>(`${PREFIX}/saml-response?loginMarker=${marker}`);

/** @returns the status of the answer to an application that is opened now */
async function enter(visitor: Visitor): Promise<number> {
  const marker = await open(visitor);
  const { body } = await visitor.ask<{ isTempAccessGranted: boolean }>(
    `${PREFIX}/temp-access-info?loginMarker=${marker}`,
  );
  const { status } = await answerTo(visitor, marker);
  // What the page is told and what it then gets are the same.
  expect(body.isTempAccessGranted).toBe(status === 200);
  return status;
}

async function usesLeft(id: string): Promise<number | undefined> {
  const rows = await server.context.database.select().from(accessGrants).where(eq(accessGrants.id, id));
  return rows[0]?.usesLeft;
}

const answersTo = ({ id }: TestPerson) =>
  server.context.database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, id));

describe('an answer by temporary access that was lost', () => {
  test('is given again to the same session that opens the application again, by the same use', async () => {
    const person = await addPerson(company);
    const { id } = await grantTo(person);
    const visitor = await signedIn(person);
    expect(await enter(visitor)).toBe(200);
    expect(await usesLeft(id)).toBe(0);
    expect(await enter(visitor)).toBe(200);
    const answers = await answersTo(person);
    expect(answers.map(({ grantId }) => grantId)).toEqual([id, id]);
    expect(new Set(answers.map(({ assertionId }) => assertionId)).size).toBe(2);
  });

  test('has an audit entry of its own, which says so', async () => {
    const person = await addPerson(company);
    await grantTo(person);
    const visitor = await signedIn(person);
    await enter(visitor);
    await enter(visitor);
    const entries = (await readAudit(company, 8)).filter(({ action }) => action === 'saml-response').slice(0, 2);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(entries.map(({ details }) => details['isAgain'] ?? false)).toEqual([true, false]);
  });

  test('is given five times in all, however many ask at once, and then takes the next use', async () => {
    const person = await addPerson(company);
    const { id } = await grantTo(person, { uses: 2 });
    const visitor = await signedIn(person);
    const markers: string[] = [];
    for (let index = 0; index < 12; index += 1) markers.push(await open(visitor));
    const replies = await Promise.all(markers.map((marker) => answerTo(visitor, marker)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await usesLeft(id)).toBe(0);
    expect(await answersTo(person)).toHaveLength(10);
  });

  test('is not given later, and a later answer makes the time no longer', async () => {
    const person = await addPerson(company);
    await grantTo(person);
    const visitor = await signedIn(person);
    await enter(visitor);
    server.advance(4 * MINUTE);
    expect(await enter(visitor)).toBe(200);
    server.advance(MINUTE + 1);
    expect(await enter(visitor)).toBe(409);
  });

  test('is not given to another session of the same person', async () => {
    const person = await addPerson(company);
    await grantTo(person);
    await enter(await signedIn(person));
    expect(await enter(await signedIn(person))).toBe(409);
  });

  test('is not given for another application', async () => {
    const person = await addPerson(company);
    await grantTo(person);
    const visitor = await signedIn(person);
    const marker = await open(visitor);
    expect((await answerTo(visitor, marker)).status).toBe(200);
    const { database } = server.context;
    const [application] = await database.select().from(applications).where(eq(applications.companyId, company.id));
    if (application === undefined) throw new Error('There is no application.');
    const other = crypto.randomUUID();
    await database.insert(applications).values({ ...application, id: other, entityId: `https://${other}.example` });
    await database
      .update(issuedAssertions)
      .set({ applicationId: other })
      .where(eq(issuedAssertions.personId, person.id));
    expect(await enter(visitor)).toBe(409);
    await database.delete(applications).where(eq(applications.id, other));
  });

  test('is not given once the leave was taken back, or is over', async () => {
    const person = await addPerson(company);
    const granted = await grantTo(person);
    const visitor = await signedIn(person);
    await enter(visitor);
    await revokeGrant(await server.company(), origin, { id: granted.id, revokedBy: called('support') });
    expect(await enter(visitor)).toBe(409);

    const { id } = await grantTo(person);
    expect(await enter(visitor)).toBe(200);
    const { database } = server.context;
    await database.update(accessGrants).set({ expiresAt: server.context.now() }).where(eq(accessGrants.id, id));
    expect(await enter(visitor)).toBe(409);
  });
});

const STEP = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('open' as const), browser: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 2, 6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give' as const), uses: fc.constantFrom(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const) }) },
);

/** What a use is good for, said once more: five answers in one browser within five minutes of when it was taken. */
class Model {
  #uses = 0;
  #now = 0;
  readonly #taken = new Map<number, { readonly at: number; answers: number }>();

  give(uses: number): void {
    this.#uses = uses;
    this.#taken.clear();
  }

  wait(minutes: number): void {
    this.#now += minutes;
  }

  open(browser: number): boolean {
    const taken = this.#taken.get(browser);
    if (taken !== undefined && taken.answers < 5 && this.#now - taken.at <= 5) {
      taken.answers += 1;
      return true;
    }
    if (this.#uses === 0) return false;
    this.#uses -= 1;
    this.#taken.set(browser, { at: this.#now, answers: 1 });
    return true;
  }
}

test('as the model says, whatever comes in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 25 }), async (steps) => {
      const person = await addPerson(company);
      const browsers = [await signedIn(person), await signedIn(person)];
      const model = new Model();
      let grantId: string | null = null;
      const revoke = async (): Promise<void> => {
        if (grantId !== null)
          await revokeGrant(await server.company(), origin, { id: grantId, revokedBy: called('support') });
        grantId = null;
        model.give(0);
      };
      for (const step of steps) {
        if (step.kind === 'wait') {
          server.advance(step.minutes * MINUTE);
          model.wait(step.minutes);
        } else if (step.kind === 'open') {
          const browser = browsers[step.browser] ?? new Visitor(server);
          expect(await enter(browser)).toBe(model.open(step.browser) ? 200 : 409);
        } else {
          await revoke();
          if (step.kind === 'give') {
            grantId = (await grantTo(person, { uses: step.uses })).id;
            model.give(step.uses);
          }
        }
      }
    }),
    { numRuns: propertyRuns(25) },
  );
}, 120_000);

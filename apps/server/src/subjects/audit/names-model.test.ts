import { randomUUID } from 'node:crypto';
import { propertyRuns } from '@vestibule/testing';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { queryRows } from '../../database/query-rows.ts';
import { auditEntries } from '../../database/schema.ts';
import { listTables } from '../../database/tables.ts';
import { findAuditEntries, findAuditPage, findEntriesAbout } from '../../repositories/audit-log.ts';
import { eraseNames } from '../../repositories/audit-names.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { audit } from './audit.ts';

/**
 * The log against a model of it that keeps whole sentences and rewrites each one when a person is erased: generated people
 * are renamed, given the login of another, linked, and erased, in two companies, in any order.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PROVIDERS = [randomUUID(), randomUUID()] as const;
const PEOPLE = 3;

/** What a name may be made of, next to what tells it from all others: signs of SQL, of patterns, of JSON and of our own. */
const name = fc
  .array(
    fc.constantFrom('a', 'b', '%', '_', '\\', '"', "'", '$name', '$parts', '{', '}', '@', ' ', 'é', '中', '🙂', '1'),
    {
      maxLength: 6,
    },
  )
  .map((units) => units.join(''));
const who = fc.nat(PEOPLE - 1);
type Step = { what: string; by: number; to?: number; shape?: number; text?: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('write'), by: who, to: who, shape: fc.nat(5), text: name }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('rename'), by: who, to: who, text: name }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('erase'), by: who }) },
);

interface Someone {
  id: string;
  companyId: string;
  login: string;
  upstreamId: string;
  account: string;
  /** Stands in every name of theirs. */
  mark: string;
  isErased: boolean;
}

/** A word of the model: whose, and what it says. */
interface Word {
  ofId: string | null;
  account: string | null;
  text: string;
}
interface Expected {
  companyId: string;
  actor: Word | null;
  target: Word;
  address: string;
  details: Record<string, Word | string>;
}

function createSomeone(companyId: string): Someone {
  const mark = randomUUID().slice(0, 8);
  const upstreamId = PROVIDERS[companyId < '8' ? 0 : 1];
  return { id: randomUUID(), companyId, login: mark, upstreamId, account: `account-${mark}`, mark, isErased: false };
}

const pseudonymOf = ({ id }: { id: string }) => `erased-${id.slice(0, 8)}`;
const own = ({ id }: Someone, text: string): Word => ({ ofId: id, account: null, text });
const plain = (text: string): Word => ({ ofId: null, account: null, text });

/** What is written, and what the model has of it. */
function write(actor: Someone, target: Someone, shape: number, text: string) {
  const reason = `${target.mark} said ${text}`;
  const by = own(actor, actor.login);
  const to = own(target, target.login);
  const place = { companyId: actor.companyId, address: `192.0.2.${shape}` };
  const asTarget = { id: target.id, login: target.login };
  switch (shape) {
    case 0:
      return {
        event: { actor, target: asTarget, details: { reason, code: 'x' } },
        expected: { ...place, actor: by, target: to, details: { reason: own(target, reason), code: 'x' } },
      };
    case 1:
      return {
        event: { actor, target: 'an application', details: { text: 'plain $name' } },
        expected: { ...place, actor: by, target: plain('an application'), details: { text: 'plain $name' } },
      };
    case 2:
      return {
        event: { actor: null, target: 'a provider', details: { subject: target.account }, of: arrivalAt(target) },
        expected: {
          ...place,
          actor: null,
          target: plain('a provider'),
          details: { subject: { ofId: null, account: target.account, text: target.account } },
        },
      };
    case 3:
      return {
        event: {
          actor,
          target: asTarget,
          details: { personId: target.id, upstreamId: target.upstreamId, subject: target.account },
        },
        expected: {
          ...place,
          actor: by,
          target: to,
          details: {
            personId: own(target, target.id),
            upstreamId: target.upstreamId,
            subject: { ofId: target.id, account: target.account, text: target.account },
          },
        },
      };
    case 4:
      return {
        event: {
          actor,
          target: 'a company',
          details: { personId: target.id, login: target.login, email: `${target.mark}@` },
        },
        expected: {
          ...place,
          actor: by,
          target: plain('a company'),
          details: {
            personId: own(target, target.id),
            login: own(target, target.login),
            email: own(target, `${target.mark}@`),
          },
        },
      };
    default:
      return {
        event: { actor: { id: null, login: 'token 中%' }, target: asTarget, details: {} },
        expected: { ...place, actor: plain('token 中%'), target: to, details: {} },
      };
  }
}

const arrivalAt = ({ upstreamId }: Someone) => ({ subjectId: null, upstreamId, account: null });

function erase(entries: Expected[], one: Someone): void {
  const pseudonym = pseudonymOf(one);
  const eraseWord = (word: Word) => {
    if (word.ofId === one.id || (word.ofId === null && word.account === one.account)) word.text = pseudonym;
  };
  for (const entry of entries) {
    if (entry.actor?.ofId === one.id) entry.address = '';
    for (const word of [entry.actor, entry.target, ...Object.values(entry.details)]) {
      if (word !== null && typeof word !== 'string') eraseWord(word);
    }
  }
}

const shown = (word: Word | string | null) => (word === null || typeof word === 'string' ? word : word.text);

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const selects = listTables().map((table) => sql`select t::text as text from ${sql.identifier(table.name)} t`);
  const rows = await queryRows(
    server.context.database,
    sql.join(selects, sql` union all `),
    z.object({ text: z.string() }),
  );
  return rows.map(({ text }) => text).join('\n');
}

async function run(steps: readonly Step[]): Promise<void> {
  const { database, now } = server.context;
  const companies = [randomUUID(), randomUUID()];
  const people = companies.flatMap((companyId) => Array.from({ length: PEOPLE }, () => createSomeone(companyId)));
  // A person of one company does things in another one too, as who runs several of them does.
  const at = (index: number, order: number) => people[(index + order * PEOPLE) % people.length] as Someone;
  const model: Expected[] = [];
  for (const [order, { what, by, to = 0, shape = 0, text = '' }] of steps.entries()) {
    const [one, other] = [at(by, order), at(to, order)];
    if (what === 'rename') one.login = `${one.mark}${text}`;
    else if (what === 'erase') {
      const person = { ...one, upstreamSubject: one.account };
      await database.transaction((transaction) =>
        eraseNames(transaction, person, { pseudonym: pseudonymOf(one), at: now() }),
      );
      one.isErased = true;
      erase(model, one);
    } else {
      const { event, expected } = write(one, other, shape, text);
      const place = { database, now, company: { id: one.companyId } };
      const origin = { address: expected.address, correlationId: String(order) };
      await audit(place, origin, { action: 'person', outcome: 'done', ...event });
      model.push(structuredClone(expected));
      // No name comes back: what is written later of a person who was erased is under the pseudonym from the start.
      for (const gone of people) if (gone.isErased) eraseLater(model.at(-1), gone);
    }
  }
  for (const companyId of companies) {
    const found = await findAuditEntries(database, eq(auditEntries.companyId, companyId), { isOldestFirst: true });
    const ofCompany = model.filter((entry) => entry.companyId === companyId);
    expect(found.map(({ actor, target, address, details }) => ({ actor, target, address, details }))).toEqual(
      ofCompany.map(({ actor, target, address, details }) => ({
        actor: shown(actor),
        target: shown(target),
        address,
        details: Object.fromEntries(Object.entries(details).map(([key, word]) => [key, shown(word)])),
      })),
    );
    for (const one of people.filter((each) => each.companyId === companyId && !each.isErased)) {
      await compareSearch(
        companyId,
        one,
        ofCompany,
        found.map(({ id }) => id),
      );
    }
  }
}

function eraseLater(entry: Expected | undefined, gone: Someone): void {
  if (entry === undefined) return;
  for (const word of [entry.actor, entry.target, ...Object.values(entry.details)]) {
    if (word !== null && typeof word !== 'string' && word.ofId === gone.id) word.text = pseudonymOf(gone);
  }
}

/** What is found of a person, by their name now and by their id: every entry about them, whatever they were called then. */
async function compareSearch(companyId: string, one: Someone, entries: readonly Expected[], ids: readonly number[]) {
  const { database } = server.context;
  const isOf = (word: Word | string | null) => word !== null && typeof word !== 'string' && word.ofId === one.id;
  const wanted = (is: (entry: Expected) => boolean) => ids.filter((_id, index) => is(entries[index] as Expected));
  const page = { before: undefined, limit: 1000 };
  for (const text of [one.login, one.id]) {
    const named = { text, meant: [{ id: one.id }] };
    const byActor = await findAuditPage(database, companyId, { actor: named }, page);
    expect(byActor.map(({ id }) => id).toReversed()).toEqual(wanted(({ actor }) => isOf(actor)));
    const byTarget = await findAuditPage(database, companyId, { target: named }, page);
    const isAbout = ({ target, details }: Expected) => isOf(target) || Object.values(details).some(isOf);
    expect(byTarget.map(({ id }) => id).toReversed()).toEqual(wanted(isAbout));
  }
  const exported: number[] = [];
  const person = { ...one, upstreamSubject: one.account };
  for await (const some of findEntriesAbout(database, person)) exported.push(...some.map(({ id }) => id));
  const isArrival = (word: Word | string | null) =>
    word !== null && typeof word !== 'string' && word.ofId === null && word.account === one.account;
  const isAny = ({ actor, target, details }: Expected) =>
    [actor, target, ...Object.values(details)].some((word) => isOf(word) || isArrival(word));
  expect(exported).toEqual(wanted(isAny));
}

test('says what a model says that rewrites every sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => run(steps)),
    { numRuns: propertyRuns(200) },
  );
});

test('has no trace of a generated person in any row of any table once they are erased', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 15 }),
      fc.array(name, { maxLength: 4 }),
      async (steps, names) => {
        const { database, now } = server.context;
        const [one, other] = [createSomeone(randomUUID()), createSomeone(randomUUID())];
        const place = { database, now, company: { id: one.companyId } };
        for (const [index, { shape = index % 6, text = '' }] of steps.entries()) {
          one.login = `${one.mark}${names[index % names.length] ?? ''}`;
          const [actor, target] = index % 2 === 0 ? [one, other] : [other, one];
          const { event } = write(actor, target, shape, text);
          const origin = { address: '192.0.2.1', correlationId: String(index) };
          await audit(place, origin, { action: 'person', outcome: 'done', ...event });
        }
        const person = { ...one, upstreamSubject: one.account };
        await database.transaction((transaction) =>
          eraseNames(transaction, person, { pseudonym: 'erased-1', at: now() }),
        );
        expect(await dump()).not.toContain(one.mark);
        const left = await findAuditEntries(database, eq(auditEntries.companyId, one.companyId));
        expect(left).toHaveLength(steps.length);
      },
    ),
    { numRuns: propertyRuns(50) },
  );
});

test('takes what is no text for PostgreSQL, as strangers send it', async () => {
  const { database, now } = server.context;
  const place = { database, now, company: { id: randomUUID() } };
  const details = { code: 'half \uD83D', none: 'a\0b' };
  const event = { action: 'person', outcome: 'refused', actor: { id: randomUUID(), login: '\uDE42' } } as const;
  await audit(place, { address: 'x', correlationId: 'x' }, { ...event, target: 'cut \uD83D', details });
  expect(await findAuditEntries(database, eq(auditEntries.companyId, place.company.id))).toMatchObject([
    { actor: '\uFFFD', target: 'cut \uFFFD', details: { code: 'half \uFFFD', none: 'a\uFFFDb' } },
  ]);
});

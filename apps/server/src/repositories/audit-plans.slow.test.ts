import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { accessGrants } from '../database/schema.ts';
import { findPeopleMeant } from './audit-about.ts';
import { type AuditWanted, findAuditPage } from './audit-log.ts';
import { idOf, openLargeCompany, ROW_ID } from './testing/plans.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: the plans of the audit log are not read.\n');

const COMPANY = randomUUID();
const RARE = 'person-000777';
const PERSON = '00000000-0000-4000-8000-000000000777';
const COMPUTER = '00000000-0000-4000-8000-000000000331';
const GRANT = '00000000-0000-4000-8000-000000000555';

interface Searched extends Omit<AuditWanted, 'actor' | 'target'> {
  readonly actor?: string;
  readonly target?: string;
}

/** The audit log is searched at 100,000 entries and names: nothing may look at all entries. */
describe.skipIf(postgres === null)('with 100,000 audit entries', () => {
  const large = openLargeCompany(postgres?.url ?? 'postgres://localhost', COMPANY);
  const { database, fill, readsWhole } = large;

  beforeAll(async () => {
    await large.fillPeople();
    await fill(
      'audit_names',
      'id, subject_id, text, at',
      `${ROW_ID}, ${ROW_ID}, 'person-' || lpad(n::text, 6, '0'), now()`,
    );
    const personOf = (from: string) => idOf(`(${from})::text`);
    await fill(
      'audit_entries',
      'at, action, outcome, actor, actor_name_id, target, target_name_id, details, name_ids, address, correlation_id',
      // The oldest are of the rare ones: what looks at the newest first does not find them by chance.
      `now() - (100000 - n) * interval '10 seconds',
       case when n = 5 then 'gate' when n % 20 = 3 then 'person' else 'saml-response' end,
       case when n % 17 = 0 then 'refused' else 'done' end,
       case when n = 6 then repeat('long ', 60) || 'end' when n % 20 = 9 then 'token-' || n % 500 end,
       case when n < 5 then ${personOf('777')} when n % 20 <> 9 then ${personOf('1000 + n % 5000')} end,
       case when n < 20 then null when n % 20 < 10 then 'https://app-' || n % 100 || '.example/saml'
         when n % 20 = 11 then ${personOf('n % 2000')}::text end,
       case when n = 8 then ${personOf('777')} when n % 20 = 13 then ${personOf('1000 + n % 5000')} end,
       case when n = 9 then '{"grantId": "${GRANT}"}'::jsonb when n = 10 then '{"of": [{"answer": "The \\"Öne\\" _%"}]}'::jsonb
         else jsonb_build_object('assertionId', 'id-' || n, 'way', 'device', 'role', 'administrator') end,
       case when n in (4, 7) then array[${personOf('777')}] when n % 20 = 3 then array[${personOf('1000 + n % 5000')}] end,
       '192.0.2.1', 'request-' || n`,
    );
    await database.insert(accessGrants).values({
      companyId: COMPANY,
      id: GRANT,
      kind: 'temporary-access',
      personId: PERSON,
      reason: 'laptop',
      grantedBy: 'tomas',
      createdAt: new Date(),
      expiresAt: new Date(),
      usesLeft: 0,
      overridesStopper: false,
    });
    await large.settle();
  });
  afterAll(async () => {
    await large.close();
    await postgres?.stop();
  });

  async function search({ actor, target, ...others }: Searched, limit = 50) {
    const named = async (text: string | undefined) =>
      text === undefined ? undefined : { text, meant: await findPeopleMeant(database, COMPANY, text) };
    const wanted = { ...others, actor: await named(actor), target: await named(target) };
    return findAuditPage(database, COMPANY, wanted, { before: undefined, limit });
  }

  const SEARCHES: readonly [string, Searched, number][] = [
    ['a rare actor', { actor: RARE }, 4],
    ['a rare actor, by id', { actor: PERSON }, 4],
    ['many actors', { actor: 'person-0' }, 50],
    ['no one', { actor: 'no-one-at-all' }, 0],
    ['a token', { actor: 'token-109' }, 50],
    ['the end of a long word', { actor: 'LONG END' }, 1],
    ['a rare person', { target: RARE }, 4],
    ['an application', { target: 'APP-42' }, 50],
    ['a computer', { target: COMPUTER }, 50],
    ['a part of an id', { target: '000331' }, 50],
    ['a text in the details', { target: 'ID-777' }, 1],
    ['a text with signs in the details', { target: 'the "Öne" _%' }, 1],
    ['a word of the details that is in most entries', { target: 'device' }, 50],
    ['the role of who did it', { target: 'administrator' }, 0],
    ['an actor and a target', { actor: RARE, target: RARE }, 1],
    ['a rare action', { action: 'gate' }, 1],
    ['a rare action of many actors', { actor: 'person-0', action: 'gate' }, 1],
    ['a request', { correlationId: 'request-777' }, 1],
  ];

  test.each(SEARCHES)('%s is searched by an index', async (_name, wanted, count) => {
    const whole = await readsWhole(() => search(wanted));
    // Whose names and logins have a text in them is asked of all of them; which entries are theirs, of none but those.
    expect(whole).not.toContain('audit_entries');
    expect(await search(wanted)).toHaveLength(count);
  });

  // There is one company here, so that any of its indexes reads less than the table: each search has to use its own.
  test.each<[string, Searched]>([
    ['audit_entries_actor_name', { actor: RARE }],
    ['audit_entries_actor', { actor: 'long end' }],
    ['audit_entries_target_name', { target: RARE }],
    ['audit_entries_names', { target: RARE }],
    ['audit_entries_target', { target: 'app-42' }],
    ['audit_entries_target_id', { target: COMPUTER }],
    ['audit_entries_details', { target: 'id-777' }],
    ['audit_entries_action', { action: 'gate' }],
  ])('%s finds what it is for', async (index, wanted) => {
    expect(await large.usesIndexes(() => search(wanted))).toContain(index);
  });
});

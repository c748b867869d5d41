import { sql } from 'drizzle-orm';
import { basisOf } from '../../../apps/server/src/subjects/policy/verdicts/basis.ts';
import type { RunningServer } from '../../../apps/server/src/start-server.ts';

/** How large the company of the figures is. */
export interface CompanySize {
  readonly people: number;
  readonly devices: number;
  readonly signIns: number;
  readonly auditEntries: number;
}

const FIRST = [
  'Ada',
  'Björn',
  'Chloé',
  'Dimitri',
  'Elif',
  'Fatou',
  'Grace',
  'Hannah',
  'Ines',
  'Jürgen',
  'Kofi',
  'Lena',
];
const LAST = [
  'Adeyemi',
  'Bauer',
  'Castillo',
  'Dupont',
  'Eriksen',
  'Fischer',
  'García',
  'Hoffmann',
  'Ito',
  'Janssen',
  'Keller',
];

const AT_ONCE = 10_000;

/** SQL of the id of a row. @param kind a digit, so that people and computers have ids of their own */
const idOf = (kind: number, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
/** SQL of one of these, by a number. */
const oneOf = (words: readonly string[], number: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${number}) % ${words.length}]`;

/** What a computer's verdict is, in hundredths of all computers. */
const VERDICT = `case when n % 100 < 84 then 'passed' when n % 100 < 89 then 'in-grace' when n % 100 < 94 then 'stopped'
  when n % 100 < 96 then 'not-checked' when n % 100 < 99 then 'never-reported' else 'retired' end`;
const CHECKS = `case when n % 100 >= 84 and n % 100 < 94 then jsonb_build_object(
    ${oneOf(['FirewallEnable', 'DeviceEncrypted', 'OsAutoUpdateEnable', 'ScreenSaverState'], 'n')},
    jsonb_build_object('state', 'failed', 'holds', case when n % 100 < 89 then 'grace' else 'stops' end,
      'since', to_char(now() - interval '2 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) else '{}'::jsonb end`;

/**
 * Fills the tables of a company that is set up and has no people of its own yet, in the database itself: made by hand, a
 * hundred thousand computers would be as many keys and reports. No report stands behind their verdicts.
 */
export async function fillCompany({ context }: RunningServer, size: CompanySize): Promise<void> {
  const company = await context.companies.only();
  if (company === null) throw new Error('There is no company, or there are several.');
  const { id } = company.company;
  const { text: basis } = await basisOf(company);
  // In pieces: the server gives up a statement that the database does not answer for long.
  const fill = async (table: string, count: number, columns: string, values: string) => {
    for (let from = 1; from <= count; from += AT_ONCE) {
      const rows = `generate_series(${from}, ${Math.min(count, from + AT_ONCE - 1)}) as n`;
      await context.database.execute(
        sql.raw(`insert into ${table} (company_id, ${columns}) select '${id}', ${values} from ${rows}`),
      );
    }
  };
  const person = `1 + n % ${size.people}`;
  const seen = `now() - (n * 37 % 3888000) * interval '1 second'`;
  const name = `${oneOf(FIRST, 'n')} || ' ' || ${oneOf(LAST, 'n / 12')}`;
  await fill(
    'people',
    size.people,
    'id, login, display_name, email, type, groups, created_at',
    `${idOf(1, 'n')}, 'p' || lpad(n::text, 6, '0'), ${name} || ' ' || n, 'p' || n || '@alderbrook.example', 'employee',
     jsonb_build_array('group-' || n % 40, 'everyone'), now() - interval '90 days'`,
  );
  // Before the computers: the server itself would write verdicts of those that have none.
  await fill(
    'device_verdicts',
    size.devices,
    'device_row_id, person_id, verdict, previous, since, checks, is_enforced, operating_system, system_version, client_version, reported_at, basis',
    `${idOf(2, 'n')}, ${idOf(1, person)}, ${VERDICT}, 'passed', now() - (n % 50) * interval '1 day', ${CHECKS}, true,
     ${oneOf(['windows', 'macos', 'linux'], 'n')}, ${oneOf(['Windows 11 Pro', 'macOS 26.1', 'Ubuntu 24.04'], 'n')},
     case when n % 9 = 0 then '3.6.0' else '3.7.0' end, ${seen}, '${basis}'`,
  );
  await fill(
    'devices',
    size.devices,
    'id, device_id, key_thumbprint, identity_key, agreement_key, key_protection, state, person_id, name, operating_system, created_at, last_seen_at',
    `${idOf(2, 'n')}, ${idOf(2, 'n')}, 'key-' || n, '{}', '{}', 'file',
     case when n % 100 = 99 then 'retired' when n % 1000 = 7 then 'waiting' when n % 1000 = 8 then 'blocked' else 'approved' end,
     ${idOf(1, person)}, 'LT-' || lpad(n::text, 6, '0'), ${oneOf(['windows', 'macos', 'linux'], 'n')},
     now() - interval '90 days', case when n % 100 between 96 and 98 then null else ${seen} end`,
  );
  await context.database.execute(
    sql.raw(`insert into person_verdicts (company_id, person_id, verdict, since, is_reached, is_enforced, devices, devices_stopped,
        last_seen_at, basis, is_to_count)
      select '${id}', person_id, min(verdict), max(since), true, true, count(*), count(*) filter (where verdict = 'stopped'),
        max(reported_at), '${basis}', false from device_verdicts where company_id = '${id}' group by person_id
      on conflict do nothing`),
  );
  await fill(
    'sign_ins',
    size.signIns,
    'id, at, expires_at, application_id, protocol, person_id, device_row_id, outcome, stopped_by, ways, took_ms, correlation_id, last_at',
    `${idOf(3, 'n')}, now() - n * interval '8 seconds', now() - n * interval '8 seconds', ${idOf(4, 'n % 30')}, 'saml',
     ${idOf(1, person)}, ${idOf(2, `1 + n % ${size.devices}`)},
     case when n % 500 = 0 then 'access' when n % 20 = 0 then 'stopped' when n % 33 = 0 then 'fixed' else 'through' end,
     case when n % 20 = 0 then array['FirewallEnable'] else '{}' end,
     case when n % 500 = 0 then array['temporary-access'] else '{}' end, 800 + n % 4000, 'request-' || n,
     now() - n * interval '8 seconds'`,
  );
  await fill(
    'audit_names',
    size.people,
    'id, subject_id, text, at',
    `${idOf(5, 'n')}, ${idOf(1, 'n')}, 'p' || lpad(n::text, 6, '0'), now()`,
  );
  await fill(
    'audit_entries',
    size.auditEntries,
    'at, action, outcome, actor_name_id, target, details, address, correlation_id',
    `now() - (${size.auditEntries} - n) * interval '3 seconds', ${oneOf(['saml-response', 'sign-in', 'device-report', 'person', 'device'], 'n')},
     case when n % 17 = 0 then 'refused' else 'done' end, ${idOf(5, person)}, 'https://app-' || n % 30 || '.example/saml',
     jsonb_build_object('assertionId', 'id-' || n, 'way', 'device'), '192.0.2.1', 'request-' || n`,
  );
  await context.database.execute(sql.raw('analyze'));
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEVICE_SORTS, PEOPLE_SORTS } from '@vestibule/contracts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { findRunningDeviceSessions } from './admin-devices.ts';
import { countDevices, type DeviceSort, type DevicesWanted, findDevicesPage } from './device-list.ts';
import type { Place } from './list-pages.ts';
import { countPeopleWanted, findPeoplePage, type PeopleSort, type PeopleWanted } from './people-list.ts';
import { openLargeCompany, ROW_ID } from './testing/plans.ts';
import { countOfOtherBasis, findCompaniesWithDue } from './verdict-queue.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: the plans of lists are not read.\n');

const ROWS = 100_000;
const COMPANY = randomUUID();
const someone = '00000000-0000-4000-8000-000000000777';
const now = new Date();
const DEVICES_WANTED: readonly DevicesWanted[] = [
  { verdict: 'stopped' },
  { verdict: 'retired' },
  { system: 'linux' },
  { clientVersion: '3.6.9' },
  { personId: someone },
  { verdict: 'stopped', system: 'windows', clientVersion: '3.7.0' },
];
const PEOPLE_WANTED: readonly PeopleWanted[] = [
  { verdict: 'stopped' },
  { isEnforced: true },
  { seen: 'never' },
  { seen: new Date(now.getTime() - 14 * 86_400_000) },
  { verdict: 'stopped', isEnforced: false },
  { group: 'group-7', verdict: 'passed' },
];

/** Every list is read at 100,000 people with a computer each: none of them may look at all rows. */
describe.skipIf(postgres === null)('with 100,000 people and computers', () => {
  const large = openLargeCompany(postgres?.url ?? 'postgres://localhost', COMPANY);
  const { database, fill, readsWhole } = large;

  beforeAll(async () => {
    await large.fillPeople();
    await fill(
      'device_sessions',
      'id, web_session_id, person_id, device_row_id, sealed_server_key, expires_at',
      `${ROW_ID}, ${ROW_ID}, ${ROW_ID}, ${ROW_ID}, 'sealed', now() + interval '1 hour'`,
    );
    await fill(
      'device_verdicts',
      `device_row_id, person_id, verdict, previous, since, is_enforced, operating_system, client_version, reported_at, basis`,
      `${ROW_ID}, ${ROW_ID}, case when n % 200 = 0 then 'stopped' when n % 333 = 0 then 'in-grace' else 'passed' end, 'passed',
       date_trunc('milliseconds', now()) - n * interval '1 minute', n % 2 = 0, case when n % 1000 = 0 then 'linux' else 'windows' end,
       case when n % 500 = 0 then '3.6.9' else '3.7.0' end, now() - n * interval '1 second', 'now'`,
    );
    await fill(
      'person_verdicts',
      'person_id, verdict, since, is_reached, is_enforced, devices, devices_stopped, last_seen_at, basis, is_to_count',
      `${ROW_ID}, case when n % 400 = 0 then 'stopped' when n % 333 = 0 then 'in-grace' else 'passed' end,
       now() - n * interval '1 minute', true, n % 300 = 0, 1, 0, case when n % 100 = 0 then null else now() - n * interval '1 second' end,
       'now', false`,
    );
    await large.settle();
  });
  afterAll(async () => {
    await large.close();
    await postgres?.stop();
  });

  const far = (hasMoment: boolean): Place => ({
    at: hasMoment ? new Date(now.getTime() - 50_000_000) : null,
    id: someone,
    total: ROWS,
  });
  const devices = (wanted: DevicesWanted, sort: DeviceSort = '-seen', after: Place | null = null) =>
    findDevicesPage(database, COMPANY, wanted, { sort, after, limit: 50 });
  const people = (wanted: PeopleWanted, sort: PeopleSort = 'login', after: Place | null = null) =>
    findPeoplePage(database, COMPANY, wanted, { sort, after, limit: 50, now });

  test.each(DEVICE_SORTS)('computers are read by an index, sorted by %s', async (sort) => {
    expect(await readsWhole(() => devices({}, sort))).toEqual([]);
    expect(await readsWhole(() => devices({}, sort, far(!sort.endsWith('name'))))).toEqual([]);
    for (const wanted of DEVICES_WANTED) {
      expect([wanted, await readsWhole(() => devices(wanted, sort))]).toEqual([wanted, []]);
    }
  });

  test.each(PEOPLE_SORTS)('people are read by an index, sorted by %s', async (sort) => {
    expect(await readsWhole(() => people({}, sort))).toEqual([]);
    expect(await readsWhole(() => people({}, sort, far(sort.endsWith('seen'))))).toEqual([]);
    for (const wanted of PEOPLE_WANTED) {
      expect([wanted, await readsWhole(() => people(wanted, sort))]).toEqual([wanted, []]);
    }
  });

  test.each([
    ['computers of a person', () => countDevices(database, COMPANY, { personId: someone })],
    ['computers that are stopped', () => countDevices(database, COMPANY, { verdict: 'in-grace' })],
    ['running sessions of a person', () => findRunningDeviceSessions(database, COMPANY, someone, now)],
    ['a person by login', () => countPeopleWanted(database, COMPANY, { login: 'person-000777' }, now)],
    ['people of a group', () => countPeopleWanted(database, COMPANY, { group: 'group-7' }, now)],
    ['companies in which something is due', () => findCompaniesWithDue(database, now)],
    ['what is judged by another basis', () => countOfOtherBasis(database, COMPANY, 'now')],
  ])('%s are found by an index', async (_name, ask) => {
    expect(await readsWhole(ask)).toEqual([]);
  });

  test('a page takes no longer than a person notices, however it is sorted and filtered', async () => {
    const slow: object[] = [];
    const time = async (what: object, ask: () => Promise<unknown>) => {
      // The best of three: the machine of a test does other things as well.
      let took = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run += 1) {
        const begun = performance.now();
        await ask();
        took = Math.min(took, Math.round(performance.now() - begun));
      }
      if (took > 300) slow.push({ ...what, took });
    };
    for (const sort of DEVICE_SORTS) {
      for (const wanted of [{}, ...DEVICES_WANTED]) await time({ sort, wanted }, () => devices(wanted, sort));
    }
    for (const sort of PEOPLE_SORTS) {
      for (const wanted of [{}, ...PEOPLE_WANTED]) await time({ sort, wanted }, () => people(wanted, sort));
    }
    expect(slow).toEqual([]);
  });

  test('pages follow each other without a gap, also where nothing was seen yet', async () => {
    for (const sort of DEVICE_SORTS) {
      const first = await devices({}, sort);
      const last = first.at(-1);
      const second = await devices({}, sort, { at: last?.place ?? null, id: last?.device.id ?? '', total: 0 });
      const both = [...first, ...second].map(({ device }) => device.id);
      const whole = await findDevicesPage(database, COMPANY, {}, { sort, after: null, limit: 100 });
      expect(both).toEqual(whole.map(({ device }) => device.id));
    }
    expect(await countDevices(database, COMPANY, {})).toBe(ROWS);
  });
});

import type { CheckType, DEVICE_SORTS, OperatingSystem, VerdictName } from '@vestibule/contracts';
import { and, count, countDistinct, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { approvedKeys, devices, deviceVerdicts, nameOf, people, seenAtOf } from '../database/schema.ts';
import type { DeviceOfPerson } from './admin-devices.ts';
import type { Device } from './devices.ts';
import { behind, containing, orderOf, type Place, type SortedBy } from './list-pages.ts';
import type { DeviceVerdict } from './verdicts.ts';

export interface DevicesWanted {
  readonly search?: string | undefined;
  readonly state?: Device['state'] | undefined;
  readonly personId?: string | undefined;
  readonly verdict?: VerdictName | undefined;
  readonly system?: OperatingSystem | undefined;
  readonly clientVersion?: string | undefined;
  readonly deadline?: CheckType | undefined;
}

export type DeviceSort = (typeof DEVICE_SORTS)[number];

export interface ListedRow extends DeviceOfPerson {
  readonly displayName: string | null;
  /** Null: it was not judged yet. */
  readonly verdict: DeviceVerdict | null;
  /** The moment of the cursor, by what the list is sorted; null: a name. */
  readonly place: Date | null;
}

const seenAt = seenAtOf(devices);
const utc = (at: Date) => sql`(${at.toISOString()}::timestamptz at time zone 'UTC')`;

function sortedBy(sort: DeviceSort): SortedBy {
  switch (sort) {
    case '-seen':
    case 'seen':
      // The index goes from the newest to the oldest, and of one moment by id.
      return { by: seenAt, id: devices.id, direction: sort === 'seen' ? 'up' : 'down', idWith: 'against' };
    case 'name':
    case '-name':
      return { by: nameOf(devices), id: devices.id, direction: sort === 'name' ? 'up' : 'down', idWith: 'with' };
    case 'since':
    case '-since':
      return {
        by: sql`${deviceVerdicts.since}`,
        id: deviceVerdicts.deviceRowId,
        direction: sort === 'since' ? 'up' : 'down',
        idWith: 'with',
      };
  }
}

/** What a list is compared with behind a place. */
function valueAt(companyId: string, sort: DeviceSort, { at, id }: Place): SQL {
  if (at === null) {
    return sql`(select ${nameOf(devices)} from ${devices} where ${devices.companyId} = ${companyId} and ${devices.id} = ${id})`;
  }
  return sort.endsWith('seen') ? utc(at) : sql`${at.toISOString()}::timestamptz`;
}

const isOfVerdict = and(eq(deviceVerdicts.companyId, devices.companyId), eq(deviceVerdicts.deviceRowId, devices.id));
const ofPerson = and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId));

/** A page of a company’s computers. */
export async function findDevicesPage(
  database: Database,
  companyId: string,
  wanted: DevicesWanted,
  page: { readonly sort: DeviceSort; readonly after: Place | null; readonly limit: number },
): Promise<readonly ListedRow[]> {
  const { sort, after } = page;
  const sorted = sortedBy(sort);
  const isByVerdict = sort.endsWith('since');
  const place = isByVerdict
    ? deviceVerdicts.since
    : sort.endsWith('seen')
      ? sql<Date | null>`${seenAt} at time zone 'UTC'`.mapWith(devices.createdAt)
      : sql<Date | null>`null::timestamptz`;
  const query = database
    .select({
      device: devices,
      login: people.login,
      displayName: people.displayName,
      holder: approvedKeys.keyThumbprint,
      verdict: deviceVerdicts,
      place,
    })
    .from(devices)
    .leftJoin(people, ofPerson)
    .leftJoin(
      approvedKeys,
      and(eq(approvedKeys.companyId, devices.companyId), eq(approvedKeys.deviceId, devices.deviceId)),
    )
    .$dynamic();
  // Sorted or found by the verdict, its index leads; else one that was not judged yet is shown as well.
  const isLed = isByVerdict || isFoundByVerdict(wanted);
  const joined = isLed ? query.innerJoin(deviceVerdicts, isOfVerdict) : query.leftJoin(deviceVerdicts, isOfVerdict);
  return joined
    .where(
      and(
        conditionOf(companyId, wanted),
        isLed ? eq(deviceVerdicts.companyId, companyId) : undefined,
        after === null ? undefined : behind(sorted, valueAt(companyId, sort, after), after.id),
      ),
    )
    .orderBy(...orderOf(sorted))
    .limit(page.limit);
}

/** How many there are on all pages. */
export async function countDevices(database: Database, companyId: string, wanted: DevicesWanted): Promise<number> {
  const query = database.select({ total: count() }).from(devices).$dynamic();
  const withVerdict = isFoundByVerdict(wanted) ? query.innerJoin(deviceVerdicts, isOfVerdict) : query;
  // Only a search asks for what stands at the person.
  const whole = wanted.search === undefined ? withVerdict : withVerdict.leftJoin(people, ofPerson);
  const [counted] = await whole.where(conditionOf(companyId, wanted));
  return counted?.total ?? 0;
}

function isFoundByVerdict({ verdict, system, clientVersion, deadline }: DevicesWanted): boolean {
  return [verdict, system, clientVersion, deadline].some((one) => one !== undefined);
}

function conditionOf(companyId: string, wanted: DevicesWanted): SQL | undefined {
  const { search, state, personId, verdict, system, clientVersion, deadline } = wanted;
  const pattern = search === undefined ? undefined : containing(search);
  return and(
    eq(devices.companyId, companyId),
    state === undefined ? undefined : eq(devices.state, state),
    personId === undefined ? undefined : eq(devices.personId, personId),
    verdict === undefined ? undefined : eq(deviceVerdicts.verdict, verdict),
    system === undefined ? undefined : eq(deviceVerdicts.operatingSystem, system),
    clientVersion === undefined ? undefined : eq(deviceVerdicts.clientVersion, clientVersion),
    deadline === undefined
      ? undefined
      : and(stopsLater, sql`${deviceVerdicts.nextChecks} @> ${JSON.stringify([deadline])}::jsonb`),
    pattern === undefined
      ? undefined
      : or(ilike(devices.name, pattern), ilike(devices.label, pattern), ilike(people.login, pattern)),
  );
}

const stopsLater = eq(deviceVerdicts.nextVerdict, 'stopped');

/** The checks that stop computers from a day to come, the nearest first. */
export async function findDeadlines(database: Database, companyId: string) {
  const checkType = sql<CheckType>`jsonb_array_elements_text(${deviceVerdicts.nextChecks})`.as('check_type');
  const stopped = database
    .select({ checkType, personId: deviceVerdicts.personId, nextAt: deviceVerdicts.nextAt })
    .from(deviceVerdicts)
    .where(and(eq(deviceVerdicts.companyId, companyId), stopsLater))
    .as('stopped');
  const at = sql<Date>`min(${stopped.nextAt})`.mapWith(deviceVerdicts.since);
  return database
    .select({ checkType: stopped.checkType, at, computers: count(), people: countDistinct(stopped.personId) })
    .from(stopped)
    .groupBy(stopped.checkType)
    .orderBy(at, stopped.checkType);
}

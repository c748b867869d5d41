import { type ADMIN_CALLS, type ListedDevice, PAGE_STANDARD } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { countDevices, findDeadlines, findDevicesPage, type ListedRow } from '../../repositories/device-list.ts';
import { countOfOtherBasis } from '../../repositories/verdict-queue.ts';
import { isRefusal, type ServerContext } from '../../context/server-context.ts';
import { basisOf } from '../policy/verdicts/basis.ts';
import { readPlace, writePlace } from '../policy/verdicts/page-place.ts';
import { showVerdict } from '../policy/verdicts/show-verdict.ts';
import { isSecondKey } from './devices.ts';

type DevicesQuery = z.infer<typeof ADMIN_CALLS.adminDevices.query>;

export async function listDevices(context: ServerContext, query: DevicesQuery) {
  const { database, company } = context;
  const { sort = '-seen', limit: wantedLimit, after: wantedPlace, company: _, ...wanted } = query;
  const limit = Number(wantedLimit ?? PAGE_STANDARD);
  const after = readPlace(wantedPlace, sort);
  if (isRefusal(after)) return after;
  const rows = await findDevicesPage(database, company.id, wanted, { sort, after, limit: limit + 1 });
  const total = after?.total ?? (await countDevices(database, company.id, wanted));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const { text: basis } = await basisOf(context);
  return {
    devices: shown.map(describeListed),
    total,
    beingJudged: await countOfOtherBasis(database, company.id, basis),
    next: last === undefined ? null : writePlace(sort, { at: last.place, id: last.device.id, total }),
  };
}

/** Which checks stop computers from a day to come, if nothing changes. */
export async function listDeadlines({ database, company }: ServerContext) {
  const found = await findDeadlines(database, company.id);
  return { deadlines: found.map((one) => ({ ...one, at: one.at.toISOString() })) };
}

export function describeListed(found: Omit<ListedRow, 'place'>): ListedDevice {
  const { device, login, displayName, verdict } = found;
  return {
    id: device.id,
    deviceId: device.deviceId,
    name: device.name,
    label: device.label,
    state: device.state,
    isSecondKey: isSecondKey(found),
    operatingSystem: device.operatingSystem,
    systemVersion: verdict?.systemVersion ?? null,
    clientVersion: verdict?.clientVersion ?? null,
    keyProtection: device.keyProtection,
    login,
    displayName,
    personId: device.personId,
    createdAt: device.createdAt.toISOString(),
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    approvedBy: device.approvedBy,
    ...showVerdict(verdict, device.createdAt),
  };
}

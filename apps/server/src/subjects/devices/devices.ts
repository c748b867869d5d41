import type { ADMIN_CALLS, ErrorCode, Outcome } from '@vestibule/contracts';
import { asWord, type Who } from '../../repositories/audit-words.ts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import {
  type DeviceOfPerson,
  endDeviceSessions,
  findDeviceOfPerson,
  releaseDeviceId,
  takeDeviceId,
  lockDevice,
  updateDevice,
} from '../../repositories/admin-devices.ts';
import { type Device, hasBlockedComputer } from '../../repositories/devices.ts';
import { isDeviceAFactor } from '../settings/factor-rule.ts';
import { findPerson } from '../../repositories/people.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween, isThemselves, mayBeThemselves } from '../audit/acting.ts';
import { judgeExemptDevice } from '../policy/exempt-device.ts';
import { keepsUnknownOut } from '../policy/impact/keeps-unknown-out.ts';

export function isSecondKey({ device, holder }: DeviceOfPerson): boolean {
  return holder !== null && holder !== device.keyThumbprint;
}

type DeviceRefusal = Refusal<'not_found' | 'not_possible'>;

async function findOne({ database, company }: ServerContext, id: string) {
  return (
    (await findDeviceOfPerson(database, company.id, id)) ??
    refuse('not_found', 'There is no such computer in this company.')
  );
}

function refuseChanged(device: Device): Refusal<'not_possible'> {
  return refuse('not_possible', `${nameOf(device)} was changed at this moment. Look at it, and try again.`);
}

/** What entries and messages call a computer. */
export function nameOf({ label, name }: Device): string {
  return label ?? name;
}

/**
 * Approves a computer, beyond any limit of computers per person: someone looked at it. Also one that is known by itself
 * already, which is a second factor by that: where the device check is one, support approves none.
 * @param ownerId whose it is from now on; it may have been shown first by who set it up. Undefined: that stays
 */
export async function approveDevice(
  acting: Acting,
  id: string,
  ownerId?: string,
): Promise<Outcome | DeviceRefusal | Refusal<'role_missing'>> {
  if (acting.administrator.role !== 'administrator' && (await isDeviceAFactor(acting.context))) {
    return refuse(
      'role_missing',
      'Here the device check is a second factor, so approving a computer gives one: only administrators do.',
    );
  }
  const found = await findOne(acting.context, id);
  if (isRefusal(found)) return found;
  const { device } = found;
  const owner = ownerId === undefined || ownerId === device.personId ? null : await findOwner(acting.context, ownerId);
  if (owner !== null && isRefusal(owner)) return owner;
  // Else support would approve its own computer under the name of a colleague.
  if (owner !== null && acting.administrator.role !== 'administrator') {
    return refuse('role_missing', 'Only administrators say that a computer is of another person.');
  }
  const refusal = await checkSupportMayApprove(acting, device.personId);
  if (refusal !== null) return refusal;
  const exempt = device.state === 'approved' ? null : await judgeExemptDevice(acting, device.deviceId);
  if (exempt !== null && exempt.refusal !== null) return exempt.refusal;
  const by = acting.administrator.name;
  if (device.state === 'blocked') return refuse('not_possible', `${nameOf(device)} is blocked. Unblock it first.`);
  if (device.state === 'retired') {
    return refuse('not_possible', `${nameOf(device)} is retired. Set it up again, which makes a new key.`);
  }
  return changeDevice(
    acting,
    found,
    {
      state: 'approved',
      ...(device.state === 'approved' ? { approvedBy: device.approvedBy ?? by } : {}),
      ...(owner === null ? {} : { login: owner.login }),
    },
    {
      newOwner: owner,
      details: { isSecondKey: isSecondKey(found) },
      warnings: [
        ...(exempt?.warnings ?? []),
        ...(owner === null
          ? []
          : [`What ${found.login ?? 'its person'} has open with it ends at once, with its accounts.`]),
        ...(isSecondKey(found)
          ? [
              'Another key holds this device id. It is retired, and whatever it has open ends at once, with its accounts.',
              ...(keepsUnknownOut(acting.context) ? [] : [STILL_LET_IN]),
            ]
          : []),
      ],
      apply: async (transaction, now) => {
        if (now.device.state !== device.state) return refuseChanged(device);
        const at = acting.context.now();
        const ended = await takeDeviceId(transaction, device, { approvedBy: by, now: at });
        if (owner === null) return ended;
        await updateDevice(transaction, device, { personId: owner.id, createdAt: at });
        return [...ended, owner.id, ...(await endSessionsOf(acting, transaction, device, 'ended'))];
      },
    },
  );
}

/** An approval gives access for good: support gives none to themselves, and none past the block of a computer. */
async function checkSupportMayApprove(
  acting: Acting,
  ownerId: string,
): Promise<DeviceRefusal | Refusal<'role_missing'> | null> {
  if (acting.administrator.role === 'administrator') return null;
  if (isThemselves(acting, ownerId)) {
    return refuse('not_possible', 'Support does not approve a computer of their own. Ask a colleague.');
  }
  if (mayBeThemselves(acting, ownerId)) {
    return refuse(
      'not_possible',
      'This token belongs to no person, so its holder could approve a computer of their own. Make one with --owner: vestibule token create --help',
    );
  }
  return (await hasBlockedComputer(acting.context.database, acting.context.company.id, ownerId))
    ? refuse('role_missing', 'A computer of this person is blocked, so only an administrator approves the next one.')
    : null;
}

async function findOwner({ database, company }: ServerContext, id: string) {
  return (
    (await findPerson(database, company.id, id)) ?? refuse('not_found', 'There is no such person in this company.')
  );
}

export async function labelDevice(
  acting: Acting,
  id: string,
  label: string | null,
): Promise<Outcome | Refusal<'not_found'>> {
  const found = await findOne(acting.context, id);
  if (isRefusal(found)) return found;
  return changeDevice(
    acting,
    found,
    { label },
    {
      apply: async (transaction) => {
        await updateDevice(transaction, found.device, { label });
        return [];
      },
    },
  );
}

export async function retireDevice(acting: Acting, id: string): Promise<Outcome | DeviceRefusal> {
  const found = await findOne(acting.context, id);
  if (isRefusal(found)) return found;
  const { device } = found;
  if (device.state === 'blocked') {
    return refuse(
      'not_possible',
      `${nameOf(device)} is blocked, and a retired computer would not be. Unblock it first.`,
    );
  }
  return changeDevice(
    acting,
    found,
    { state: 'retired' },
    {
      warnings: [
        'This key is no longer trusted. Set up the computer again.',
        ...(keepsUnknownOut(acting.context) ? [] : [STILL_LET_IN]),
      ],
      apply: async (transaction, now) => {
        if (now.device.state !== device.state) return refuseChanged(device);
        await updateDevice(transaction, device, { state: 'retired' });
        await releaseDeviceId(transaction, device);
        return endSessionsOf(acting, transaction, device, 'ended');
      },
    },
  );
}

const STILL_LET_IN =
  'The policy does not require known computers, so a retired one still gets in as any other would. To keep it out, block it.';

function endSessionsOf({ context }: Acting, transaction: Database, device: Device, accounts: 'kept' | 'ended') {
  const of = { deviceRowIds: [device.id] };
  return endDeviceSessions(transaction, device.companyId, of, { now: context.now(), accounts });
}

/** A computer that is let in again is what it was, but known only if its key still holds its device id; else it waits. */
export async function setDeviceBlocked(
  acting: Acting,
  id: string,
  { isBlocked, reason }: z.infer<typeof ADMIN_CALLS.adminBlockDevice.body>,
): Promise<Outcome | Refusal<'not_found'>> {
  const found = await findOne(acting.context, id);
  if (isRefusal(found)) return found;
  const { device } = found;
  if (isBlocked === (device.state === 'blocked')) return changeDevice(acting, found, {}, { apply: async () => [] });
  const state = isBlocked ? 'blocked' : stateWhenFreed(found);
  return changeDevice(
    acting,
    found,
    { state },
    {
      details: { reason },
      // Whatever happened to it meanwhile: a block is never lost.
      apply: async (transaction, now) => {
        if (isBlocked === (now.device.state === 'blocked')) return [];
        const stateBeforeBlock = isBlocked ? unblockedStateOf(now.device) : null;
        const newState = isBlocked ? 'blocked' : stateWhenFreed(now);
        await updateDevice(transaction, device, { state: newState, stateBeforeBlock });
        return isBlocked ? endSessionsOf(acting, transaction, device, 'kept') : [];
      },
    },
  );
}

function unblockedStateOf({ state, stateBeforeBlock }: Device) {
  return state === 'blocked' ? stateBeforeBlock : state;
}

function stateWhenFreed({ device, holder }: DeviceOfPerson): 'approved' | 'waiting' | 'retired' {
  if (holder === device.keyThumbprint) return 'approved';
  return device.stateBeforeBlock === 'retired' ? 'retired' : 'waiting';
}

/** Writes, and tells the pages of its person to look, and of the one who had something open that ended with it. */
async function changeDevice<Code extends ErrorCode = never>(
  acting: Acting,
  { device, login }: DeviceOfPerson,
  wanted: Partial<Pick<DeviceOfPerson, 'login'> & Pick<Device, 'state' | 'label' | 'approvedBy'>>,
  {
    details = {},
    newOwner = null,
    warnings = [],
    apply,
  }: {
    readonly details?: Record<string, unknown>;
    readonly newOwner?: Who | null;
    readonly warnings?: readonly string[];
    /** @param now the computer as it stands, locked @returns people whose sessions ended */
    readonly apply: (transaction: Database, now: DeviceOfPerson) => Promise<readonly string[] | Refusal<Code>>;
  },
): Promise<Outcome | Refusal<Code | 'not_found'>> {
  const { context } = acting;
  const changes = changesBetween({ ...device, login }, wanted);
  const concerned = new Set([device.personId]);
  const outcome = await carryOut<Code | 'not_found'>(
    acting,
    {
      action: 'device',
      target: { id: device.personId, login: nameOf(device) },
      changes,
      recorded: changes.map((change) =>
        change.field === 'login' && newOwner !== null ? { ...change, to: asWord(newOwner) } : change,
      ),
      details: { ...details, id: device.id, deviceId: device.deviceId, login },
      warnings: changes.length === 0 ? [] : warnings,
    },
    async (transaction) => {
      const now = await lockDevice(transaction, device);
      if (now === null) return refuse('not_found', 'This computer is gone.');
      const ended = await apply(transaction, now);
      if (isRefusal(ended)) return ended;
      for (const personId of ended) concerned.add(personId);
      return null;
    },
  );
  if (isRefusal(outcome) || outcome.isDryRun || changes.length === 0) return outcome;
  for (const personId of concerned) {
    await context.events.publish({ companyId: context.company.id, personId, subject: 'check-result' });
  }
  return outcome;
}

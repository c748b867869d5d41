import type { Outcome, SeenDevice } from '@vestibule/contracts';
import { type DeviceOfPerson, findSeenWaiting, lockDevice, takeDeviceId } from '../../repositories/admin-devices.ts';
import { isExemptDevice } from './exempt-device.ts';
import { gateStateOf } from './gate/gate-state.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, carryOut } from '../audit/acting.ts';

/** More are approved by doing it once more. */
const AT_ONCE = 5000;

/**
 * Approves every computer that waits and has reported while the gate is report-only, before the policy is enforced. Left out
 * are those whose id another key holds or the policy exempts, and those of people who are blocked or have a blocked computer:
 * each of these is looked at by itself.
 */
export async function approveSeenDevices(
  acting: Acting,
): Promise<(Outcome & { devices: SeenDevice[] }) | Refusal<'not_possible'>> {
  const { context, administrator } = acting;
  if (gateStateOf(context).state !== 'observing') {
    return refuse(
      'not_possible',
      'The gate is enforced, so who comes now was not seen while it was report-only. Approve computers one by one: vestibule device list --state waiting',
    );
  }
  const seen = await findSeenWaiting(context.database, context.company.id, AT_ONCE);
  const found = seen.filter(({ device }) => !isExemptDevice(context, device.deviceId));
  const outcome = await carryOut(
    acting,
    {
      action: 'device',
      target: context.company.name,
      changes: found.length === 0 ? [] : [{ field: 'approved computers', from: null, to: found.length }],
      details: { what: 'approved while report-only', deviceIds: found.map(({ device }) => device.deviceId) },
      warnings: warningsOn(found),
    },
    async (transaction) => {
      for (const { device } of found) {
        const still = await lockDevice(transaction, device);
        if (still?.device.state !== 'waiting' || still.holder !== null) continue;
        await takeDeviceId(transaction, device, { approvedBy: administrator.name, now: context.now() });
      }
      return null;
    },
  );
  if (isRefusal(outcome)) return outcome;
  if (!outcome.isDryRun && found.length > 0) {
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  return { ...outcome, devices: found.map(describe) };
}

function describe({ device, login }: DeviceOfPerson): SeenDevice {
  return {
    id: device.id,
    name: device.label ?? device.name,
    login,
    operatingSystem: device.operatingSystem,
    firstSeenAt: device.createdAt.toISOString(),
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
  };
}

/** A password that was stolen in these days has brought a computer of its own: mostly the second of a person. */
function warningsOn(found: readonly DeviceOfPerson[]): string[] {
  const counts = new Map<string, number>();
  for (const { login } of found) if (login !== null) counts.set(login, (counts.get(login) ?? 0) + 1);
  const several = [...counts].filter(([, count]) => count > 1).map(([login, count]) => `${login} (${count})`);
  return several.length === 0
    ? []
    : [`Ask these people whether each of their computers is theirs: ${several.join(', ')}.`];
}

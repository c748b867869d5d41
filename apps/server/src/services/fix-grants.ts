import { randomUUID } from 'node:crypto';
import { type FixActionType, OWN_LIMITS } from '@vestibule/contracts';
import { BY_ENROLLMENT } from '@vestibule/policy';
import { signGrant } from '@vestibule/device-keys';
import type { Device, DeviceSession } from '../repositories/devices.ts';
import { findNewestReport } from '../repositories/reports.ts';
import { audit } from './audit.ts';
import type { Caller } from './device-session.ts';
import { judge } from './judge.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

/**
 * Leave to run fixes: only those the newest verdict of this session offers, with the values the policy wants, for this
 * device and this portal, for one minute.
 */
export async function createFixGrant(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { session, device }: { readonly session: DeviceSession; readonly device: Device },
  types: readonly FixActionType[],
): Promise<{ readonly grant: string } | Refusal<'fix_not_offered'>> {
  const newest = await findNewestReport(context.database, context.company.id, session.id);
  const offered = newest === null ? [] : judge(context, device, caller.person.login, newest).evaluation.securityChecks;
  const fixActions = offered.flatMap((check) =>
    check.fixAction !== null && check.checkType !== BY_ENROLLMENT && types.includes(check.fixAction.fixActionType)
      ? [check.fixAction]
      : [],
  );
  const isOffered = types.every((type) => fixActions.some((action) => action.fixActionType === type));
  await audit(context, origin, {
    action: 'fix-grant',
    outcome: isOffered ? 'done' : 'refused',
    actor: caller.person.login,
    target: device.deviceId,
    details: { types },
  });
  if (!isOffered) return refuse('fix_not_offered', 'The newest check result does not offer this fix.');
  const grant = await signGrant(
    {
      use: 'fix',
      iss: context.publicUrl,
      deviceId: device.deviceId,
      origin: context.publicUrl,
      exp: Math.floor((context.now().getTime() + OWN_LIMITS.fixGrantLifeMs) / 1000),
      jti: randomUUID(),
      fixActions,
    },
    context.grantKey.key,
    context.grantKey.thumbprint,
  );
  return { grant };
}

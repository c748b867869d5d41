import { randomUUID } from 'node:crypto';
import { type FixActionType, PROGRAM_LIMITS } from '@vestibule/contracts';
import { BY_ENROLLMENT, namesInChecks } from '@vestibule/policy';
import { signGrant } from '@vestibule/device-keys';
import type { Device, DeviceSession } from '../../repositories/devices.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { noteOpen } from './note-open.ts';
import { judge } from '../policy/judge.ts';
import { findOwnOrNewestSignIn } from '../people/own-sign-in.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

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
  const offered =
    newest === null
      ? []
      : (await placesOf(context, caller)).flatMap(
          (place) => judge(context, device, caller.person, newest, place).evaluation.securityChecks,
        );
  const fixActions = offered.flatMap((check) =>
    check.fixAction !== null && check.checkType !== BY_ENROLLMENT && types.includes(check.fixAction.fixActionType)
      ? [check.fixAction]
      : [],
  );
  // Where rules differ by application, the first place decides what is wanted.
  const firsts = fixActions.filter(
    ({ fixActionType }, index) => fixActions.findIndex((action) => action.fixActionType === fixActionType) === index,
  );
  const isOffered = types.every((type) => fixActions.some((action) => action.fixActionType === type));
  await audit(context, origin, {
    action: 'fix-grant',
    outcome: isOffered ? 'done' : 'refused',
    actor: caller.person,
    target: device.deviceId,
    about: isOffered ? types.toSorted().join(' ') : null,
    details: { types },
  });
  if (!isOffered) return refuse('fix_not_offered', 'The newest check result does not offer this fix.');
  await noteOpen(context, origin, caller, {
    isFixAllowed: true,
    step: { kind: 'fix', id: 'fix-allowed', values: { fixes: types } },
  });
  const grant = await signGrant(
    {
      use: 'fix',
      iss: context.publicUrl,
      deviceId: device.deviceId,
      origin: context.publicUrl,
      exp: Math.floor((context.now().getTime() + PROGRAM_LIMITS.fixGrantLifeMs) / 1000),
      jti: randomUUID(),
      fixActions: firsts,
    },
    context.grantKey.key,
    context.grantKey.thumbprint,
  );
  return { grant };
}

/**
 * Where a page may have shown the checks that it asks to fix: the sign-in that waits, the status page, and each application
 * that the policy has rules for, since another tab may lead there.
 */
async function placesOf(context: ServerContext, caller: Caller): Promise<readonly (string | null)[]> {
  const { applications } = namesInChecks(context.policy.policy);
  if (applications.length === 0) return [null];
  const waiting = await findOwnOrNewestSignIn(context, caller, undefined);
  const first = waiting === null || isRefusal(waiting) ? [] : [waiting.application.name];
  return [...first, null, ...applications];
}

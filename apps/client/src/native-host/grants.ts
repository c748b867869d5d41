import { type FixGrant, OWN_LIMITS, type SessionGrant } from '@vestibule/contracts';
import { verifyGrant } from '@vestibule/device-keys';
import { pinnedServerKey } from '../state/installation.ts';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';

interface Grants {
  readonly session: SessionGrant;
  readonly fix: FixGrant;
}

/**
 * Believes a grant only when the server whose key was pinned at installation signed it, for this use, this device and
 * the portal that asks, and when it has not expired. The clock of this computer may be off by the tolerance; it need not
 * tell a grant that is used again, as fixes claim theirs and a session is registered for this very device.
 */
export async function readGrant<Use extends keyof Grants>(
  grant: string,
  use: Use,
  { origin, context }: Call,
): Promise<Result<Grants[Use]>> {
  const [installation, opened] = await Promise.all([context.installation(), context.device()]);
  const serverKey = pinnedServerKey(installation, origin);
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  if (serverKey === null) return fail('origin-not-allowed', 'Workplace does not know this portal.');
  const earliestTime = new Date(context.now().getTime() - OWN_LIMITS.clockToleranceMs);
  const verified = await verifyGrant(grant, serverKey, earliestTime);
  if (!verified.ok) return fail('grant-refused', REFUSALS[verified.code], verified.code);
  const { value } = verified;
  if (value.use !== use) return fail('grant-refused', 'The grant is for something else.');
  if (value.deviceId !== opened.device.deviceId) return fail('grant-refused', 'The grant is for another computer.');
  if (value.origin !== origin) return fail('grant-refused', 'The grant is for another portal.');
  return answer(value as Grants[Use]);
}

const REFUSALS = {
  malformed: 'The grant is not one.',
  altered: 'The grant was not signed by the server that Workplace was installed for.',
  expired: `The clock of this computer is off by more than ${OWN_LIMITS.clockToleranceMs / 60_000} minutes: set it to the right time and try again.`,
} as const;

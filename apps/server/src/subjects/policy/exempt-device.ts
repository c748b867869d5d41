import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import type { Acting } from '../audit/acting.ts';
import { whyNotAlone } from '../audit/second-approver.ts';
import { findExemptions } from './exempt-login.ts';

/** What comes with a device id that the policy exempts: it is only claimed by a client, until its key holds it. */
export interface ExemptDevice {
  /** It is as if anyone who lets another key hold the id exempted that computer. */
  readonly refusal: Refusal<'role_missing'> | null;
  readonly warnings: readonly string[];
}

/** Whether the policy exempts a device id, so that no computer comes by it without an administrator. */
export function isExemptDevice(context: Pick<ServerContext, 'policy' | 'now'>, deviceId: string): boolean {
  return findExemptions(context, { deviceId }).length > 0;
}

/** Looks whether the key of a computer that waits may come to hold its device id. */
export async function judgeExemptDevice(acting: Acting, deviceId: string): Promise<ExemptDevice> {
  const held = findExemptions(acting.context, { deviceId }).map(
    ({ checkType, until }) => `${checkType} until ${until}`,
  );
  if (held.length === 0) return { refusal: null, warnings: [] };
  const what = 'a computer whose device id the policy exempts is approved';
  return {
    refusal:
      acting.administrator.role === 'administrator'
        ? await whyNotAlone(acting, what)
        : refuse('role_missing', 'The policy exempts this device id, so only an administrator approves its computer.'),
    warnings: [`The policy exempts this device id from ${held.join(', ')}: that holds for this computer from now on.`],
  };
}

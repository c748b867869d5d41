import type { Role } from '../../repositories/roles.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import type { Acting } from './acting.ts';

/** Who runs one company takes nothing from those who run all companies of its provider, nor gives it. */
export function whyBeyondReach(
  { administrator }: Pick<Acting, 'administrator'>,
  role: Pick<Role, 'reach'> | null,
): Refusal<'role_missing'> | null {
  return role?.reach === 'msp' && administrator.reach === 'company'
    ? refuse('role_missing', 'This role reaches over all companies of the provider, and yours does not.')
    : null;
}

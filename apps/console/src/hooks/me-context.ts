import {
  ADMIN_ROLES,
  type AdminRole,
  type adminStatusCall,
  type CallBody,
  type mySessionCall,
} from '@vestibule/contracts';
import { createContext, useContext } from 'react';

/** Who is signed in, and as what. */
export interface Me {
  readonly login: string;
  readonly name: string;
  readonly role: AdminRole;
  /** Where the device check is a second factor, an approval gives one: that is for administrators. */
  readonly approvesComputers: boolean;
}

export const MeContext = createContext<Me | null>(null);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('useMe needs a MeContext above it');
  return me;
}

/** @returns null for who runs nothing here */
export function meOf(
  { user, role }: CallBody<typeof mySessionCall>,
  status: CallBody<typeof adminStatusCall> | undefined,
): Me | null {
  if (role === null) return null;
  const approvesComputers = isAtLeast(role, status?.company?.computersApprovedBy ?? 'support');
  return { login: user.userLogin, name: user.userDisplayName, role, approvesComputers };
}

/** Whether a role may do what is for another one. */
export function isAtLeast(role: AdminRole, wanted: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(wanted);
}

import { adminAuditCall, adminGateCall, adminPeopleCall, adminStatusCall, type Call } from '@vestibule/contracts';

/** What is of before when the gate was opened or closed. */
export const ABOUT_GATE: readonly Call[] = [adminGateCall, adminAuditCall, adminPeopleCall, adminStatusCall];

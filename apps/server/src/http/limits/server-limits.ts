import { CONNECTION_LIMITS, type ConnectionLimits } from '../connections/connection-limits.ts';
import { CALL_LIMITS, type CallLimits } from './call-limits.ts';

/** What a server takes from anybody who can reach it. */
export interface ServerLimits {
  readonly connections: ConnectionLimits;
  readonly calls: CallLimits;
}

export const SERVER_LIMITS: ServerLimits = { connections: CONNECTION_LIMITS, calls: CALL_LIMITS };

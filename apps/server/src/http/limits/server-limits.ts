import { DEFAULT_WORK_FACTOR } from '../../operations/backup/age.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../connections/connection-limits.ts';
import { CALL_LIMITS, type CallLimits } from './call-limits.ts';

/** What a server takes from anybody who can reach it, how long it waits for its database, and how often it looks. */
export interface ServerLimits {
  readonly connections: ConnectionLimits;
  readonly calls: CallLimits;
  /** How long PostgreSQL may take for one statement before its connection counts as dead. */
  readonly databaseMs: number;
  /** How often it looks for verdicts that have to be judged again. */
  readonly judgingEveryMs: number;
  /** What each try of a backup’s passphrase costs, as a power of two. */
  readonly backupWorkFactor: number;
}

/** A page waits no longer; the longest statement of an installation with 100,000 computers takes a second or two. */
const DATABASE_MS = 15_000;

const JUDGING_EVERY_MS = 1000;

export const SERVER_LIMITS: ServerLimits = {
  connections: CONNECTION_LIMITS,
  calls: CALL_LIMITS,
  databaseMs: DATABASE_MS,
  judgingEveryMs: JUDGING_EVERY_MS,
  backupWorkFactor: DEFAULT_WORK_FACTOR,
};

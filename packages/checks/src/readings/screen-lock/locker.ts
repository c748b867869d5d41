import type { SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { ScreenLockFact } from './fact.ts';

/** What one program does with the screen when no one touches the computer. */
export type LockerSettings = Pick<ScreenLockFact, 'idleSeconds' | 'asksPassword' | 'graceSeconds'> &
  Partial<Pick<ScreenLockFact, 'managedSettings'>> & {
    /** Programs that it starts to lock, as it names them. */
    readonly starts?: readonly string[];
    /** Those that ask for the password: their rules stand under these names. */
    readonly lockedBy?: readonly string[];
  };

/** A program that watches whether someone is there, and how it is asked what it does. */
export interface Locker {
  /** As the list of processes names it, whole. */
  readonly program: string;
  /** @param words how it was started, without its name */
  readonly read: (
    system: SystemPort,
    words: readonly string[],
    environment: SessionEnvironment,
  ) => Promise<Outcome<LockerSettings>>;
}

/** Locks that never come by themselves. */
export const NEVER: LockerSettings = { idleSeconds: null, asksPassword: false, graceSeconds: 0 };

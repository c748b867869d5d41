import { CHECK_TYPES, type CheckType } from '@vestibule/contracts';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { collectFacts } from '../collect-facts.ts';
import { judgeReading } from '../judge-reading.ts';
import type { SystemPort } from '../system-port.ts';

export type Verdict = 'passed' | 'failed' | 'unknown' | 'not-applicable';
export type Verdicts = Partial<Record<CheckType, Verdict>>;

/** What one kind of computer answers, and what has to be said of it. */
export interface State {
  readonly name: string;
  /** Where its values and formats are described: the expectation was written from there, before the reader was run. */
  readonly origin: string;
  /** The computer that is changed: one on which every check passes (left out), or one on which none does. */
  readonly from?: 'neglected';
  /** Every verdict that the change makes another one. The rest stay as they are. */
  readonly expected: Verdicts;
}

/** Judged by the server, or tried with the samples beside their readers alone. */
const ELSEWHERE: readonly CheckType[] = ['KnownDevice', 'UsbStorageBlocked', 'RemoteLoginOff'];
export const READ_CHECKS = CHECK_TYPES.filter((type) => !ELSEWHERE.includes(type));

export function everyCheck(verdict: Verdict): Verdicts {
  return Object.fromEntries(READ_CHECKS.map((type) => [type, verdict]));
}

/** The verdict of every check that a computer gives a reading for, by the usual values of a policy. */
export async function judgeAll(system: SystemPort): Promise<Verdicts> {
  const facts = await collectFacts(system);
  const context = { operatingSystem: system.operatingSystem, now: system.now() };
  return Object.fromEntries(
    READ_CHECKS.map((type) => {
      const definition = CHECK_DEFINITIONS[type];
      return [type, judgeReading(definition, facts[definition.facts], {}, context).state];
    }),
  );
}

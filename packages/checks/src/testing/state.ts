import { CHECK_TYPES, type CheckType, type OperatingSystem } from '@vestibule/contracts';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { isAskedOn } from '../definition.ts';
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

/** What is read on a computer: not what the server judges by itself, nor what the system does not have. */
function readChecks(operatingSystem: OperatingSystem): readonly CheckType[] {
  return CHECK_TYPES.filter((type) => type !== 'KnownDevice' && isAskedOn(CHECK_DEFINITIONS[type], operatingSystem));
}

export function everyCheck(operatingSystem: OperatingSystem, verdict: Verdict): Verdicts {
  return Object.fromEntries(readChecks(operatingSystem).map((type) => [type, verdict]));
}

/** The verdict of every check that a computer gives a reading for, by the usual values of a policy. */
export async function judgeAll(system: SystemPort): Promise<Verdicts> {
  const facts = await collectFacts(system);
  const context = { operatingSystem: system.operatingSystem, now: system.now() };
  return Object.fromEntries(
    readChecks(system.operatingSystem).map((type) => {
      const definition = CHECK_DEFINITIONS[type];
      return [type, judgeReading(definition, facts[definition.facts], {}, context).state];
    }),
  );
}

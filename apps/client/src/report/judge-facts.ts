import { CHECK_DEFINITIONS, type Judgement, type JudgeContext, judgeReading, renderText } from '@vestibule/checks';
import { CHECK_TYPES, type CheckType, type FixAction } from '@vestibule/contracts';
import type { Facts } from '../facts/fact-source.ts';

export interface JudgedCheck {
  readonly type: CheckType;
  readonly state: 'passed' | 'failed' | 'unknown';
  readonly message: string;
  readonly judgement: Judgement;
}

/** Whether a computer is registered only the server knows. */
export const SERVER_CHECK = 'KnownDevice' satisfies CheckType;

/** Judges every check by its usual parameters. A company's policy may want other values. */
export function judgeFacts(facts: Facts, context: JudgeContext): readonly JudgedCheck[] {
  return CHECK_TYPES.filter((type) => type !== SERVER_CHECK).map((type) => judgeCheck(type, facts, {}, context));
}

/**
 * Judges the check that a fix was for, by the values that the fix was to set; where it takes none, by the usual ones.
 */
export function judgeFixed(action: FixAction, facts: Facts, context: JudgeContext): JudgedCheck {
  const { fixActionType, parameters } = action;
  const wanted = fixActionType === 'ScreenSaverTimeout' ? { maximumSeconds: parameters?.['seconds'] } : {};
  return judgeCheck(fixActionType, facts, wanted, context);
}

function judgeCheck(type: CheckType, facts: Facts, parameters: object, context: JudgeContext): JudgedCheck {
  const definition = CHECK_DEFINITIONS[type];
  const judgement = judgeReading(definition, facts[definition.facts], parameters, context);
  const state = judgement.state === 'not-applicable' ? 'passed' : judgement.state;
  return { type, state, message: renderText(definition, judgement.message), judgement };
}

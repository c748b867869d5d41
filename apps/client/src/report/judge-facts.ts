import {
  CHECK_DEFINITIONS,
  type Judgement,
  type JudgeContext,
  judgeReading,
  renderText,
  type Wording,
} from '@vestibule/checks';
import { CHECK_TYPES, type CheckType, type FixAction } from '@vestibule/contracts';
import type { Facts } from '../facts/fact-source.ts';

export interface JudgedCheck {
  readonly type: CheckType;
  readonly state: 'passed' | 'failed' | 'unknown';
  readonly message: string;
  readonly found: string;
  readonly wanted: string;
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
  return judgeCheck(fixActionType, facts, wantedBy(fixActionType, parameters), context);
}

function wantedBy(type: FixAction['fixActionType'], parameters: FixAction['parameters']): object {
  switch (type) {
    case 'ScreenSaverTimeout':
      return { maximumSeconds: parameters?.['seconds'] };
    case 'RmmAgent':
    case 'FciAgentRunning':
      return parameters?.['agent'] === undefined ? {} : { agents: [parameters['agent']] };
    default:
      return {};
  }
}

function judgeCheck(type: CheckType, facts: Facts, parameters: object, context: JudgeContext): JudgedCheck {
  const definition = CHECK_DEFINITIONS[type];
  const judgement = judgeReading(definition, facts[definition.facts], parameters, context);
  const state = judgement.state === 'not-applicable' ? 'passed' : judgement.state;
  const inEnglish = (wording: Wording) => renderText(definition, wording);
  return {
    type,
    state,
    message: inEnglish(judgement.message),
    found: inEnglish(judgement.found),
    wanted: inEnglish(judgement.wanted),
    judgement,
  };
}

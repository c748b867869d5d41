import { CHECK_DEFINITIONS, type CheckDefinition, type Judgement, type TextRef } from '@vestibule/checks';
import type { CheckType, FixAction, OperatingSystem } from '@vestibule/contracts';
import type { Facts } from '../facts/fact-source.ts';

export interface JudgedCheck {
  readonly type: CheckType;
  readonly state: 'passed' | 'failed' | 'unknown';
  readonly message: string;
  readonly judgement: Judgement | null;
}

interface Context {
  readonly operatingSystem: OperatingSystem;
  readonly now: Date;
}

/** Judges every check by its usual parameters. A company's policy may want other values. */
export function judgeFacts(facts: Facts, context: Context): readonly JudgedCheck[] {
  return CHECK_DEFINITIONS.map((definition) => {
    const { type } = definition;
    const judgement = judgeCheck(definition, facts, {}, context);
    if (judgement === null) return { type, state: 'unknown', message: definition.unknownText, judgement };
    const state = judgement.state === 'not-applicable' ? 'passed' : judgement.state;
    return { type, state, message: renderText(definition, judgement.message), judgement };
  });
}

/**
 * Judges one check.
 * @param wanted values to judge by; the usual ones where they are not this check's
 * @returns null when its facts could not be read
 */
export function judgeCheck(
  definition: CheckDefinition,
  facts: Facts,
  wanted: NonNullable<FixAction['parameters']>,
  context: Context,
): Judgement | null {
  const reading = facts[definition.facts];
  if (reading === undefined || 'unavailable' in reading) return null;
  const value = definition.factSchema.safeParse(reading.value);
  if (!value.success) return null;
  const given = definition.parameters.safeParse(wanted);
  const parameters = given.success ? given.data : definition.parameters.parse({});
  return definition.judge(value.data, parameters, context);
}

export function definitionOf(type: CheckType): CheckDefinition | undefined {
  return CHECK_DEFINITIONS.find((definition) => definition.type === type);
}

/** Writes a text of a check's folder in English. */
export function renderText({ texts }: CheckDefinition, { key, values }: TextRef): string {
  return (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values?.[name] ?? placeholder),
  );
}

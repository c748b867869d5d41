import { type FactReading, say } from '@vestibule/contracts';
import type { CheckDefinition, JudgeContext, Judgement } from './definition.ts';

/**
 * Judges what a report holds for a check, whatever it holds: a fact that is missing, could not be read or has a wrong
 * shape is unknown, with its reason, never a pass and never a fail.
 *
 * @param reading the fact group of `definition.facts`; undefined when the report has none
 * @param parameters values of a policy; those it leaves out take their defaults
 */
export function judgeReading(
  definition: CheckDefinition,
  reading: FactReading | undefined,
  parameters: unknown,
  context: JudgeContext,
): Judgement {
  if (reading === undefined) return unknown('not-reported', say('Nothing was reported'));
  if ('unavailable' in reading) return unknown(reading.unavailable, reading.detail ?? say('No answer'));
  const value = definition.factSchema.safeParse(reading.value);
  if (!value.success) return unknown('malformed', say('An answer of the wrong shape'));
  return definition.judge(value.data, parametersOf(definition, parameters), context);
}

/** The moments at which time alone may change what a check makes of a reading. */
export function momentsOfReading(
  definition: CheckDefinition,
  reading: FactReading | undefined,
  parameters: unknown,
  context: Omit<JudgeContext, 'now'>,
): readonly number[] {
  if (definition.moments === undefined || reading === undefined || 'unavailable' in reading) return [];
  const value = definition.factSchema.safeParse(reading.value);
  if (!value.success) return [];
  const moments = definition.moments(value.data, parametersOf(definition, parameters), context);
  return moments.filter((moment) => Number.isFinite(moment));
}

function parametersOf(definition: CheckDefinition, parameters: unknown): unknown {
  const wanted = definition.parameters.safeParse(parameters ?? {});
  return wanted.success ? wanted.data : definition.parameters.parse({});
}

function unknown(reason: NonNullable<Judgement['reason']>, found: string): Judgement {
  const text = { key: 'unknownText' };
  return { state: 'unknown', reason, message: text, description: text, found, wanted: text };
}

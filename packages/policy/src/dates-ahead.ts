import { CHECK_DEFINITIONS, isAskedOn, momentsOfReading } from '@vestibule/checks';
import { CHECK_TYPES } from '@vestibule/contracts';
import type { EvaluationInput } from './evaluate.ts';
import { policyFor } from './policy-for.ts';
import { rollOutMoments } from './roll-out.ts';

/**
 * The moments to come at which the same report may be judged otherwise by the same policy, because time has passed: grace and
 * exemptions that end, definitions that grow old, releases whose updates end. Between two of them nothing changes.
 */
export function datesAhead(input: EvaluationInput): readonly Date[] {
  const { report, now, login, deviceId, definitions = CHECK_DEFINITIONS, lifecycle } = input;
  const { operatingSystem } = report.device;
  const { groups, applicationName } = input.visit ?? { groups: [], applicationName: null };
  const { checks } = policyFor(input.policy, { operatingSystem, groups, applicationName });
  const moments = CHECK_TYPES.flatMap((type) => {
    const check = checks[type];
    const definition = definitions[type];
    if (check === undefined || check.severity === 'off' || !isAskedOn(definition, operatingSystem)) return [];
    const reading = Object.hasOwn(report.facts, definition.facts) ? report.facts[definition.facts] : undefined;
    const context = { operatingSystem, ...(lifecycle === undefined ? {} : { lifecycle }) };
    return [
      ...rollOutMoments(check, { deviceId, login }),
      ...momentsOfReading(definition, reading, check.parameters, context),
    ];
  });
  return [...new Set(moments)]
    .filter((moment) => moment > now.getTime())
    .toSorted((left, right) => left - right)
    .map((moment) => new Date(moment));
}

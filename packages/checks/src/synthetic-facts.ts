import { CHECK_TYPES, type CheckType, type DeviceReport, type SyntheticLaptop } from '@vestibule/contracts';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { CHECKS } from './checks.ts';
import { isAskedOn } from './definition.ts';
import type { Synthetic } from './synthetic.ts';
import { LOOKS } from './synthetic-looks.ts';

const LAPTOP = 'Synthetic laptop';

/**
 * What a synthetic laptop reports: good facts are good by this very policy, with the agents and products that it accepts.
 * A fact that one check could not read is missing as a whole, as on a real one.
 * @param wanted the parameters that the policy gives a check; undefined where it gives none
 */
export function syntheticFacts(
  laptop: SyntheticLaptop,
  wanted: (type: CheckType) => unknown,
  now: Date,
): DeviceReport['facts'] {
  const synthetic: Synthetic = {
    laptop,
    look: LOOKS[laptop.system],
    now,
    isBad: (type) => laptop.bad.includes(type),
    parametersOf: (type) => parametersIn(type, wanted(type)),
  };
  const unread = new Set(laptop.unread.map((type) => CHECK_DEFINITIONS[type].facts));
  const readAt = now.toISOString();
  return Object.fromEntries(
    CHECK_TYPES.filter((type) => isAskedOn(CHECK_DEFINITIONS[type], laptop.system)).map((type) => {
      const { definition, reading } = CHECKS[type];
      return [
        definition.facts,
        unread.has(definition.facts)
          ? { source: LAPTOP, readAt, unavailable: 'access-denied' as const }
          : { source: LAPTOP, readAt, value: reading.synthetic(synthetic) },
      ];
    }),
  );
}

function parametersIn(type: CheckType, wanted: unknown): Readonly<Record<string, unknown>> {
  const parsed: unknown = CHECK_DEFINITIONS[type].parameters.parse(wanted ?? {});
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

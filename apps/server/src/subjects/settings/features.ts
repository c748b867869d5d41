import { type FeatureFlag, KNOWN_FEATURE_FLAGS, personConfigurationSchema } from '@vestibule/contracts';
import type { Person } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * The flags of one person: those that this product knows, set or not, then what else the company or the person carries. A
 * person's own setting wins over the company's.
 */
export function describeFeatures({ configuration }: ServerContext, person: Person): FeatureFlag[] {
  const own = personConfigurationSchema.parse(person.settings).features;
  const active = new Map<string, boolean>(KNOWN_FEATURE_FLAGS.map((key) => [key, false]));
  for (const features of [configuration.features, own]) {
    for (const [key, isActive] of Object.entries(features)) active.set(key, isActive);
  }
  return [...active].map(([key, isActive]) => ({ key, active: isActive }));
}

/** One flag; one that no one has set is not active. */
export function describeFeature(context: ServerContext, person: Person, key: string): FeatureFlag {
  return describeFeatures(context, person).find((flag) => flag.key === key) ?? { key, active: false };
}

/** The flags as they stand once one is set or, with null, set no longer. */
export function withFeature(
  features: Readonly<Record<string, boolean>>,
  key: string,
  isActive: boolean | null,
): Record<string, boolean> {
  const others = Object.fromEntries(Object.entries(features).filter(([name]) => name !== key));
  return isActive === null ? others : { ...others, [key]: isActive };
}

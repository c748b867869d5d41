import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import { readEnrollments } from '../windows/company.ts';
import { slugOf } from '../windows/values.ts';
import type { ManagementFact } from './definition.ts';

const SOURCE = 'Device management of Windows';

/** How Intune names itself in the registry. */
const INTUNE = 'MS DM Server';

const MAXIMUM = 50;

export const windowsManagement: FactReader = {
  facts: 'management',
  operatingSystem: 'windows',
  read: async (system) => {
    const enrollments = await readEnrollments(system);
    if (!enrollments.ok) return unavailableBecause(system, SOURCE, enrollments);
    const services = enrollments.value.map(({ provider, isEnrolled }) => ({
      id: provider === INTUNE ? 'intune' : slugOf(provider),
      name: provider === INTUNE ? 'Microsoft Intune' : provider.slice(0, 100),
      isEnrolled,
    }));
    const enrolledFirst = services.toSorted((left, right) => Number(right.isEnrolled) - Number(left.isEnrolled));
    return value(system, SOURCE, { services: enrolledFirst.slice(0, MAXIMUM) } satisfies ManagementFact);
  },
  watch: () => [],
};

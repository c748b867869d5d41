import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from './section.ts';
import { numberOrNull, textOrNull } from './values.ts';

const computerSchema = z.object({ partOfDomain: z.boolean() });

const enrollmentsSchema = z.object({
  enrollments: z.array(
    z.object({ provider: textOrNull, state: numberOrNull, hasServer: z._default(z.boolean(), true) }),
  ),
});

const ENROLLED = 1;

/** Whether this computer belongs to a Windows domain. */
export async function isInDomain(system: SystemPort): Promise<Outcome<boolean>> {
  const computer = await readSection(system, 'computer', computerSchema);
  return computer.ok ? { ok: true, value: computer.value.partOfDomain } : computer;
}

interface Enrollment {
  readonly provider: string;
  /** The enrolment is finished, and there is a server that it was made with. */
  readonly isEnrolled: boolean;
}

/**
 * What Windows writes by itself on every computer, as enrolled as a real management: who decides where policies differ, a bridge
 * for Configuration Manager that outlives it, and a second channel that exists next to Intune's own.
 */
const BUILT_IN: ReadonlySet<string> = new Set([
  'local authority',
  'cloud authority',
  'deploy authority',
  'wmi_bridge_sccm_server',
  'microsoft device management',
]);

/**
 * Device managements that name themselves. Windows keeps keys without a provider on every computer, enrolled or not;
 * they say nothing.
 */
export async function readEnrollments(system: SystemPort): Promise<Outcome<readonly Enrollment[]>> {
  const section = await readSection(system, 'enrollments', enrollmentsSchema);
  if (!section.ok) return section;
  return {
    ok: true,
    value: section.value.enrollments.flatMap(({ provider, state, hasServer }) => {
      if (provider === null || BUILT_IN.has(provider.trim().toLowerCase())) return [];
      return [{ provider, isEnrolled: state === ENROLLED && hasServer }];
    }),
  };
}

/**
 * Whether a company decides the settings of this computer. Policies may also be set by tools on a computer that no one
 * manages; there they are the person's own. Where Windows does not say, a company is assumed, so that nothing is changed.
 */
export async function isCompanyComputer(system: SystemPort): Promise<boolean> {
  const [domain, enrollments] = await Promise.all([isInDomain(system), readEnrollments(system)]);
  if (!domain.ok || domain.value || !enrollments.ok) return true;
  return enrollments.value.some(({ isEnrolled }) => isEnrolled);
}

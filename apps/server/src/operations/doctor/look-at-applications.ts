import { type Finding, wrong } from './finding.ts';

/** A work application that is not switched off, as the server describes it. */
export interface ApplicationLook {
  readonly name: string;
  readonly unprotectedAddresses: readonly string[];
}

/** Names the applications that no one gets to while the policy is enforced. */
export function lookAtApplications(applications: readonly ApplicationLook[]): Finding[] {
  return applications
    .filter(({ unprotectedAddresses }) => unprotectedAddresses.length > 0)
    .map(({ name, unprotectedAddresses }) =>
      wrong(
        `Application ${name}`,
        `It is at ${unprotectedAddresses.join(', ')}, without https: while the policy is enforced, no one can open it.`,
        'Give it https and enter its new address: vestibule application set --help',
      ),
    );
}

import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { unprotectedAddressesOf } from '../../settings/application-addresses.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** Which applications stop when the policy is enforced, no matter who asks: browsers do not go where they are. */
export async function noteOnUnprotected({ database, company }: ServerContext): Promise<string[]> {
  const all = await findAllApplications(database, company.id);
  return all.flatMap((application) => {
    const [address] = application.disabledAt === null ? unprotectedAddressesOf(application) : [];
    return address === undefined
      ? []
      : [
          `${application.name} is at ${address}, without https: once the policy is enforced, no one can open it. Give it https and enter its new address: vestibule application set --help`,
        ];
  });
}

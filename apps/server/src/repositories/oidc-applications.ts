import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications } from '../database/schema.ts';
import type { Application } from './companies.ts';

/** An OpenID Connect application that is not switched off. @param clientId kept as the application's entity id */
export async function findOidcApplication(
  database: Database,
  companyId: string,
  clientId: string,
): Promise<Application | null> {
  const rows = await database
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.companyId, companyId),
        eq(applications.entityId, clientId),
        eq(applications.protocol, 'oidc'),
        isNull(applications.disabledAt),
      ),
    );
  return rows[0] ?? null;
}

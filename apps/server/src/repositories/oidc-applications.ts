import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, oidcRecords } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import type { Application } from './companies.ts';

const selectByClientId = statement(
  'oidc_application',
  (database, given: Given<{ companyId: string; clientId: string }>) =>
    database
      .select()
      .from(applications)
      .where(
        and(
          eq(applications.companyId, given.companyId),
          eq(applications.entityId, given.clientId),
          eq(applications.protocol, 'oidc'),
          isNull(applications.disabledAt),
        ),
      ),
);

/** An OpenID Connect application that is not switched off. @param clientId kept as the application's entity id */
export async function findOidcApplication(
  database: Database,
  companyId: string,
  clientId: string,
): Promise<Application | null> {
  const rows = await selectByClientId(database, { companyId, clientId });
  return rows[0] ?? null;
}

/** Where the browser goes when an interaction of the OpenID Connect provider is over, as its client asked. */
export async function findInteractionTarget(
  database: Database,
  companyId: string,
  interactionId: string,
): Promise<string | null> {
  const target = sql<string | null>`${oidcRecords.payload} -> 'params' ->> 'redirect_uri'`;
  const rows = await database
    .select({ target })
    .from(oidcRecords)
    .where(
      and(
        eq(oidcRecords.companyId, companyId),
        eq(oidcRecords.model, 'Interaction'),
        eq(oidcRecords.id, interactionId),
      ),
    );
  return rows[0]?.target ?? null;
}

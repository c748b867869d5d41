import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { applications, companies, people } from '../../../apps/server/src/database/schema.ts';
import type { RunningServer } from '../../../apps/server/src/start-server.ts';
import { type CompanySize, fillCompany } from '../console/fill-company.ts';
import { loginOf, OIDC_CALLBACK, OIDC_CLIENT } from './sign-in.ts';

/** What a company of the trial is given more than the trial has. */
export interface MoreOfCompany {
  readonly people: number;
  /** The policy is judged and stops no one. */
  readonly isReportOnly: boolean;
  /** Filled in the tables: people, computers, sign-ins and entries that no one made. */
  readonly size?: CompanySize;
}

/**
 * Written into the tables: made by hand, a thousand people would be a thousand passwords hashed. They have the password of
 * one of the trial's.
 */
export async function prepareCompany(server: RunningServer, more: MoreOfCompany): Promise<void> {
  const { context } = server;
  const { database, config } = context;
  const [model] = await database.select().from(people).where(eq(people.login, 'nadia'));
  if (model === undefined) throw new Error('The trial has no people.');
  for (let index = 0; index < more.people; index += 1) {
    const login = loginOf(index);
    const own = { id: crypto.randomUUID(), login, email: `${login}@example.com` };
    await database
      .insert(people)
      .values({ ...model, ...own })
      .onConflictDoNothing();
  }
  await database
    .insert(applications)
    .values({
      companyId: model.companyId,
      id: crypto.randomUUID(),
      name: 'Load',
      entityId: OIDC_CLIENT,
      protocol: 'oidc',
      oidcClient: { redirectUris: [OIDC_CALLBACK], authenticationMethod: 'none' },
    })
    .onConflictDoNothing();
  if (more.isReportOnly) {
    const [company] = await database.select().from(companies).where(eq(companies.id, model.companyId));
    const settings = { ...company?.settings, gate: { state: 'observing' } };
    await database.update(companies).set({ settings }).where(eq(companies.id, model.companyId));
    context.companies.forget();
  }
  if (more.size !== undefined) await fillCompany(server, more.size);
  // Someone has to be able to install the client, for computers that report by themselves.
  await mkdir(config.downloadsFolder, { recursive: true });
  await writeFile(join(config.downloadsFolder, 'workplace-3.6.0-x64.msi'), 'an installer');
}

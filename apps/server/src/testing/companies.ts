import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { applications, companies, people, silos } from '../database/schema.ts';
import type { TestServer } from './test-server.ts';
import type { Place } from './visitor.ts';

export interface TestCompany extends Place {
  readonly id: string;
}

/** The trial's company, as a place to visit. */
export async function firstCompany(server: TestServer): Promise<TestCompany> {
  const { company } = await server.company();
  return { url: server.url, port: server.port, context: server.context, id: company.id };
}

/**
 * A further company at a host of its own, with the people and the work application of the first: same logins, same
 * passwords, same application, and not one id in common.
 */
export async function addCompany(server: TestServer, name: string): Promise<TestCompany> {
  const { database } = server.context;
  const first = await firstCompany(server);
  const id = randomUUID();
  const url = `http://${name}.localhost:${new URL(server.url).port}`;
  await database.insert(companies).values({
    id,
    name,
    displayName: `Company ${name}`,
    topLevelDomain: `${name}.example`,
    publicUrl: url,
    support: { phone: `+1 555 ${name}` },
  });
  const staff = await database.select().from(people).where(eq(people.companyId, first.id));
  const places = await database.select().from(applications).where(eq(applications.companyId, first.id));
  await database.insert(people).values(staff.map((person) => ({ ...person, companyId: id, id: randomUUID() })));
  await database
    .insert(applications)
    .values(places.map((place) => ({ ...place, companyId: id, id: randomUUID(), name: `${name} Mail` })));
  server.context.companies.forget();
  return { url, port: server.port, context: server.context, id };
}

/** Sets what an administrator of the company would, and everything else as it is without. */
export async function configure(
  { context, id }: Pick<TestCompany, 'context' | 'id'>,
  settings: Record<string, unknown>,
): Promise<void> {
  await context.database.update(companies).set({ settings }).where(eq(companies.id, id));
  context.companies.forget();
}

/** Gives companies a silo with one further device endpoint. @returns origin of the endpoint */
export async function addSilo(server: TestServer, ofCompanies: readonly TestCompany[]): Promise<string> {
  const { database } = server.context;
  const id = `silo-${randomUUID()}`;
  const url = `http://devices.localhost:${new URL(server.url).port}`;
  await database.insert(silos).values({
    id,
    clientDownloadBasePath: 'https://downloads.example/workplace',
    regions: ['eu'],
    endpoints: [{ id: 'second', url }],
  });
  for (const company of ofCompanies) {
    await database.update(companies).set({ siloId: id }).where(eq(companies.id, company.id));
  }
  server.context.companies.forget();
  return url;
}

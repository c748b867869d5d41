import { randomUUID } from 'node:crypto';
import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import {
  deleteProvider,
  deleteSilo,
  findProviderByName,
  findProviders,
  insertProvider,
  upsertSilo,
} from '../../repositories/admin-companies.ts';
import { findCompanies, findSilos } from '../../repositories/companies.ts';
import { type Installation, type Refusal, refuse } from '../../context/server-context.ts';
import { type ActingOnInstallation, additions, carryOut, changesBetween } from '../audit/acting.ts';

export async function listProviders({ database }: Installation) {
  const [providers, companies] = await Promise.all([findProviders(database), findCompanies(database)]);
  return providers.map(({ id, name }) => ({
    id,
    name,
    companies: companies.flatMap(({ company }) => (company.mspId === id ? [company.name] : [])),
  }));
}

export async function createProvider(
  acting: ActingOnInstallation,
  name: string,
): Promise<Outcome | Refusal<'already_there'>> {
  const refusal = refuse('already_there', `There is a managed-service provider called ${name} already.`);
  if ((await findProviderByName(acting.installation.database, name)) !== null) return refusal;
  return carryOut(
    acting,
    { action: 'provider', target: name, changes: additions({ name }), details: { what: 'created' } },
    async (transaction) => ((await insertProvider(transaction, { id: randomUUID(), name })) ? null : refusal),
  );
}

export async function removeProvider(
  acting: ActingOnInstallation,
  id: string,
): Promise<Outcome | Refusal<'not_found' | 'in_use'>> {
  const found = (await listProviders(acting.installation)).find((provider) => provider.id === id);
  if (found === undefined) return refuse('not_found', 'There is no such managed-service provider.');
  const { name, companies } = found;
  if (companies.length > 0) {
    return refuse(
      'in_use',
      `${name} runs ${companies.join(', ')}. Give these companies another provider, or none, first.`,
    );
  }
  return carryOut(
    acting,
    {
      action: 'provider',
      target: name,
      changes: [{ field: 'name', from: name, to: null }],
      details: { what: 'removed' },
    },
    async (transaction) =>
      (await deleteProvider(transaction, id)) ? null : refuse('in_use', `${name} has got a company meanwhile.`),
  );
}

export async function listSilos({ database }: Installation) {
  const [silos, companies] = await Promise.all([findSilos(database), findCompanies(database)]);
  return silos
    .toSorted((left, right) => left.id.localeCompare(right.id))
    .map((silo) => ({
      ...silo,
      companies: companies.flatMap(({ company }) => (company.siloId === silo.id ? [company.name] : [])),
    }));
}

/** Adds a silo or writes it again. Its endpoints answer the device calls of every company that it serves. */
export async function setSilo(
  acting: ActingOnInstallation,
  id: string,
  wanted: z.infer<typeof ADMIN_CALLS.adminSetSilo.body>,
): Promise<Outcome | Refusal<'request_malformed'>> {
  const { installation } = acting;
  const { protocol } = new URL(installation.config.publicUrl);
  const endpoints = wanted.endpoints.map((endpoint) => ({ ...endpoint, url: new URL(endpoint.url).origin }));
  const wrong = wanted.endpoints.find(({ url }) => new URL(url).protocol !== protocol || new URL(url).pathname !== '/');
  if (wrong !== undefined) {
    return refuse(
      'request_malformed',
      `body.endpoints: ${wrong.url} is not an address of ${protocol}// without a path.`,
    );
  }
  for (const name of ['id', 'url'] as const) {
    if (new Set(endpoints.map((endpoint) => endpoint[name])).size !== endpoints.length) {
      return refuse('request_malformed', `body.endpoints: two of them have the same ${name}.`);
    }
  }
  const before = (await listSilos(installation)).find((silo) => silo.id === id);
  return carryOut(
    acting,
    {
      action: 'silo',
      target: id,
      changes: changesBetween({ ...before }, { ...wanted, endpoints }),
      details: { what: before === undefined ? 'created' : 'changed', companies: before?.companies ?? [] },
    },
    async (transaction) => {
      await upsertSilo(transaction, { id, ...wanted, endpoints });
      return null;
    },
  );
}

export async function removeSilo(
  acting: ActingOnInstallation,
  id: string,
): Promise<Outcome | Refusal<'not_found' | 'in_use'>> {
  const found = (await listSilos(acting.installation)).find((silo) => silo.id === id);
  if (found === undefined) return refuse('not_found', `There is no silo called ${id}.`);
  if (found.companies.length > 0) {
    return refuse('in_use', `The silo serves ${found.companies.join(', ')}. Take these companies out of it first.`);
  }
  return carryOut(
    acting,
    {
      action: 'silo',
      target: id,
      changes: [{ field: 'endpoints', from: found.endpoints, to: null }],
      details: { what: 'removed' },
    },
    async (transaction) =>
      (await deleteSilo(transaction, id)) ? null : refuse('in_use', 'The silo has got a company meanwhile.'),
  );
}

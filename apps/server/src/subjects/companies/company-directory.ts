import { companyConfigurationSchema } from '@vestibule/contracts';
import type { Database } from '../../database/open.ts';
import {
  type CompanyInSilo,
  findCompany,
  findCompanyByName,
  findCompanyByUrl,
  findCompanies,
} from '../../repositories/companies.ts';
import { findGeneration } from '../../repositories/company-lock.ts';
import { findSamlKeys, storeSamlKey } from '../../repositories/saml-keys.ts';
import { createSigningKey, loadSigningKey } from '../../protocols/saml/index.ts';
import { loadOffered } from '../devices/software/offered.ts';
import { loadPolicy } from '../policy/policies.ts';
import type { CompanyDirectory, Installation, SamlKeys, ServerContext } from '../../context/server-context.ts';
import { createShortMemory } from '../../context/short-memory.ts';

/**
 * Finds the company a request is for. What is set for a company holds for every call that asks how new its memory is (`asOf`),
 * and reaches every server within this time.
 */
const KNOWN_FOR_MS = 2000;
/** Each company is known by its host, its id and its name. */
const MAXIMUM_KNOWN = 10_000;

export function createCompanyDirectory(
  installation: Omit<Installation, 'companies'>,
  { scheme, elapsedMs }: { readonly scheme: 'http:' | 'https:'; readonly elapsedMs: () => number },
): CompanyDirectory {
  const { database } = installation;
  const known = createShortMemory<ServerContext>({ elapsedMs, keptForMs: KNOWN_FOR_MS, maximum: MAXIMUM_KNOWN });
  const signingKeys = new Map<string, ReturnType<typeof loadSigningKey>>();
  const directory: CompanyDirectory = {
    byHost: (host) => remember(`host ${host}`, () => findCompanyByUrl(database, `${scheme}//${host}`)),
    byId: (id) => remember(`id ${id}`, () => findCompany(database, id)),
    byName: (name) => remember(`name ${name}`, () => findCompanyByName(database, name)),
    only: async () => {
      const [first, ...others] = await findCompanies(database);
      return first === undefined || others.length > 0 ? null : directory.byId(first.company.id);
    },
    asOf: async (context, read) => {
      const { id } = context.company;
      const generation = read ?? (await findGeneration(database, id));
      if (generation === null || context.company.generation >= generation) return context;
      // Of calls at once, the first has it read and the others find it read.
      const remembered = await directory.byId(id);
      if (remembered !== null && remembered.company.generation >= generation) return remembered;
      directory.forget();
      return (await directory.byId(id)) ?? context;
    },
    forget: () => {
      known.forget();
      installation.lifecycleMemory.forget();
    },
  };

  function remember(key: string, find: () => Promise<CompanyInSilo | null>): Promise<ServerContext | null> {
    return known.recall(key, async () => {
      const found = await find();
      return found === null ? null : load(found);
    });
  }

  async function load({ company, silo }: CompanyInSilo): Promise<ServerContext> {
    // One after the other: set-up asks within a transaction, and a connection answers one question at a time.
    const policy = await loadPolicy(database, company.id);
    const lifecycle = await installation.lifecycleMemory.read();
    const samlKeys = await loadSamlKeys(installation, company.id, company.publicUrl, signingKeys);
    const software = await loadOffered(database, company.id, installation.config.softwareKeys);
    return {
      ...installation,
      companies: directory,
      company,
      silo,
      configuration: companyConfigurationSchema.parse(company.settings),
      publicUrl: company.publicUrl,
      policy,
      lifecycle: lifecycle.data,
      software,
      samlKeys,
    };
  }
  return directory;
}

/** Reads a company's keys, or makes the first one. Of several servers that start at once, one makes it. */
async function loadSamlKeys(
  { database, masterKey, now }: Omit<Installation, 'companies'>,
  companyId: string,
  publicUrl: string,
  loaded: Map<string, ReturnType<typeof loadSigningKey>>,
): Promise<SamlKeys> {
  let rows = await findSamlKeys(database, companyId);
  if (rows.length === 0) {
    const text = await createSigningKey(new URL(publicUrl).hostname, now());
    await storeFirstKey(database, companyId, masterKey.seal(text, companyId), now());
    rows = await findSamlKeys(database, companyId);
  }
  const keyOf = (row: (typeof rows)[number]) => {
    const inMemory = loaded.get(row.id) ?? loadSigningKey(masterKey.unseal(row.sealed, row.id));
    loaded.set(row.id, inMemory);
    return inMemory;
  };
  const active = rows.find(({ state }) => state === 'active');
  if (active === undefined) throw new Error(`The company ${companyId} has no key that signs.`);
  return { active: keyOf(active), published: [active, ...rows.filter((row) => row !== active)].map(keyOf) };
}

async function storeFirstKey(database: Database, companyId: string, sealed: string, createdAt: Date): Promise<void> {
  // The first key carries the company's own id, so that two servers cannot both make one.
  await storeSamlKey(database, { companyId, id: companyId, state: 'active', sealed, createdAt });
}

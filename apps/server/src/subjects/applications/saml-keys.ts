import { randomUUID } from 'node:crypto';
import type { Outcome } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { activateSamlKey, findAllSamlKeys, retireSamlKey } from '../../repositories/admin-saml-keys.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { type SamlKeyRow, storeSamlKey } from '../../repositories/saml-keys.ts';
import { createSigningKey, loadSigningKey } from '../../protocols/saml/index.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, additions, carryOut, changesBetween } from '../audit/acting.ts';

/** Applications that read the metadata take both; more would only grow every one of their copies. */
const PUBLISHED_MAXIMUM = 3;
/** Within this time many applications have not read the metadata again. */
const SETTLED_MS = 24 * 3_600_000;
const TOO_NEW =
  'The key is less than a day old: applications that have not read the metadata since refuse what it signs, and no one gets in there.';

export async function listSamlKeys(context: ServerContext) {
  const rows = await findAllSamlKeys(context.database, context.company.id);
  return rows.map((row) => describe(context, row));
}

function describe({ masterKey }: ServerContext, row: SamlKeyRow) {
  const { keyId, certificatePem, notAfter } = loadSigningKey(masterKey.unseal(row.sealed, row.id));
  return {
    id: row.id,
    thumbprint: keyId,
    certificate: certificatePem,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: notAfter.toISOString(),
  };
}

/** Makes the next key. It is published at once and signs nothing, so that applications can take it before it does. */
export async function addSamlKey(
  acting: Acting,
): Promise<(Outcome & { keyId: string | null; thumbprint: string | null }) | Refusal<'not_possible'>> {
  const { context } = acting;
  const { database, company, masterKey, publicUrl, now } = context;
  const whyNot = async (place: Database) => {
    const published = (await findAllSamlKeys(place, company.id)).filter(({ state }) => state !== 'retired');
    return published.length < PUBLISHED_MAXIMUM
      ? null
      : refuse('not_possible', `${published.length} keys are published already. Retire one that signs no longer.`);
  };
  const refusal = await whyNot(database);
  if (refusal !== null) return refusal;
  const id = randomUUID();
  const text = await createSigningKey(new URL(publicUrl).hostname, now());
  const { keyId: thumbprint, notAfter } = loadSigningKey(text);
  const outcome = await carryOut<'not_possible'>(
    acting,
    {
      action: 'saml-key',
      target: thumbprint,
      changes: additions({ state: 'published', expiresAt: notAfter.toISOString() }),
      details: { what: 'added', id },
      warnings: [
        'Give the work applications that do not read the metadata by themselves the new one, then activate the key.',
      ],
    },
    async (transaction) => {
      await lockCompany(transaction, company.id);
      const tooMany = await whyNot(transaction);
      if (tooMany !== null) return tooMany;
      const sealed = masterKey.seal(text, id);
      await storeSamlKey(transaction, { companyId: company.id, id, state: 'published', sealed, createdAt: now() });
      return null;
    },
  );
  if ('refused' in outcome) return outcome;
  return outcome.isDryRun ? { ...outcome, keyId: null, thumbprint: null } : { ...outcome, keyId: id, thumbprint };
}

async function findKey({ database, company }: ServerContext, id: string): Promise<SamlKeyRow | Refusal<'not_found'>> {
  const row = (await findAllSamlKeys(database, company.id)).find((key) => key.id === id);
  return row ?? refuse('not_found', 'There is no such key in this company.');
}

/** @param isEarly every application has the new metadata already, so that a key of today may sign */
export async function activateKey(
  acting: Acting,
  id: string,
  isEarly: boolean,
): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const { context } = acting;
  const row = await findKey(context, id);
  if ('refused' in row) return row;
  const refusal = refuse('not_possible', 'This key was retired: applications do not know it any more.');
  if (row.state === 'retired') return refusal;
  const isNew = context.now().getTime() - row.createdAt.getTime() < SETTLED_MS;
  const changes = changesBetween({ state: row.state }, { state: 'active' });
  if (isNew && changes.length > 0 && !isEarly && !acting.isDryRun) {
    const from = new Date(row.createdAt.getTime() + SETTLED_MS).toISOString().slice(0, 16).replace('T', ' ');
    return refuse(
      'not_possible',
      `Nothing was changed: ${TOO_NEW} Wait until ${from} UTC, or give each application the new metadata and say --early.`,
    );
  }
  return carryOut(
    acting,
    {
      action: 'saml-key',
      target: describe(context, row).thumbprint,
      changes,
      details: { what: 'activated', id },
      warnings: isNew && changes.length > 0 ? [TOO_NEW] : [],
    },
    async (transaction) => ((await activateSamlKey(transaction, context.company.id, id)) ? null : refusal),
  );
}

export async function retireKey(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const { context } = acting;
  const row = await findKey(context, id);
  if ('refused' in row) return row;
  const refusal = refuse('not_possible', 'This key signs. Activate another one first.');
  if (row.state === 'active') return refusal;
  return carryOut(
    acting,
    {
      action: 'saml-key',
      target: describe(context, row).thumbprint,
      changes: changesBetween({ state: row.state }, { state: 'retired' }),
      details: { what: 'retired', id },
      warnings: [
        'Applications take it out when they read the metadata again: what it signed in the last minutes may be refused.',
      ],
    },
    async (transaction) => ((await retireSamlKey(transaction, context.company.id, id)) ? null : refusal),
  );
}

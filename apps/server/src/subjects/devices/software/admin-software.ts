import { isDeepStrictEqual } from 'node:util';
import type { Outcome, ShownSoftware, SignedDocument, SoftwareManifest } from '@vestibule/contracts';
import { softwareManifestSchema } from '@vestibule/contracts';
import { verifySoftware } from '@vestibule/device-keys';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { findPackageFile, isPackage } from '../../../operations/downloads/software-files.ts';
import { findPeopleByIds } from '../../../repositories/admin-people.ts';
import { asWord } from '../../../repositories/audit-words.ts';
import { findPersonByLogin } from '../../../repositories/people.ts';
import { findRole } from '../../../repositories/roles.ts';
import {
  addSoftwareRow,
  approveSoftwareRow,
  findSoftware,
  removeSoftwareRow,
  type SoftwareRow,
} from '../../../repositories/software.ts';
import { type Acting, additions, carryOut } from '../../audit/acting.ts';

/** Everything that was added, with what keeps it from computers. */
export async function listSoftware(context: ServerContext): Promise<{ software: ShownSoftware[]; keys: string[] }> {
  const rows = await findSoftware(context.database, context.company.id);
  const ids = rows.flatMap(({ addedById, approvedById }) => [
    addedById,
    ...(approvedById === null ? [] : [approvedById]),
  ]);
  const people = await findPeopleByIds(context.database, context.company.id, [...new Set(ids)]);
  const loginOf = (id: string | null) => people.find((person) => person.id === id)?.login ?? null;
  const shown = await Promise.all(
    rows.map(async (row): Promise<ShownSoftware | null> => {
      const manifest = manifestIn(row.document);
      if (manifest === null) return null;
      const { format: _, ...said } = manifest;
      return {
        ...said,
        state: await stateOf(context, row, manifest),
        addedBy: loginOf(row.addedById),
        addedAt: row.addedAt.toISOString(),
        approvedBy: loginOf(row.approvedById),
        approvedAt: row.approvedAt?.toISOString() ?? null,
      };
    }),
  );
  const { softwareKeys } = context.config;
  return { software: shown.filter((one) => one !== null), keys: softwareKeys.map(({ x }) => x) };
}

async function stateOf(
  { config, now }: ServerContext,
  { id, document, approvedAt }: SoftwareRow,
  manifest: SoftwareManifest,
): Promise<ShownSoftware['state']> {
  const verified = await verifySoftware(document, config.softwareKeys);
  if (!verified.ok || verified.value.id !== id) return 'unsigned';
  if (Date.parse(manifest.notAfter) <= now().getTime()) return 'over';
  if ((await findPackageFile(config.dataFolder, manifest)) === null) return 'file-missing';
  return approvedAt === null ? 'waits-for-approval' : 'offered';
}

/**
 * Adds what an offline key signed. Only who sits at the server gets here; it serves nothing before someone else approves it.
 * @param by login of the administrator who adds it
 */
export async function addSoftware(
  acting: Acting,
  document: SignedDocument,
  by: string,
): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const { context, companyId, isDryRun } = acting;
  const { config, database, now } = context;
  if (config.softwareKeys.length === 0) {
    return no('No key is set that signs software here: VESTIBULE_SOFTWARE_KEYS.');
  }
  const verified = await verifySoftware(document, config.softwareKeys);
  if (!verified.ok) {
    return no(
      verified.code === 'altered'
        ? 'None of the keys that are set here signed it (VESTIBULE_SOFTWARE_KEYS), or it was changed since.'
        : 'It is not whole, or no signed software that this version reads.',
    );
  }
  const manifest = verified.value;
  if (Date.parse(manifest.notAfter) <= now().getTime()) return no(`It was to be installed until ${manifest.notAfter}.`);
  const person = await findPersonByLogin(database, companyId, by);
  const role = person === null ? null : await findRole(database, companyId, person.id);
  if (person === null || role?.role !== 'administrator') {
    return refuse('not_found', `${by} is no administrator of this company: name the login of the one who adds it.`);
  }
  const path = await findPackageFile(config.dataFolder, manifest);
  if (!isDryRun && (path === null || !(await isPackage(path, manifest)))) {
    return no('Its package is not in the data folder of this server: add both with vestibule software add.');
  }
  const there = (await findSoftware(database, companyId)).find(({ id }) => id === manifest.id);
  const isSame = there !== undefined && isDeepStrictEqual(there.document, document);
  if (there !== undefined && !isSame) {
    return no(
      `There is other software of the name ${manifest.id}. Remove that first, or sign this under another name.`,
    );
  }
  const { name, version, publisher, checkType, agent, sha256 } = manifest;
  return carryOut(
    acting,
    {
      action: 'software',
      target: manifest.id,
      changes: isSame ? [] : additions({ name, version, publisher, checkType, agent, sha256 }),
      details: { addedBy: asWord(person) },
      warnings: isSame ? [] : [WAITS],
    },
    async (transaction) => {
      const row = { companyId, id: manifest.id, document, addedAt: now(), addedById: person.id };
      return (await addSoftwareRow(transaction, row)) ? null : no('Meanwhile software of that name was added.');
    },
  );
}

const WAITS = 'No computer gets it yet: another administrator has to approve it, away from the server.';

const WHY_NOT: Partial<Readonly<Record<ShownSoftware['state'], string>>> = {
  over: 'The time for which it was signed is over: sign it again.',
  unsigned: 'None of the keys that are set here signed it (VESTIBULE_SOFTWARE_KEYS).',
  'file-missing': 'Its package is not on this server: add it there again.',
};

/**
 * Approves what another administrator added: never the one who added it, and never at the server itself, where it was added.
 * @param sha256 of the package that was looked at
 */
export async function approveSoftware(
  acting: Acting,
  id: string,
  sha256: string,
): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const { context, companyId, administrator } = acting;
  const { behind } = administrator;
  if (behind.kind !== 'person') {
    return refuse(
      'not_possible',
      'It was added at the server, so it is approved elsewhere: by a person, or a token of theirs.',
    );
  }
  const row = (await findSoftware(context.database, companyId)).find((one) => one.id === id);
  const manifest = row === undefined ? null : manifestIn(row.document);
  if (row === undefined || manifest === null) return unknown();
  if (row.addedById === behind.personId) {
    return refuse('not_possible', 'You can’t approve what you added: ask a colleague.');
  }
  const state = await stateOf(context, row, manifest);
  if (row.approvedAt === null && state !== 'waits-for-approval') {
    return refuse('not_possible', `${WHY_NOT[state] ?? ''} Nothing was approved. See: vestibule software show ${id}`);
  }
  if (manifest.sha256 !== sha256) {
    return refuse('not_possible', 'It is another package than the one that was looked at. Look again.');
  }
  const approvedAt = context.now();
  return carryOut(
    acting,
    {
      action: 'software',
      target: id,
      changes: row.approvedAt === null ? [{ field: 'approvedAt', from: null, to: approvedAt.toISOString() }] : [],
      details: { sha256 },
    },
    async (transaction) => {
      const isApproved = await approveSoftwareRow(transaction, row, { approvedAt, approvedById: behind.personId });
      return isApproved ? null : refuse('not_possible', 'Meanwhile it was changed. Look again.');
    },
  );
}

/** Offers it no more. Its package stays in the data folder, where other companies may offer it. */
export async function removeSoftware(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context, companyId } = acting;
  const row = (await findSoftware(context.database, companyId)).find((one) => one.id === id);
  if (row === undefined) return unknown();
  const change = { field: 'software', from: id, to: null };
  return carryOut(acting, { action: 'software', target: id, changes: [change] }, async (transaction) =>
    (await removeSoftwareRow(transaction, companyId, id)) ? null : unknown(),
  );
}

/** What a document says, whoever signed it. */
function manifestIn({ payload }: SignedDocument): SoftwareManifest | null {
  try {
    const read = softwareManifestSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function unknown(): Refusal<'not_found'> {
  return refuse('not_found', 'There is no software of that name. See: vestibule software list');
}

function no(why: string): Refusal<'not_possible'> {
  return refuse('not_possible', `Nothing was added. ${why}`);
}

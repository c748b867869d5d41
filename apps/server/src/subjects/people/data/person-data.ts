import { mailSettingsSchema, type Outcome } from '@vestibule/contracts';
import { findEntriesAbout } from '../../../repositories/audit-log.ts';
import { eraseNames, findOwnWords } from '../../../repositories/audit-names.ts';
import { findMailServer } from '../../../repositories/mail-servers.ts';
import { normalizeLogin, type Person } from '../../../repositories/people.ts';
import { collectPersonData, countPersonRows, erasePersonRows } from '../../../repositories/person-data.ts';
import { parseEvidenceKey } from '../../../operations/storage/evidence-key.ts';
import { rememberApplications } from '../end-sessions.ts';
import { isRefusal, type Refusal, refuse } from '../../../context/server-context.ts';
import { type Acting, auditAdministrator, carryOut, isThemselves } from '../../audit/acting.ts';
import { guardLastAdministrator, without } from '../administrators/last-administrator.ts';
import { findOne } from '../people.ts';
import { whyBeyondReach } from '../../audit/provider-reach.ts';

/** Everything that is kept about a person, without secrets. That it was handed out is written down. */
export async function exportPerson(acting: Acting, personId: string) {
  const { context } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  const data = await collectPersonData(context.database, person);
  const entries = await allEntriesAbout(acting, person);
  await auditAdministrator(acting, {
    action: 'person-export',
    outcome: 'done',
    target: person,
    details: { personId },
  });
  return {
    exportedAt: context.now().toISOString(),
    company: context.company.displayName,
    data: { ...data, ...(entries.length === 0 ? {} : { audit_entries: entries }) },
  };
}

/** Under whatever name, and arrivals that name nothing but their account. Erasing takes the person out of all of these. */
async function allEntriesAbout({ context }: Acting, person: Person): Promise<Record<string, unknown>[]> {
  const entries: Record<string, unknown>[] = [];
  for await (const page of findEntriesAbout(context.database, person)) {
    entries.push(...page.map(({ companyId: _companyId, ...entry }) => entry));
  }
  return entries;
}

/**
 * Erases a person for good. Audit entries and issued assertions stay under a pseudonym, so that it can still be seen that
 * someone came in and how; nothing leads from the pseudonym back to the person.
 * @param confirm the login once more; `acceptsNoAdministrator`: also the last one who runs the company
 */
export async function erasePerson(
  acting: Acting,
  personId: string,
  { confirm, acceptsNoAdministrator }: { readonly confirm: string; readonly acceptsNoAdministrator: boolean },
): Promise<(Outcome & { pseudonym: string }) | Refusal<'not_found' | 'not_possible' | 'role_missing'>> {
  const { context } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const beyond = whyBeyondReach(acting, found.role);
  if (beyond !== null) return beyond;
  const { person } = found;
  if (normalizeLogin(confirm) !== person.login) {
    return refuse('not_possible', `confirm is not the login of this person, so no one was erased.`);
  }
  if (isThemselves(acting, personId)) return refuse('not_possible', 'You cannot erase yourself.');
  const pseudonym = `erased-${personId.slice(0, 8)}`;
  const words = await findOwnWords(context.database, person);
  const logins = [...new Set([person.login, ...words])];
  const subject = { companyId: context.company.id, id: personId, logins, pseudonym, at: context.now() };
  const rows = await countPersonRows(context.database, person);
  const sayOver = await rememberApplications(context, person);
  const last = await guardLastAdministrator(acting, without(personId), acceptsNoAdministrator);
  let evidence: readonly string[] = [];
  const outcome = await carryOut(
    acting,
    {
      action: 'person-erase',
      target: pseudonym,
      changes: Object.entries(rows).map(([table, count]) => ({
        field: table,
        from: count === 1 ? '1 row' : `${count} rows`,
        to: 'erased',
      })),
      warnings: [
        ...last.warnings,
        ...last.notes,
        ...warningsFor(acting, person),
        ...(await mailStillSent(context, person, words)),
      ],
    },
    async (transaction) => {
      const refusal = await last.check(transaction);
      if (refusal !== null) return refusal;
      evidence = await erasePersonRows(transaction, subject);
      await eraseNames(transaction, person, subject);
      return null;
    },
  );
  if (isRefusal(outcome)) return outcome;
  if (!outcome.isDryRun) {
    const left = await deleteEvidence(acting, evidence);
    if (left !== null) outcome.warnings.push(left);
    await context.events.publish({ companyId: context.company.id, personId, subject: 'session' });
    await sayOver();
  }
  return { ...outcome, pseudonym };
}

/** Evidence lies outside the database, so it goes after the rows: what cannot be deleted now ages out by itself. */
async function deleteEvidence({ context }: Acting, keys: readonly string[]): Promise<string | null> {
  let left = 0;
  for (const key of keys) {
    const parsed = parseEvidenceKey(key);
    if (parsed !== null && !(await context.evidence.delete(parsed)).ok) left += 1;
  }
  return left === 0
    ? null
    : `${left} reports could not be deleted from the evidence store. They are deleted with their age.`;
}

function warningsFor({ context }: Acting, { login, upstreamId }: Person): string[] {
  const isNamed = context.policy.text.toLowerCase().includes(login);
  return [
    ...(isNamed ? ['The policy names this person, perhaps in an exemption. Take that out and apply it again.'] : []),
    ...(upstreamId === null ? [] : ['At the next sign-in at the company’s identity provider they are added again.']),
    'Backups made before keep this person until they are deleted. Work applications keep what they hold.',
  ];
}

/** Who is told by mail is named by address, which is no one's row: they would go on reading names and reasons of others. */
async function mailStillSent(
  { database, company }: Acting['context'],
  { email }: Person,
  words: readonly string[],
): Promise<string[]> {
  const server = await findMailServer(database, company.id);
  if (server === null) return [];
  const own = [email, ...words].filter((text) => text !== '').map((text) => text.toLowerCase());
  const { alerts, accessRequests } = mailSettingsSchema.parse(server.settings);
  const lists = [
    { option: '--alerts', addresses: alerts },
    { option: '--access-requests', addresses: accessRequests },
  ].filter(({ addresses }) => addresses.some((address) => own.includes(address.toLowerCase())));
  return lists.length === 0
    ? []
    : [
        `Mails go on being sent to an address of this person. Name whom else to tell: vestibule mail set ${lists.map(({ option }) => `${option} ADDRESS`).join(' ')}`,
      ];
}

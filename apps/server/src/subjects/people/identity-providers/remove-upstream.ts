import type { Outcome } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { hasProviderRoleAtUpstream } from '../../../repositories/admin-people.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import {
  deleteUpstream,
  findPeopleAtUpstream,
  findUpstream,
  type PersonAtUpstream,
} from '../../../repositories/upstreams.ts';
import { findStranded, revokeStranded, type Stranding } from '../../../repositories/upstream-sessions.ts';
import { sayManyEnded } from '../end-sessions.ts';
import { type Refusal, refuse } from '../../../context/server-context.ts';
import { type Acting, carryOut, whoIs } from '../../audit/acting.ts';
import { endingSessions, notesOnEnding } from '../ending-sessions.ts';
import { guardLastAdministrator, withWays } from '../administrators/last-administrator.ts';
import { lockedOut, lockedText, lockedWarnings } from '../locked-out.ts';

/**
 * Removes an identity provider for good; people who are linked to it are linked to none then. Refused while someone has no
 * other way in, unless so many are accepted, and while a second step relies on it.
 */
export async function removeUpstream(
  acting: Acting,
  id: string,
  { acceptLocked, acceptsNoAdministrator }: { readonly acceptLocked: number; readonly acceptsNoAdministrator: boolean },
): Promise<Outcome | Refusal<'not_found' | 'role_missing' | 'not_possible'>> {
  const { context, administrator, origin } = acting;
  const { database, company, now } = context;
  const upstream = await findUpstream(database, company.id, id);
  if (upstream === null) return refuse('not_found', 'There is no such identity provider.');
  const kept = await whyKept(acting, id, database);
  if (kept !== null) return kept;
  const linked = await findPeopleAtUpstream(database, company.id, id);
  const locked = lockedOut(acting, linked);
  const stranded = { upstreamId: id, isSecondStepToo: true };
  const ending = await findStranded(database, company.id, stranded, now());
  const last = await guardLastAdministrator(
    acting,
    withWays(({ upstreamId }) => upstreamId === id, { upstreamId: null, signsInThere: false }),
    acceptsNoAdministrator,
  );
  let ended: Stranding = { sessions: [], tokens: [] };
  const outcome = await carryOut<'not_possible' | 'role_missing'>(
    acting,
    {
      action: 'upstream',
      target: upstream.name,
      changes: [
        { field: 'identityProvider', from: upstream.name, to: null },
        ...(linked.length === 0 ? [] : [{ field: 'linkedPeople', from: linked.length, to: 0 }]),
        ...endingSessions(ending),
      ],
      details: { id, kind: upstream.kind, settings: upstream.settings, lockedOut: locked.length },
      warnings: [...last.warnings, ...last.notes, ...notesOn(linked, locked, acceptLocked), ...notesOnEnding(ending)],
    },
    async (transaction) => {
      await lockCompany(transaction, company.id);
      const keptNow = (await whyKept(acting, id, transaction)) ?? (await last.check(transaction));
      if (keptNow !== null) return keptNow;
      const lockedNow = lockedOut(acting, await findPeopleAtUpstream(transaction, company.id, id));
      if (lockedNow.length > acceptLocked) {
        return refuse(
          'not_possible',
          `Nothing was changed: ${lockedText(lockedNow)} Switch it off to try that (vestibule identity-provider set "${upstream.name}" --disable), or invite them afterwards. To remove it all the same: --accept-locking-out ${lockedNow.length}.`,
        );
      }
      await deleteUpstream(transaction, company.id, id);
      ended = await revokeStranded(transaction, company.id, stranded, now());
      return null;
    },
  );
  await sayManyEnded(context, origin, whoIs(administrator), ended);
  return outcome;
}

/** Why it stays, no matter who signs in there. @param database asked once more in the transaction */
async function whyKept(
  { context: { company }, administrator }: Acting,
  id: string,
  database: Database,
): Promise<Refusal<'role_missing' | 'not_possible'> | null> {
  if (administrator.reach === 'company' && (await hasProviderRoleAtUpstream(database, company.id, id))) {
    return refuse('role_missing', 'A person signs in there whose role covers all companies of the provider.');
  }
  const relying = await secondStepsOf(database, company.id, id);
  return relying.length === 0
    ? null
    : refuse(
        'not_possible',
        `${relying.join(', ')} asks for the device check inside it. Remove that first: vestibule application remove --help`,
      );
}

async function secondStepsOf(database: Database, companyId: string, upstreamId: string): Promise<string[]> {
  const all = await findAllApplications(database, companyId);
  return all
    .filter(({ protocol, oidcClient }) => protocol === 'second-step' && oidcClient?.['upstreamId'] === upstreamId)
    .map(({ name }) => name);
}

function notesOn(
  linked: readonly PersonAtUpstream[],
  locked: readonly PersonAtUpstream[],
  acceptLocked: number,
): string[] {
  const others = linked.length - locked.length;
  return [
    ...lockedWarnings(locked, acceptLocked),
    ...(others > 0 ? [`${others} who are linked to it sign in here again, with their password or passkey.`] : []),
    ...(linked.length > 0
      ? ['Who has which account there is forgotten: if it is connected again, everyone has to be linked again.']
      : []),
  ];
}

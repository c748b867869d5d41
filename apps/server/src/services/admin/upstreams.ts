import {
  type ADMIN_CALLS,
  NO_CLIENT,
  oidcUpstreamSettingsSchema,
  type Outcome,
  readInWords,
  samlUpstreamSettingsSchema,
  type UpstreamTrial,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { hasProviderRoleAtUpstream } from '../../repositories/admin-people.ts';
import { countStranded } from '../../repositories/upstream-sessions.ts';
import { findUpstream, findUpstreams, type UpstreamRow } from '../../repositories/upstreams.ts';
import { createUpstream, updateUpstream, whenSwitchedOff } from '../identity/upstream/manage-upstreams.ts';
import { addressesOf } from '../identity/upstream/settings.ts';
import { beginTrial, readTrialResult } from '../identity/upstream/trial.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { type Acting, additions, auditAdministrator, changesBetween, isByToken } from './acting.ts';
import { endingSessions, notesOnEnding } from './ending-sessions.ts';
import { notesOnDomains, whyUpstreamIsDead } from './judge-upstream.ts';
import { guardLastAdministrator, withWays } from './last-administrator.ts';
import { findStrayField } from './plan-settings.ts';

export async function listUpstreams(context: ServerContext) {
  const rows = await findUpstreams(context.database, context.company.id);
  return rows.map(({ id, kind, name, isEnabled, sealedSecret, settings, createdAt }) => {
    const { callback, acs, metadata } = addressesOf(context, id);
    return {
      id,
      kind,
      name,
      isEnabled,
      hasSecret: sealedSecret !== null,
      settings,
      callbackUrl: callback,
      acsUrl: acs,
      metadataUrl: metadata,
      createdAt: createdAt.toISOString(),
    };
  });
}

type UpstreamRefusal = Refusal<'request_malformed' | 'role_missing' | 'already_there'>;

/** Who says who people are could come in as any of them: a token does not touch it. */
export function mayNotTouch(acting: Acting): Refusal<'role_missing'> | null {
  return isByToken(acting)
    ? refuse('role_missing', 'Identity providers are changed by a person or at the server, not by a token.')
    : null;
}

export async function addUpstream(
  acting: Acting,
  wanted: z.infer<typeof ADMIN_CALLS.adminAddUpstream.body>,
): Promise<(Outcome & { upstreamId: string | null }) | UpstreamRefusal> {
  const { context, administrator, origin, isDryRun } = acting;
  const settings = readSettings(wanted.kind, wanted.settings);
  const untouchable = mayNotTouch(acting);
  if (untouchable !== null) return untouchable;
  if (isRefusal(settings)) return settings;
  const { secret, ...shown } = wanted;
  if (wanted.kind === 'oidc' && wanted.isEnabled && settings['clientId'] === NO_CLIENT) {
    return refuse('request_malformed', 'body.isEnabled: without a client id nobody could sign in there.');
  }
  const outcome: Outcome = {
    isDryRun,
    changes: additions({ ...shown, settings, secret: typeof secret === 'string' ? '(set)' : undefined }),
    warnings: notesOnDomains(context, settings),
  };
  if (isDryRun) return { ...outcome, upstreamId: null };
  const created = await createUpstream(context, origin, administrator.name, wanted);
  return isRefusal(created) ? created : { ...outcome, upstreamId: created.id };
}

/**
 * Changes an identity provider. If somebody who runs all companies of a provider signs in there, whoever changes it could
 * come in as them: so that takes the same reach.
 */
export async function changeUpstream(
  acting: Acting,
  id: string,
  wanted: z.infer<typeof ADMIN_CALLS.adminUpdateUpstream.body>,
  acceptsNoAdministrator: boolean,
): Promise<Outcome | UpstreamRefusal | Refusal<'not_found' | 'not_possible'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const { database, company } = context;
  const before = await findUpstream(database, company.id, id);
  if (before === null) return refuse('not_found', 'There is no such identity provider.');
  const untouchable = mayNotTouch(acting);
  if (untouchable !== null) return untouchable;
  if (administrator.reach === 'company' && (await hasProviderRoleAtUpstream(database, company.id, id))) {
    return refuse('role_missing', 'Somebody signs in there whose role reaches over all companies of the provider.');
  }
  const settings = readSettings(before.kind, wanted.settings ?? before.settings);
  if (isRefusal(settings)) return settings;
  const { secret } = wanted;
  const after = { name: wanted.name ?? before.name, isEnabled: wanted.isEnabled ?? before.isEnabled, settings };
  if (after.isEnabled && !before.isEnabled) {
    const hasSecret = secret === undefined ? before.sealedSecret !== null : secret !== null;
    const dead = await whyUpstreamIsDead(context, { ...after, kind: before.kind, hasSecret });
    if (dead !== null) return refuse('request_malformed', `It stays switched off. ${dead}`);
  }
  const secretChange =
    secret === undefined
      ? []
      : [
          {
            field: 'secret',
            from: before.sealedSecret === null ? null : '(set)',
            to: secret === null ? null : '(set) anew',
          },
        ];
  const isEnding = before.isEnabled && !after.isEnabled;
  const open = isEnding ? await countStranded(database, company.id, whenSwitchedOff(id), context.now()) : 0;
  const last = await guardLastAdministrator(
    acting,
    withWays(({ upstreamId }) => isEnding && upstreamId === id, { signsInThere: false }),
    acceptsNoAdministrator,
  );
  const outcome: Outcome = {
    isDryRun,
    changes: [...changesBetween({ ...before }, after), ...secretChange, ...endingSessions(open)],
    warnings: [
      ...last.warnings,
      ...(after.isEnabled || !before.isEnabled
        ? []
        : ['While it is switched off, people who sign in there can do so only with a password or passkey of here.']),
      ...notesOnEnding(open),
      ...(wanted.settings === undefined ? [] : notesOnDomains(context, settings)),
    ],
  };
  if (isDryRun || outcome.changes.length === 0) return outcome;
  const input = { kind: before.kind, ...after, secret };
  const refused = await updateUpstream(context, origin, administrator.name, id, input, last.check);
  return refused ?? outcome;
}

/** Begins a trial sign-in: the browser that opens the link signs nobody in. */
export async function tryUpstream(
  acting: Acting,
  id: string,
): Promise<
  { trialId: string; startUrl: string; expiresAt: string } | Refusal<'not_found' | 'role_missing' | 'request_malformed'>
> {
  const { context } = acting;
  const untouchable = mayNotTouch(acting);
  if (untouchable !== null) return untouchable;
  const upstream = await findUpstream(context.database, context.company.id, id);
  if (upstream === null) return refuse('not_found', 'There is no such identity provider.');
  const dead = await whyUpstreamIsDead(context, { ...upstream, hasSecret: upstream.sealedSecret !== null });
  if (dead !== null) return refuse('request_malformed', dead);
  const { token, trialId, expiresAt } = await beginTrial(context, id);
  await auditAdministrator(acting, {
    action: 'upstream',
    outcome: 'done',
    target: upstream.name,
    details: { trial: 'begun', trialId, expiresAt: expiresAt.toISOString() },
  });
  const startUrl = `${context.publicUrl}/online/upstream/${id}/start?trial=${token}`;
  return { trialId, startUrl, expiresAt: expiresAt.toISOString() };
}

/** What came of a trial of this identity provider. */
export async function readUpstreamTrial(
  context: ServerContext,
  { upstreamId, trialId }: { readonly upstreamId: string; readonly trialId: string },
): Promise<UpstreamTrial | Refusal<'not_found'>> {
  const upstream = await findUpstream(context.database, context.company.id, upstreamId);
  return upstream === null
    ? refuse('not_found', 'There is no such identity provider.')
    : readTrialResult(context, trialId);
}

function readSettings(
  kind: UpstreamRow['kind'],
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> | Refusal<'request_malformed'> {
  const schema = kind === 'oidc' ? oidcUpstreamSettingsSchema : samlUpstreamSettingsSchema;
  const read = readInWords(schema, sent, ['body', 'settings']);
  if (!read.ok) return refuse('request_malformed', read.problems[0]);
  const stray = findStrayField(sent, read.value, 'body.settings');
  return stray === null ? read.value : refuse('request_malformed', `${stray}: nothing reads this field.`);
}

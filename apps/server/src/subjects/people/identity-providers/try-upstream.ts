import type { ADMIN_CALLS, UpstreamTrial } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findUpstream } from '../../../repositories/upstreams.ts';
import { beginTrial, readTrialResult } from './trial.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { type Acting, auditAdministrator } from '../../audit/acting.ts';
import { planUpstream } from './change-upstream.ts';
import { whyUpstreamIsDead } from './judge-upstream.ts';
import { whyLookAnew } from './upstream-version.ts';

/**
 * Begins a trial sign-in: the browser that opens the link signs no one in. With other settings or another secret in it, the
 * trial is of these; what people sign in with stays as it is, until it is changed.
 * @param accepted as for the change that is tried
 */
export async function tryUpstream(
  acting: Acting,
  id: string,
  wanted: z.infer<typeof ADMIN_CALLS.adminTryUpstream.body>,
  accepted: Parameters<typeof planUpstream>[3],
): Promise<
  | { trialId: string; startUrl: string; expiresAt: string }
  | Refusal<'not_found' | 'role_missing' | 'request_malformed' | 'not_possible'>
> {
  const { context } = acting;
  const upstream = await findUpstream(context.database, context.company.id, id);
  if (upstream === null) return refuse('not_found', 'There is no such identity provider.');
  const stale = whyLookAnew(upstream, accepted.ifVersion);
  if (stale !== null) return stale;
  const { settings, secret } = wanted;
  const isOther = settings !== undefined || secret !== undefined;
  const planned = isOther ? await planUpstream(acting, id, wanted, accepted) : null;
  if (planned !== null && isRefusal(planned)) return planned;
  const tried = { ...upstream, settings: planned?.after.settings ?? upstream.settings };
  const hasSecret = secret === undefined ? upstream.sealedSecret !== null : secret !== null;
  const dead = await whyUpstreamIsDead(context, { ...tried, hasSecret });
  if (dead !== null) return refuse('request_malformed', dead);
  const { token, trialId, expiresAt } = await beginTrial(
    context,
    id,
    planned === null ? null : { settings: tried.settings, secret },
  );
  await auditAdministrator(acting, {
    action: 'upstream',
    outcome: 'done',
    target: upstream.name,
    details: {
      trial: 'begun',
      trialId,
      expiresAt: expiresAt.toISOString(),
      ...(isOther ? { ofOtherSettings: true } : {}),
    },
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

import {
  applicationConfigurationSchema,
  oidcUpstreamSettingsSchema,
  type PendingSignIn,
  samlUpstreamSettingsSchema,
  type UpstreamCompliance,
  upstreamComplianceSchema,
} from '@vestibule/contracts';
import { readVisitor } from '@vestibule/policy';
import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import type { Application } from '../../../repositories/companies.ts';
import type { WebSession } from '../../../repositories/people.ts';
import type { PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import { findUpstream, findUpstreams, type UpstreamRow } from '../../../repositories/upstreams.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import { secondFactorRule } from '../../settings/factor-rule.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** What a session keeps of the sign-in at the company's own identity provider by which it began. */
const keptSchema = z.object({
  upstreamId: z.uuid(),
  /** The sign-in it was for. */
  loginMarker: z._default(z.nullable(z.uuid()), null),
  /** The claim by which the provider vouched for the device, as the settings named it then; null: it did not. */
  compliance: z._default(z.nullable(upstreamComplianceSchema), null),
});

type Kept = z.infer<typeof keptSchema>;
type SignIn = { readonly pending: PendingSignInRow; readonly application: Application };
type Session = Pick<WebSession, 'upstreamClaims' | 'userAgent'>;

/** The claim with which a provider vouches for devices that Workplace cannot read; null: it vouches for none. */
export function complianceOf({ kind, settings }: Pick<UpstreamRow, 'kind' | 'settings'>): UpstreamCompliance | null {
  const schema = kind === 'oidc' ? oidcUpstreamSettingsSchema : samlUpstreamSettingsSchema;
  return schema.parse(settings).compliance;
}

/** Whether a claim, as a provider sent it, says what the settings ask for: to the letter, or as one of several values. */
export function vouches(sent: unknown, { value }: UpstreamCompliance): boolean {
  const values: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  return values.some((one) => ['string', 'boolean', 'number'].includes(typeof one) && String(one) === value);
}

/**
 * Why the word of the company's identity provider does not open this application; null: it does. The claim has to have come
 * with the sign-in for this very request, by a provider that is asked for it still. That the browser calls itself a phone
 * only narrows it: a computer that says so gets no further than the claim.
 */
export async function whyNotByUpstream(
  context: ServerContext,
  database: Database,
  session: Session,
  { pending, application }: SignIn,
): Promise<Refusal<'policy_not_met'> | null> {
  const isAllowed =
    wayOf(application) === 'upstream-claim' &&
    pending.mode === 'frontline' &&
    !isSecondStep(application) &&
    secondFactorRule(context, application, pending) !== 'device';
  if (!isAllowed) return refuse('policy_not_met', 'This application takes no device that was not checked here.');
  if (!isMobile(session)) return refuse('policy_not_met', 'A computer is checked by Workplace.');
  const kept = keptOf(session);
  if (kept === null || kept.compliance === null || kept.loginMarker !== pending.id) {
    return refuse('policy_not_met', 'The company’s identity provider did not vouch for the device in this sign-in.');
  }
  const upstream = await findUpstream(database, context.company.id, kept.upstreamId);
  const asked = upstream?.isEnabled === true ? complianceOf(upstream) : null;
  const isSame = asked?.claim === kept.compliance.claim && asked.value === kept.compliance.value;
  return isSame ? null : refuse('policy_not_met', 'The identity provider is no longer asked to vouch for devices.');
}

/** Whether it is worth asking: the session has such a claim for this sign-in, and the application takes it. */
export function mayVouch(session: Session, { pending, application }: SignIn): boolean {
  const kept = keptOf(session);
  const isForThis = (kept?.compliance ?? null) !== null && kept?.loginMarker === pending.id;
  return isForThis && wayOf(application) === 'upstream-claim' && isMobile(session);
}

/**
 * The identity provider that a phone is sent back to, because it has to vouch for the device in each sign-in again. Null:
 * nothing would come of it, or it has been asked for this sign-in already.
 */
export async function findProviderToAsk(
  context: ServerContext,
  session: Session,
  { pending, application }: SignIn,
): Promise<string | null> {
  if (wayOf(application) !== 'upstream-claim' || pending.mode !== 'frontline' || !isMobile(session)) return null;
  const kept = keptOf(session);
  if (kept === null || kept.loginMarker === pending.id) return null;
  const upstream = await findUpstream(context.database, context.company.id, kept.upstreamId);
  return upstream?.isEnabled === true && complianceOf(upstream) !== null ? upstream.id : null;
}

/** What the page offers on a device that Workplace cannot read. @param isVouched the provider's word opens it now */
export async function describeUnsupported(
  context: ServerContext,
  session: Session,
  { pending, application }: SignIn,
  isVouched: boolean,
): Promise<NonNullable<PendingSignIn['unsupportedSystems']>> {
  const way = wayOf(application);
  const nothing = { mobileUrl: null, provider: null, answer: null };
  if (way === 'mobile-page') {
    return { ...nothing, way, mobileUrl: context.configuration.deviceComplianceCheckMobileUrl };
  }
  if (way === 'block') return { ...nothing, way };
  const upstreams = await findUpstreams(context.database, context.company.id);
  const kept = keptOf(session);
  const provider = upstreams
    .filter((upstream) => upstream.isEnabled && complianceOf(upstream) !== null)
    .toSorted((left, right) => Number(right.id === kept?.upstreamId) - Number(left.id === kept?.upstreamId))[0];
  if (provider === undefined) return { ...nothing, way: 'block' };
  const path = `/online/upstream/${provider.id}/start?login=${pending.id}`;
  // A tablet may have called itself a computer: no one was asked about it then, and the page says how it comes to that.
  const wasAsked = isMobile(session) && kept?.loginMarker === pending.id;
  return {
    ...nothing,
    way,
    provider: { name: provider.name, path },
    answer: isVouched ? 'vouched' : wasAsked ? 'refused' : null,
  };
}

/** Whether phones get to this application by the word of the company's identity provider, and in no other way. */
export function reliesOnUpstream(application: Application): boolean {
  return wayOf(application) === 'upstream-claim' && !isSecondStep(application);
}

function wayOf({ settings }: Application) {
  return applicationConfigurationSchema.parse(settings).unsupportedSystems;
}

function keptOf({ upstreamClaims }: Session): Kept | null {
  const parsed = keptSchema.safeParse(upstreamClaims);
  return parsed.success ? parsed.data : null;
}

/** As the browser called itself when the person signed in. */
function isMobile({ userAgent }: Session): boolean {
  return readVisitor({ userAgent, touchPoints: 0, hints: null }).system === 'mobile';
}

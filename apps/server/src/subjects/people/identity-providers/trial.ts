import { commandLine, type UpstreamTrial, upstreamTrialSchema } from '@vestibule/contracts';
import * as z from 'zod';
import { createToken, hashToken } from '../../../operations/crypto/tokens.ts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { findPersonByUpstream } from '../../../repositories/people.ts';
import { findUpstreams } from '../../../repositories/upstreams.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { complianceOf, reliesOnUpstream } from './unsupported-system.ts';
import { beginCeremony, type CeremonyKind, readCeremony, takeCeremony } from '../factors/ceremonies.ts';
import type { UpstreamIdentity } from './intent.ts';
import { findAccountByAddress, type NotLinked } from './link-unused.ts';
import { whyNotToAdd } from './people.ts';
import { readUpstream, type Upstream } from './settings.ts';

/** An administrator who tries goes to find a password, and comes back. */
const TRIAL_LIFE_MS = 15 * 60_000;

const TRIAL = {
  kind: 'upstream-trial',
  lifeMs: TRIAL_LIFE_MS,
  content: z.object({ upstreamId: z.uuid() }),
} satisfies CeremonyKind<unknown>;

const RESULT = {
  kind: 'upstream-trial-result',
  lifeMs: TRIAL_LIFE_MS,
  content: z.custom<UpstreamTrial>((value) => upstreamTrialSchema.safeParse(value).success),
} satisfies CeremonyKind<UpstreamTrial>;

/** What is tried before people sign in with it. */
const CANDIDATE = {
  kind: 'upstream-candidate',
  // The link is good for so long, and so is the sign-in that someone begins with it at the last moment.
  lifeMs: 2 * TRIAL_LIFE_MS,
  content: z.object({ settings: z.record(z.string(), z.unknown()), secret: z.string().nullable().optional() }),
} satisfies CeremonyKind<unknown>;

/** Settings and a secret that no one signs in with yet. A secret that is undefined is the one that is stored. */
export type Candidate = z.infer<typeof CANDIDATE.content>;

/** The result of the trial is kept under its name alone. */
function candidateKey(trialId: string): string {
  return `candidate ${trialId}`;
}

/**
 * Begins a trial sign-in. @param candidate what is tried; null: the identity provider as it is
 * @returns what the link holds, once, and the name under which its result is asked for
 */
export async function beginTrial(
  context: ServerContext,
  upstreamId: string,
  candidate: Candidate | null,
): Promise<{ readonly token: string; readonly trialId: string; readonly expiresAt: Date }> {
  const token = createToken();
  const trialId = hashToken(token);
  await beginCeremony(context, TRIAL, token, { upstreamId });
  if (candidate !== null) await beginCeremony(context, CANDIDATE, candidateKey(trialId), candidate);
  return { token, trialId, expiresAt: new Date(context.now().getTime() + TRIAL_LIFE_MS) };
}

/** The identity provider as a trial has it; as it is, where there is no trial or it is of nothing else. */
export async function asTried<Kind extends Upstream>(
  context: ServerContext,
  upstream: Kind,
  trialId: string | null,
): Promise<Kind> {
  const candidate = trialId === null ? null : await readCeremony(context, CANDIDATE, candidateKey(trialId));
  if (candidate === null) return upstream;
  const { settings, secret } = candidate;
  const tried = readUpstream(context, { ...upstream.row, settings });
  // Its kind never changes.
  return (tried.kind === 'oidc' && secret !== undefined ? { ...tried, secret } : tried) as Kind;
}

/** @returns the trial that this link begins, once; null when it is none of this identity provider, over, or was begun */
export async function takeTrial(context: ServerContext, upstreamId: string, token: string): Promise<string | null> {
  const trial = await takeCeremony(context, TRIAL, token);
  return trial?.upstreamId === upstreamId ? hashToken(token) : null;
}

export async function keepTrialResult(context: ServerContext, trialId: string, result: UpstreamTrial): Promise<void> {
  await beginCeremony(context, RESULT, trialId, result);
}

/** @returns what came of a trial; waiting while nothing has, and also for one that no one began */
export async function readTrialResult(context: ServerContext, trialId: string): Promise<UpstreamTrial> {
  return (await readCeremony(context, RESULT, trialId)) ?? { state: 'waiting' };
}

/** What was said of the person, what was missing, and what a sign-in would have come to. No one is added or changed. */
export async function judgeTrial(
  context: ServerContext,
  upstream: Upstream,
  identity: UpstreamIdentity,
): Promise<UpstreamTrial> {
  const wanted = Object.entries(upstream.kind === 'oidc' ? upstream.settings.claims : upstream.settings.attributes);
  const { received, subject, login, email, isEmailVerified, displayName, userType, hasSecondFactor } = identity;
  return {
    state: 'done',
    subject,
    login,
    email,
    isEmailVerified,
    displayName,
    userType,
    hasSecondFactor,
    groups: identity.groups,
    hasTooManyGroups: identity.hasTooManyGroups,
    received: received.toSorted(),
    missing: [
      ...wanted.flatMap(([field, claim]) => (claim === null || received.includes(claim) ? [] : [{ field, claim }])),
      ...missingFreshness(upstream, identity),
      ...misshapenGroups(upstream, identity),
      ...(await missingCompliance(context, upstream, identity)),
    ],
    ...(await outcomeOf(context, upstream, identity)),
  };
}

/** A new sign-in was asked for: an application that asks for one is told that it did not happen. */
function missingFreshness({ kind }: Upstream, { isFresh }: UpstreamIdentity): { field: string; claim: string }[] {
  return isFresh ? [] : [{ field: 'freshness', claim: kind === 'oidc' ? 'auth_time' : 'AuthnInstant' }];
}

/** Groups that came as something else than a list of texts: no one is put into any of them. */
function misshapenGroups(
  { kind, settings }: Upstream,
  { groups, hasTooManyGroups, received }: UpstreamIdentity,
): { field: string; claim: string }[] {
  const claim = kind === 'oidc' ? settings.claims.groups : null;
  const isMisshapen = claim !== null && groups === null && !hasTooManyGroups && received.includes(claim);
  return isMisshapen ? [{ field: 'groupsShape', claim }] : [];
}

/**
 * What a phone would be stopped by, where an application lets phones in by this provider's word: the claim did not come,
 * or says something else than what vouches; or no provider is asked for one.
 */
async function missingCompliance(
  context: ServerContext,
  { row, settings }: Upstream,
  { isDeviceVouchedFor, received }: UpstreamIdentity,
): Promise<{ field: string; claim: string }[]> {
  const { database, company } = context;
  const all = await findAllApplications(database, company.id);
  const relying = all.filter((one) => one.disabledAt === null && reliesOnUpstream(one)).map(({ name }) => name);
  if (relying.length === 0 || isDeviceVouchedFor) return [];
  const { compliance } = settings;
  if (compliance !== null) {
    const field = received.includes(compliance.claim) ? 'complianceValue' : 'compliance';
    return [{ field, claim: compliance.claim }];
  }
  const others = await findUpstreams(database, company.id);
  const isAskedElsewhere = others.some((one) => one.id !== row.id && one.isEnabled && complianceOf(one) !== null);
  return isAskedElsewhere ? [] : [{ field: 'complianceUnset', claim: relying.join(', ') }];
}

async function outcomeOf(
  context: ServerContext,
  upstream: Upstream,
  identity: UpstreamIdentity,
): Promise<{ outcome: 'known' | 'linked' | 'created' | 'refused'; why: string | null }> {
  const { database, company } = context;
  const known = await findPersonByUpstream(database, company.id, upstream.row.id, identity.subject);
  if (known !== null) return { outcome: 'known', why: `This is ${known.login}.` };
  const account = await database.transaction((transaction) =>
    findAccountByAddress({ company, database: transaction }, upstream.settings, identity),
  );
  if (account.found === 'unused') return { outcome: 'linked', why: `They would be ${account.person.login}.` };
  const refusal = await whyNotToAdd(context, upstream.settings, identity);
  if (refusal === null) return { outcome: 'created', why: null };
  if (account.found === 'none') return { outcome: 'refused', why: refusal.reason ?? refusal.message };
  const { name } = upstream.row;
  const why = [
    `The account ${account.person.login} has that e-mail address. ${NOT_LINKED[account.why]}`,
    // An administrator tries first, and is often the only person there is.
    ...(account.why === 'role' || account.why === 'used'
      ? [
          `The identity provider itself works. Try it as a person who is new here, or show its button now: vestibule identity-provider set "${name}" --enable. ${account.person.login} goes on signing in as before.`,
        ]
      : []),
    `If it is theirs: ${commandLine({ command: ['person', 'link'], names: [account.person.login], options: ['--identity-provider', name, '--subject', identity.subject] })}`,
  ];
  return { outcome: 'refused', why: why.join(' ') };
}

const NOT_LINKED: { readonly [why in NotLinked]: string } = {
  'address-shared': 'It is not linked by itself, because other accounts have the address too.',
  'address-unproven':
    'It is not linked by itself, because the provider does not say that the address is verified (email_verified; Entra ID: xms_edov).',
  domain: 'It is not linked by itself, because this provider has no list of domains with that one (connect --domain).',
  'login-of-another': 'It is not linked by itself, because the login that came is that of another account.',
  role: 'It is not linked by itself, because it has a role.',
  blocked: 'It is blocked.',
  used: 'It is not linked by itself, because it was used before.',
};

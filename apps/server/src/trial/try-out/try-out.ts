import { CHECK_DEFINITIONS, isAskedOn, renderText } from '@vestibule/checks';
import {
  BASE_PATH,
  CHECK_TYPES,
  OPERATING_SYSTEMS,
  type Outcome,
  type SyntheticLaptop,
  type TryOut,
  type TryOutVerdict,
  TRY_OUT_HOURS_MAXIMUM,
} from '@vestibule/contracts';
import { namesInChecks } from '@vestibule/policy';
import * as z from 'zod';
import { createToken } from '../../operations/crypto/tokens.ts';
import { type Acting, auditAdministrator } from '../../subjects/audit/acting.ts';
import type { PolicyProblems } from '../../subjects/policy/policy.ts';
import { audit } from '../../subjects/audit/audit.ts';
import {
  beginCeremony,
  type CeremonyKind,
  readCeremony,
  takeCeremony,
} from '../../subjects/people/factors/ceremonies.ts';
import { readPolicyText } from '../../subjects/policy/policies.ts';
import type { LoadedPolicy } from '../../context/loaded-policy.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { judgeLaptop } from './judge-laptop.ts';

const HOUR_MS = 3_600_000;

const content = z.object({
  /** Null: whatever policy holds at the moment. */
  text: z.string().nullable(),
  endsAt: z.iso.datetime(),
});
type Kept = z.infer<typeof content>;

/**
 * What a link holds, and what the cookie holds that it is exchanged for. Kinds of their own: anyone who looks for a session,
 * an invitation or anything else never finds them, and they find nothing else.
 */
const LINK = { kind: 'try-out-link', content } as const;
const SESSION = { kind: 'try-out-session', content } as const;

/** What is read may have been made for any time. */
const LONGEST_MS = TRY_OUT_HOURS_MAXIMUM * HOUR_MS;

const lasting = ({ kind }: typeof LINK | typeof SESSION, lifeMs: number): CeremonyKind<Kept> => ({
  kind,
  lifeMs,
  content,
});

/** Makes a link that opens the portal with a synthetic laptop, once. */
export async function createTryOut(
  acting: Acting,
  { text, hours }: { readonly text?: string | undefined; readonly hours: number },
): Promise<(Outcome & { policyVersion: string; link: string | null; endsAt: string }) | PolicyProblems> {
  const { context, isDryRun } = acting;
  const read = text === undefined ? null : readPolicyText(text, 'command');
  if (read?.ok === false) return { problems: read.problems };
  const loaded = read?.loaded ?? context.policy;
  const endsAt = new Date(context.now().getTime() + hours * HOUR_MS).toISOString();
  const { version: policyVersion } = loaded;
  const outcome = { isDryRun, changes: [{ field: 'link', from: null, to: endsAt }], warnings: warningsOf(loaded) };
  if (isDryRun) return { ...outcome, policyVersion, link: null, endsAt };
  const token = createToken();
  await beginCeremony(context, lasting(LINK, hours * HOUR_MS), token, { text: text ?? null, endsAt });
  await auditAdministrator(acting, {
    action: 'policy-try-out',
    outcome: 'done',
    target: policyVersion,
    details: { link: 'made', endsAt, isInForce: policyVersion === context.policy.version },
  });
  return { ...outcome, policyVersion, link: `${context.publicUrl}${BASE_PATH}/try/#${token}`, endsAt };
}

function warningsOf({ policy }: LoadedPolicy): string[] {
  const { groups, applications } = namesInChecks(policy);
  return [
    ...(policy.enforceFor === undefined
      ? []
      : ['This policy is enforced for some people only. The laptop is that of one of them.']),
    ...(groups.length + applications.length === 0
      ? []
      : [
          'Checks have rules for groups or applications. The laptop’s person is in no group and goes to none of these applications: vestibule policy explain --help',
        ]),
  ];
}

export interface OpenedTryOut {
  readonly token: string;
  readonly tryOut: TryOut;
}

/** Exchanges the link for a cookie, once. Who opened it is no one: the log has that it was opened, and from where. */
export async function openTryOut(
  context: ServerContext,
  origin: Origin,
  link: string,
): Promise<OpenedTryOut | Refusal<'not_found'>> {
  const kept = await takeCeremony(context, lasting(LINK, LONGEST_MS), link);
  if (kept === null) return OVER;
  const token = createToken();
  const lifeMs = Date.parse(kept.endsAt) - context.now().getTime();
  await beginCeremony(context, lasting(SESSION, lifeMs), token, kept);
  const tryOut = describe(context, kept);
  await audit(context, origin, {
    action: 'policy-try-out',
    outcome: 'done',
    target: tryOut.policyVersion,
    details: { link: 'opened', endsAt: kept.endsAt },
  });
  return { token, tryOut };
}

export async function showTryOut(
  context: ServerContext,
  token: string | undefined,
): Promise<TryOut | Refusal<'not_found'>> {
  const kept = await findKept(context, token);
  return isRefusal(kept) ? kept : describe(context, kept);
}

/** Judges a laptop. Nothing is written: no report, no device, no entry in the log. */
export async function tryLaptop(
  context: ServerContext,
  token: string | undefined,
  laptop: SyntheticLaptop,
): Promise<TryOutVerdict | Refusal<'not_found'>> {
  const kept = await findKept(context, token);
  return isRefusal(kept) ? kept : judgeLaptop(context, policyOf(context, kept).policy, laptop);
}

const OVER = refuse('not_found', 'This link is over or was used before. Make another one: vestibule policy try --help');

async function findKept(context: ServerContext, token: string | undefined): Promise<Kept | Refusal<'not_found'>> {
  return (token === undefined ? null : await readCeremony(context, lasting(SESSION, LONGEST_MS), token)) ?? OVER;
}

function policyOf(context: ServerContext, { text }: Kept): LoadedPolicy {
  const read = text === null ? null : readPolicyText(text, 'command');
  if (read?.ok === false)
    throw new Error(`A policy that was tried can no longer be read: ${read.problems[0]?.message}`);
  return read?.loaded ?? context.policy;
}

function describe(context: ServerContext, kept: Kept): TryOut {
  const { company, configuration } = context;
  const { policy, version } = policyOf(context, kept);
  return {
    endsAt: kept.endsAt,
    policyVersion: version,
    isInForce: version === context.policy.version,
    workplaceAccessPolicy: policy.workplaceAccessPolicy,
    isPolicyEnforced: policy.isPolicyEnforced,
    companyName: company.displayName,
    logoUrl: company.logoUrl,
    productName: configuration.productName,
    checks: CHECK_TYPES.map((checkType) => ({
      checkType,
      name: renderText(CHECK_DEFINITIONS[checkType], { key: 'unknownText' }),
      facts: CHECK_DEFINITIONS[checkType].facts,
      isJudged: (policy.checks[checkType]?.severity ?? 'off') !== 'off',
      systems: OPERATING_SYSTEMS.filter((system) => isAskedOn(CHECK_DEFINITIONS[checkType], system)),
    })),
  };
}

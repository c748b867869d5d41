import {
  type ADMIN_CALLS,
  CHECK_TYPES,
  type Outcome,
  type PolicyExplanation,
  type PolicyImpact,
  type PolicySummary,
  type Rehearsal,
} from '@vestibule/contracts';
import { asWord, PersonalSentence } from '../../repositories/audit-words.ts';
import { findIdsOfLogins } from '../../repositories/admin-people.ts';
import { type CheckPolicy, isOff, nameOfEntry, type PolicyProblem } from '@vestibule/policy';
import type * as z from 'zod/mini';
import { findPolicy } from '../../repositories/policies.ts';
import { applyPolicy, readPolicyText } from './policies.ts';
import type { LoadedPolicy } from '../../context/loaded-policy.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../audit/acting.ts';
import { whyCountAnew } from './impact/counted-by.ts';
import { describePolicy, isOver, nameOfExempt } from './describe-policy.ts';
import { explainPolicy, readReport } from './explain-policy.ts';
import { notesOnInstalling } from './impact/notes-on-installing.ts';
import { blockedText, isTooMuch, measureImpact } from './impact/policy-impact.ts';
import { rehearse } from './rehearse.ts';
import { exemptsAnew, whyNotAlone } from '../audit/second-approver.ts';
import { isTakenBack } from './taken-back.ts';
import { warnOfScope } from './impact/warn-of-scope.ts';

export interface PolicyProblems {
  readonly problems: readonly PolicyProblem[];
}

export async function showPolicy(context: ServerContext) {
  const { policy: loaded, database, company } = context;
  const stored = await findPolicy(database, company.id);
  const isStored = stored !== null && loaded.source !== 'built-in';
  return {
    version: loaded.version,
    source: loaded.source,
    createdAt: isStored ? stored.createdAt.toISOString() : null,
    createdBy: isStored ? stored.createdBy : null,
    text: loaded.text,
    summary: await summarize(context, loaded),
  };
}

export async function checkPolicy(context: ServerContext, text: string): Promise<PolicySummary | PolicyProblems> {
  const read = readPolicyText(text, 'command');
  return read.ok ? summarize(context, read.loaded) : { problems: read.problems };
}

/** What a policy does, with warnings of what only the company's own people and applications tell. */
async function summarize(context: ServerContext, { policy }: LoadedPolicy): Promise<PolicySummary> {
  const summary = describePolicy(policy, context.now());
  return { ...summary, warnings: [...summary.warnings, ...(await warnOfScope(context, policy))] };
}

/**
 * Stores a policy, whole: it holds from then on, and every page looks. First the last report of every computer is judged
 * by it: one that would newly stop more than five percent of the people, or than are accepted, is refused.
 */
export async function putPolicy(
  acting: Acting,
  { text, acceptBlocking, reason }: z.infer<typeof ADMIN_CALLS.adminApplyPolicy.body>,
  ifVersion?: string,
): Promise<
  | (Outcome & { version: string; summary: PolicySummary; impact: PolicyImpact })
  | PolicyProblems
  | Refusal<'too_many_blocked' | 'role_missing' | 'not_possible'>
> {
  const { context, administrator, isDryRun } = acting;
  const read = readPolicyText(text, 'command');
  if (!read.ok) return { problems: read.problems };
  const { loaded } = read;
  const stale = await whyStale(context, ifVersion, loaded.version);
  if (stale !== null) return stale;
  const alone = exemptsAnew(context.policy.policy, loaded.policy)
    ? await whyNotAlone(acting, 'people and computers are exempted')
    : null;
  if (alone !== null) return alone;
  const summary = await summarize(context, loaded);
  const impact = await measureImpact(context, loaded.policy);
  if (!isDryRun && isTooMuch(impact, acceptBlocking)) return refuseTooMany(impact);
  const { computers, newlyBlocked, blockedNow, neverSeen, notSeenLately } = impact;
  const outcome = await carryOut(
    acting,
    {
      action: 'policy',
      target: context.company.name,
      changes: policyChanges(context.policy, loaded, (parts) => parts.map(textOf).join('')),
      recorded: policyChanges(context.policy, loaded, await nameExempt(context, [context.policy, loaded])),
      details: {
        computers,
        blockedNow,
        newlyBlocked,
        neverSeen,
        notSeenLately,
        acceptBlocking: acceptBlocking ?? null,
        ...(reason !== undefined && { reason }),
      },
      warnings: [
        ...summary.warnings,
        ...exemptionsLost(context.policy, loaded, context.now()),
        ...(neverSeen > 0 ? await notesOnInstalling(context) : []),
      ],
    },
    async (transaction) => {
      const unfit = await whyCountAnew(transaction, context);
      if (unfit !== null) return unfit;
      const change = { createdAt: context.now(), createdBy: administrator.name };
      await applyPolicy(transaction, context.company.id, loaded, change);
      return null;
    },
  );
  if (isRefusal(outcome)) return outcome;
  if (!outcome.isDryRun && outcome.changes.length > 0) {
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  return { ...outcome, version: loaded.version, summary, impact };
}

/** Whether a text was made from another policy than holds. That it still is the one when it is stored is asked there. */
async function whyStale(
  { database, company, policy }: ServerContext,
  ifVersion: string | undefined,
  version: string,
): Promise<Refusal<'not_possible'> | null> {
  if (ifVersion === undefined || ifVersion === policy.version) return null;
  if (await isTakenBack({ database, company }, ifVersion, version)) return null;
  const stored = await findPolicy(database, company.id);
  const by = stored === null ? '' : `, by ${stored.createdBy} at ${stored.createdAt.toISOString()}`;
  return refuse(
    'not_possible',
    `Nothing was changed: your text was made from version ${ifVersion}, and version ${policy.version} holds by now${by}. Look at it with \`vestibule policy show --text\`, put your change into it, and apply that.`,
  );
}

/** Exemptions are made by command too, and then stand in the policy that holds, and not in the file that someone kept. */
function exemptionsLost(before: LoadedPolicy, after: LoadedPolicy, now: Date): string[] {
  const lost = CHECK_TYPES.flatMap((type) => {
    const kept = (after.policy.checks[type]?.exemptions ?? []).map(nameOfExempt);
    const own = (before.policy.checks[type]?.exemptions ?? []).filter((exemption) => !isOver(exemption, now));
    return own
      .filter((exemption) => !kept.includes(nameOfExempt(exemption)))
      .map((exemption) => `${nameOfExempt(exemption)} from ${type} until ${exemption.until}`);
  });
  return lost.length === 0
    ? []
    : [
        `It ends exemptions that hold now: ${lost.join('; ')}. To keep them, write them into the file: vestibule policy show --text`,
      ];
}

function refuseTooMany(impact: PolicyImpact): Refusal<'too_many_blocked'> {
  const { toAccept, limitPercent } = impact;
  return refuse(
    'too_many_blocked',
    `Nothing was changed: it would stop who gets in today: ${blockedText(impact)}. That is more than ${limitPercent} percent of the people. Look at them with --dry-run. To let it hold all the same: --accept-blocking ${toAccept}.`,
  );
}

/** Judges the stored reports of the last days by a policy that does not hold yet. */
export async function rehearsePolicy(
  context: ServerContext,
  { text, days }: z.infer<typeof ADMIN_CALLS.adminRehearsePolicy.body>,
): Promise<Rehearsal | PolicyProblems> {
  const read = readPolicyText(text, 'command');
  return read.ok ? rehearse(context, read.loaded.policy, days) : { problems: read.problems };
}

/** The version, and what each check does from now on. Texts that differ in nothing but comments are a version as well. */
function policyChanges(before: LoadedPolicy, after: LoadedPolicy, say: (parts: readonly Part[]) => unknown) {
  if (before.version === after.version) return [];
  const asRecord = ({ policy, version }: LoadedPolicy): Record<string, unknown> => {
    const { workplaceAccessPolicy, isPolicyEnforced, verdictLifeSeconds, unknown, enforceFor } = policy;
    const checks = CHECK_TYPES.map((type) => [type, say(sentenceFor(policy.checks[type]))] as const);
    return {
      version,
      workplaceAccessPolicy,
      isPolicyEnforced,
      verdictLifeSeconds,
      unknown: unknown ?? null,
      enforceFor: enforceFor ?? null,
      ...Object.fromEntries(checks),
    };
  };
  return changesBetween(asRecord(before), asRecord(after));
}

/** A part of a sentence: text, or a login. */
type Part = string | { readonly login: string };

const textOf = (part: Part): string => (typeof part === 'string' ? part : part.login);

/** For the log, where the logins of exempt people go with them. */
async function nameExempt(
  { database, company }: ServerContext,
  policies: readonly LoadedPolicy[],
): Promise<(parts: readonly Part[]) => PersonalSentence> {
  const logins = policies
    .flatMap(({ policy }) => CHECK_TYPES.flatMap((type) => policy.checks[type]?.exemptions ?? []))
    .flatMap((exemption) => ('login' in exemption ? [exemption.login] : []));
  const ids = await findIdsOfLogins(database, company.id, [...new Set(logins)]);
  return (parts) =>
    new PersonalSentence(
      parts.map((part) =>
        typeof part === 'string' ? part : asWord({ id: ids.get(part.login) ?? null, login: part.login }),
      ),
    );
}

/** What the policy says of a check, in one line. The whole text is kept with its version. */
function sentenceFor(check: CheckPolicy | undefined): readonly Part[] {
  if (check === undefined || isOff(check)) return ['off'];
  const { severity, reportOnly, startDate, graceDays, unknown, parameters, exemptions } = check;
  const parts: (readonly Part[])[] = [
    [severity],
    ...(reportOnly ? [['report only']] : []),
    ...(startDate === undefined ? [] : [[`from ${startDate}`]]),
    ...(graceDays === 0 ? [] : [[`${graceDays} days of grace`]]),
    ...(unknown === undefined ? [] : [[`unknown: ${unknown}`]]),
    ...Object.entries(parameters).map(([name, value]) => [`${name}: ${JSON.stringify(value)}`]),
    ...(check.for ?? []).map((entry) => [`for ${nameOfEntry(entry)}: ${entryText(entry)}`]),
    ...exemptions.map((exemption) =>
      'login' in exemption
        ? [`exempt until ${exemption.until}: login `, { login: exemption.login }]
        : [`exempt until ${exemption.until}: ${nameOfExempt(exemption)}`],
    ),
  ];
  return parts.flatMap((part, index) => (index === 0 ? part : [', ', ...part]));
}

function entryText(entry: NonNullable<CheckPolicy['for']>[number]): string {
  const conditions = ['systems', 'groups', 'applications'];
  return Object.entries(entry)
    .filter(([name]) => !conditions.includes(name))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' and ');
}

export function explain(
  context: ServerContext,
  { text, report, login, groups, application, isKnownDevice }: z.infer<typeof ADMIN_CALLS.adminExplainPolicy.body>,
): PolicyExplanation | PolicyProblems {
  const read = text === undefined ? null : readPolicyText(text, 'command');
  if (read !== null && !read.ok) return { problems: read.problems };
  const { policy } = read?.loaded ?? context.policy;
  const readable = readReport(report);
  if (readable === null) {
    const message = 'The report is none that the client makes. Get one with: workplace check --json > report.json';
    return { problems: [{ line: 1, column: 1, message }] };
  }
  return explainPolicy({
    policy,
    report: readable,
    now: context.now(),
    lifecycle: context.lifecycle,
    login,
    groups,
    application,
    isKnownDevice,
  });
}

import type { ErrorCode, SamlPostData } from '@vestibule/contracts';
import { createToken, hashToken } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import type { Application } from '../../../repositories/companies.ts';
import { findDeviceSession } from '../../../repositories/devices.ts';
import { holdDevices } from '../../../repositories/device-lock.ts';
import { storeIssuedAssertion } from '../../../repositories/issued-assertions.ts';
import { noteSignIn, type SignInNote } from '../../../repositories/sign-ins.ts';
import { noteAside, notingIfPossible } from '../../../context/note-sign-in.ts';
import { noteOfRefusal, noteOfResponse } from '../sign-in-notes.ts';
import type { Person } from '../../../repositories/people.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { type FoundSignIn, findPendingSignIn, type PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import { ofPerson } from '../../../repositories/audit-words.ts';
import { issueResponse, serviceProviderSchema } from '../../../protocols/saml/index.ts';
import { audit, type AuditEvent, entryOf } from '../../audit/audit.ts';
import type { Caller } from '../../../context/caller.ts';
import type { Claim, Leave, LeaveRefusal, Question } from './leave.ts';
import { judgedBy } from './judged-by.ts';
import { mayIssue } from './may-issue.ts';
import { signInMethodOf, upstreamOf } from '../../../context/sign-in-method.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { transactionOf } from '../../../context/transaction-of.ts';

/** What was taken, and the sign-in that it is for. */
export interface TakenClaim {
  readonly claim: Claim;
  readonly pendingSignInId: string;
  /** As it was read with what was taken; null: it is gone. Left out: it was not read. */
  readonly signIn?: FoundSignIn | null;
  /** The same of who asks. */
  readonly asking?: Question['asking'];
}

/** Takes what the response is asked for with, in the transaction that issues it. */
type TakeClaim<Code extends ErrorCode> = (transaction: Database) => Promise<TakenClaim | Refusal<Code>>;

/**
 * Issues the signed response. Taking the claim, every question of `mayIssue()`, the audit entry and the signature are one
 * transaction: a refusal leaves everything as it was, except that the refusal itself is audited.
 * @param hold makes anyone wait who blocks the person, or the computers that what is shown depends on: left out, the person is
 * held before it is taken, and the computers after
 */
export async function issueWith<Code extends ErrorCode>(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  take: TakeClaim<Code>,
  hold?: (transaction: Database) => Promise<void>,
): Promise<SamlPostData | Refusal<Code> | LeaveRefusal | Refusal<'sign_in_unknown'>> {
  const holdPerson = (transaction: Database) => lockPerson(transaction, context.company.id, caller.person.id);
  let told = { application: 'none', verdict: 'none' };
  let signInId: string | null = null;
  const inside = (isNoted: true | null) =>
    transactionOf(context.database, async (transaction) => {
      // Anyone who is blocked at this moment was so before every question, or will be after the response and what it opened.
      // Of the computer that is true as well.
      await (hold ?? holdPerson)(transaction);
      const taken = await take(transaction);
      if (isRefusal(taken)) return taken;
      if (hold === undefined) await holdDevices(transaction, context.company.id, devicesOf(taken.claim, caller));
      const {
        pendingSignInId,
        signIn: found = await findPendingSignIn(transaction, context.company.id, pendingSignInId),
      } = taken;
      signInId = pendingSignInId;
      if (found === null) return refuse('sign_in_unknown', 'This sign-in is not known here.');
      told = { ...told, application: found.application.name };
      const leave = await mayIssue(context, transaction, {
        claim: taken.claim,
        ...found,
        webSessionId: caller.session.id,
        purpose: 'assertion',
        asking: hold === undefined ? undefined : taken.asking,
      });
      if (isRefusal(leave)) return leave;
      told = { ...told, verdict: leave.standing };
      const note = isNoted === null ? null : noteOfResponse(context, origin, leave, found.pending);
      return issueInside(context, origin, transaction, found, leave, note);
    });
  const issued = await notingIfPossible(context, true, inside);
  context.metrics.signIn({ ...told, outcome: isRefusal(issued) ? 'refused' : 'issued' });
  if (isRefusal(issued)) await auditRefusal(context, origin, caller, issued, signInId);
  return issued;
}

/** The computers that what is shown depends on. */
function devicesOf(claim: Claim, { person, session }: Caller): Parameters<typeof holdDevices>[2] {
  const all = { personId: person.id, webSessionId: session.id };
  switch (claim.kind) {
    case 'permit':
      return { deviceSessionId: claim.permit.deviceSessionId };
    case 'report':
      return { deviceSessionId: claim.taken.deviceSessionId };
    case 'activation':
      return { deviceSessionId: claim.proof.deviceSessionId };
    case 'grant':
    case 'observation':
    case 'upstream-claim':
      return all;
    default:
      return claim satisfies never;
  }
}

/** Writes down that someone was not given a response, and why. */
export async function auditRefusal(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  refusal: Refusal,
  signInId: string | null = null,
): Promise<void> {
  const which = { companyId: context.company.id, signInId: signInId ?? '' };
  if (signInId !== null) {
    await noteAside(context, () => noteSignIn(context.database, which, noteOfRefusal(context, origin, refusal)));
  }
  await audit(context, origin, {
    action: 'saml-response',
    outcome: 'refused',
    actor: caller.person,
    details: { code: refusal.refused, reason: refusal.message },
  });
}

/** What leaves, and how it is called in the register of assertions. */
interface Issued {
  readonly assertionId: string;
  readonly sessionIndex: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly samlResponse: string;
}

async function issueInside(
  context: ServerContext,
  origin: Origin,
  transaction: Database,
  { pending, application }: FoundSignIn,
  leave: Leave,
  note: SignInNote | null,
): Promise<SamlPostData> {
  const now = context.now();
  const { person, webSession, standing, evidence, deviceId, reportId, grantId, observed = null, isAgain } = leave;
  const { deviceSessionId } = leave;
  const { samlResponse, ...issued } =
    application.protocol === 'saml' ? issueSaml(context, pending, application, leave) : issueHandle(pending, person);
  const { companyId, id: applicationId } = application;
  const { generation } = context.company;
  const assertion = {
    companyId,
    ...issued,
    applicationId,
    personId: person.id,
    webSessionId: webSession.id,
    standing,
    evidence,
    grantId,
    deviceSessionId,
    judgedBy:
      application.protocol === 'saml'
        ? null
        : judgedBy({
            generation,
            application,
            person,
            device: await findDevice(transaction, companyId, deviceSessionId),
          }),
    issuedAt: now,
    endedAt: null,
  };
  const { assertionId } = issued;
  const { version: policyVersion } = context.policy;
  const event: AuditEvent = {
    action: 'saml-response',
    outcome: 'done',
    actor: person,
    target: application.entityId,
    details: {
      assertionId,
      deviceId,
      reportId,
      grantId,
      policyVersion,
      standing,
      evidence,
      observed,
      ...(isAgain === true ? { isAgain } : {}),
    },
  };
  await storeIssuedAssertion(transaction, assertion, pending.id, entryOf(context, origin, event, now), note);
  // Of the others the answer is written down where it leaves.
  if (application.protocol === 'saml' && isSecondStep(application)) {
    const { name: target } = application;
    const answered = { personId: person.id, assertionId, standing, evidence };
    const of = ofPerson(person.id);
    await audit(
      context,
      origin,
      { action: 'second-step', outcome: 'done', target, of, details: answered },
      transaction,
    );
  }
  return { actionUrl: pending.acsUrl, samlResponse, relayState: pending.relayState };
}

async function findDevice(database: Database, companyId: string, deviceSessionId: string | null) {
  return deviceSessionId === null
    ? null
    : ((await findDeviceSession(database, companyId, deviceSessionId))?.device ?? null);
}

function issueSaml(
  context: ServerContext,
  pending: PendingSignInRow,
  application: Application,
  { person, webSession, standing, evidence }: Leave,
): Issued {
  const { groups, type: userType } = person;
  const upstream = upstreamOf(webSession);
  const issued = issueResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: pending.isUnsolicited ? null : pending.requestId,
    acsUrl: pending.acsUrl,
    nameIdFormat: pending.nameIdFormat,
    person: {
      id: person.id,
      login: person.login,
      email: person.email,
      displayName: person.displayName,
      groups,
      userType,
    },
    companyName: context.company.displayName,
    authenticatedAt: webSession.authenticatedAt,
    signInMethod: signInMethodOf(webSession),
    requestedAuthnContext: pending.requestedAuthnContext,
    upstreamLevel: upstream?.level,
    countsProviderPassword: context.configuration.countsProviderPassword,
    authenticatingAuthorities: upstream === null ? [] : [upstream.issuer],
    deviceStanding: standing,
    deviceEvidence: evidence,
    now: context.now(),
  });
  const { assertionId, sessionIndex, samlResponse, nameId } = issued;
  return { assertionId, sessionIndex, samlResponse, nameId: nameId.value, nameIdFormat: nameId.format };
}

/**
 * For an OpenID Connect application, or a second step, the page posts a one-time handle back to this server, which then
 * gives the other side its code or ID token. What is kept of the handle is its digest.
 */
function issueHandle({ interactionId }: PendingSignInRow, { id }: Person): Issued {
  const handle = createToken();
  return {
    assertionId: hashToken(handle),
    sessionIndex: interactionId ?? '',
    nameId: id,
    nameIdFormat: 'sub',
    samlResponse: handle,
  };
}

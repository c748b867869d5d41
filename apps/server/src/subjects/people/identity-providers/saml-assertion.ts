import type { SamlUpstreamSettings } from '@vestibule/contracts';
import * as z from 'zod';
import { fail, type UpstreamFailure } from './failure.ts';
import type { UpstreamIdentity } from './intent.ts';
import { SAID, saidNames } from './said-texts.ts';
import { vouches } from './unsupported-system.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Texts and attributes as the verifier's reader gives them. */
const text = z.object({ _: z.string() });
const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value).getTime());
const one = <Item extends z.ZodType>(item: Item) => z.tuple([item]).transform(([only]) => only);

/** The parts of a verified assertion that decide; anything missing is a refusal. */
const assertionSchema = z.object({
  Assertion: z.object({
    Issuer: one(text),
    Subject: one(
      z.object({
        NameID: one(z.object({ _: z.string(), $: z.object({ Format: z.string().optional() }).optional() })),
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: one(
              z.object({
                $: z.object({
                  Recipient: z.string().optional(),
                  InResponseTo: z.string().optional(),
                  NotOnOrAfter: moment.optional(),
                  NotBefore: moment.optional(),
                }),
              }),
            ).optional(),
          }),
        ),
      }),
    ),
    Conditions: one(z.object({ $: z.object({ NotBefore: moment.optional(), NotOnOrAfter: moment }) })),
    AuthnStatement: one(
      z.object({
        $: z.object({ AuthnInstant: moment, SessionNotOnOrAfter: moment.optional() }),
        AuthnContext: one(z.object({ AuthnContextClassRef: one(text).optional() })),
      }),
    ),
  }),
});

const valuesSchema = z.record(
  z.string(),
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .catch([]),
);

interface Expected {
  readonly settings: SamlUpstreamSettings;
  readonly acsUrl: string;
  readonly requestId: string;
  readonly now: Date;
  /** What was signed in there before this moment is no new sign-in. */
  readonly startedAt: Date;
}

/**
 * Reads who someone is from an assertion whose signature was verified, and checks what the verifier does not: by our own
 * clock, the recipient, the issuer we began with, the form of the name.
 *
 * @returns the identity, or what is wrong
 */
export function readAssertion(
  assertion: unknown,
  attributes: unknown,
  expected: Expected,
): UpstreamIdentity | UpstreamFailure {
  const parsed = assertionSchema.safeParse(assertion);
  if (!parsed.success) return unusable(`The assertion lacks ${parsed.error.issues[0]?.path.join('.') ?? 'something'}.`);
  const { Issuer, Subject, Conditions, AuthnStatement } = parsed.data.Assertion;
  const { settings } = expected;
  if (Issuer._ !== settings.entityId) return unusable('The assertion is of another identity provider.');
  const confirmations = Subject.SubjectConfirmation.flatMap(({ $, SubjectConfirmationData: data }) =>
    $.Method === BEARER && data !== undefined && isForUs(data.$, expected) ? [data.$] : [],
  );
  if (confirmations.length === 0)
    return unusable('Nothing confirms that the assertion is meant for us and this request.');
  const { NotBefore, NotOnOrAfter } = Conditions.$;
  const isConfirmedNow = confirmations.some((data) => isNow(expected, data.NotBefore, data.NotOnOrAfter));
  if (!isConfirmedNow || !isNow(expected, NotBefore, NotOnOrAfter)) {
    return fail('upstream_clock_wrong', 'The assertion is not valid yet, or no more.');
  }
  const { AuthnInstant, SessionNotOnOrAfter } = AuthnStatement.$;
  if (!isNow(expected, undefined, SessionNotOnOrAfter))
    return unusable('The session at the identity provider is over.');
  const { _: subject, $: nameAttributes } = Subject.NameID;
  if (subject === '' || subject.length > 255 || subject !== subject.trim()) {
    return unusable('The NameID cannot be used.');
  }
  const format = nameAttributes?.Format ?? settings.nameIdFormat;
  if (format !== settings.nameIdFormat) return unusable('The NameID is of another format than was asked for.');
  const level = SAID.level.parse(AuthnStatement.AuthnContext.AuthnContextClassRef?._ ?? null);
  const isToCome = AuthnInstant > expected.now.getTime() + settings.clockSkewMs;
  const isFresh = !isToCome && AuthnInstant >= expected.startedAt.getTime() - settings.clockSkewMs;
  const identity = toIdentity(subject, level, valuesSchema.catch({}).parse(attributes ?? {}), settings);
  return { ...identity, isFresh, signedInAt: new Date(AuthnInstant).toISOString() };
}

function unusable(reason: string): UpstreamFailure {
  return fail('upstream_failed', reason);
}

function isForUs(
  data: {
    readonly Recipient?: string | undefined;
    readonly InResponseTo?: string | undefined;
    readonly NotOnOrAfter?: number | undefined;
  },
  { acsUrl, requestId }: Expected,
): boolean {
  return data.Recipient === acsUrl && data.InResponseTo === requestId && data.NotOnOrAfter !== undefined;
}

function isNow(
  { now, settings: { clockSkewMs } }: Expected,
  notBefore: number | undefined,
  notOnOrAfter: number | undefined,
): boolean {
  const time = now.getTime();
  return (
    (notBefore === undefined || time + clockSkewMs >= notBefore) &&
    (notOnOrAfter === undefined || time - clockSkewMs < notOnOrAfter)
  );
}

function toIdentity(
  subject: string,
  level: string | null,
  attributes: Readonly<Record<string, readonly string[]>>,
  settings: SamlUpstreamSettings,
): UpstreamIdentity {
  const { attributes: names, compliance } = settings;
  const read = (name: string | null) => (name === null ? null : (attributes[name]?.[0] ?? null));
  const groups = names.groups === null ? undefined : attributes[names.groups];
  return {
    issuer: settings.entityId,
    subject,
    login: SAID.login.parse(read(names.login)),
    email: SAID.email.parse(read(names.email)),
    // SAML has no word for it: the company's own identity provider says it, and its signature stands below.
    isEmailVerified: true,
    isEmailProven: true,
    displayName: SAID.displayName.parse(read(names.displayName)),
    groups: SAID.groups.parse(groups ?? null),
    userType: SAID.userType.parse(read(names.userType)),
    hasSecondFactor: level !== null && settings.secondFactor.authnContexts.includes(level),
    isDeviceVouchedFor: compliance !== null && vouches(attributes[compliance.claim], compliance),
    level,
    received: saidNames(attributes),
    hasTooManyGroups: false,
    isFresh: false,
    signedInAt: null,
  };
}

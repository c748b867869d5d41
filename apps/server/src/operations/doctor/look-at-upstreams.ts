import { X509Certificate } from 'node:crypto';
import { oidcUpstreamSettingsSchema, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import * as z from 'zod';
import { findPlaces, HOW_TO_OPEN, isInside } from '../outgoing/find-place.ts';
import { type MayReach, reachesAll } from '../outgoing/reach.ts';
import { daysLeft } from '../tls/certificate-pair.ts';
import { HOW_TO_TRUST, isDistrust } from '../tls/distrust.ts';
import { ask, type Asked } from './ask.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { reasonOf } from '../log/reason-of.ts';
import { compareWithDate, type OtherClock } from './look-at-clock.ts';

export interface UpstreamSettings {
  readonly kind: 'oidc' | 'saml';
  readonly name: string;
  readonly settings: unknown;
}

export interface UpstreamLook {
  readonly finding: Finding;
  readonly clock: OtherClock | null;
}

const SOON_DAYS = 30;

/** Sign-in may work, and doctor think that the server does not look there. */
const WHOSE_SETTINGS =
  'This command read vestibule.json and its own environment, not that of the server’s service: put the setting into vestibule.json ("privateNetworks": ["10.20.0.0/16"]), which both read.';

/** Whom the server would ask, and the time by this computer. */
interface Looking {
  readonly date: () => Date;
  readonly mayReach: MayReach;
}

/** Asks one identity provider what the server asks it, and looks at what it signs with. */
export async function lookAtUpstream(
  { kind, name, settings }: UpstreamSettings,
  looking: Looking,
): Promise<UpstreamLook> {
  const check = `Sign-in by ${name}`;
  switch (kind) {
    case 'oidc':
      return lookAtOidc(check, oidcUpstreamSettingsSchema.parse(settings).issuer, looking);
    case 'saml':
      return lookAtSaml(check, samlUpstreamSettingsSchema.parse(settings), looking.date);
  }
}

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url(), authorization_endpoint: z.url() });
const keysSchema = z.object({ keys: z.array(z.unknown()).min(1) });

async function lookAtOidc(check: string, issuer: string, looking: Looking): Promise<UpstreamLook> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const reached = await reach(address, looking);
  if (!reached.ok) return { finding: unreachable(check, address, reached), clock: null };
  const { asked, clock } = reached;
  const document = discoverySchema.safeParse(readJson(asked.text));
  if (asked.status !== 200 || !document.success) {
    const next = 'Copy the issuer from the provider once more: vestibule identity-provider set --help';
    return {
      finding: wrong(check, `${address} holds no description of an identity provider (status ${asked.status}).`, next),
      clock,
    };
  }
  if (document.data.issuer !== issuer) {
    const next = `Set the issuer to exactly that: ${document.data.issuer}`;
    return {
      finding: wrong(check, `The provider calls itself ${document.data.issuer}, and here it is ${issuer}.`, next),
      clock,
    };
  }
  const keys = await reach(document.data.jwks_uri, looking);
  if (!keys.ok) return { finding: unreachable(check, document.data.jwks_uri, keys), clock };
  return keysSchema.safeParse(readJson(keys.asked.text)).success
    ? { finding: good(check, 'It answers, under the issuer that is set, with its keys.'), clock }
    : { finding: wrong(check, `${document.data.jwks_uri} holds no keys.`, 'Ask the provider’s administrator.'), clock };
}

type SamlSettings = z.infer<typeof samlUpstreamSettingsSchema>;

async function lookAtSaml(
  check: string,
  { ssoUrl, certificates }: SamlSettings,
  date: () => Date,
): Promise<UpstreamLook> {
  // Browsers go there, and this server does not: wherever it is, it is asked.
  const reached = await reach(ssoUrl, { date, mayReach: reachesAll });
  const clock = reached.ok ? reached.clock : null;
  const days = Math.max(...certificates.map((pem) => daysLeft(new X509Certificate(pem), date())));
  const renew = 'Take the provider’s new certificate before it changes over: vestibule identity-provider set --help';
  if (!reached.ok) return { finding: unreachable(check, ssoUrl, reached), clock };
  if (days < 0) return { finding: wrong(check, `Its certificate ended ${-days} days ago.`, renew), clock };
  return days < SOON_DAYS
    ? { finding: look(check, `It answers; its certificate ends in ${days} days.`, renew), clock }
    : { finding: good(check, `It answers; its certificate is good for ${days} more days.`), clock };
}

interface Unreached {
  readonly ok: false;
  readonly reason: string;
  readonly next: string;
}

function unreachable(check: string, address: string, { reason, next }: Unreached): Finding {
  return wrong(check, `${address} cannot be reached: ${reason}.`, next);
}

function whatToDo(error: unknown): string {
  if (isInside(error)) return `${HOW_TO_OPEN} ${WHOSE_SETTINGS}`;
  return isDistrust(error)
    ? HOW_TO_TRUST
    : 'Look whether this server may go out to it (proxy, firewall), and at the provider’s own status page. People with a session here go on.';
}

async function reach(
  address: string,
  { date, mayReach }: Looking,
): Promise<{ readonly ok: true; readonly asked: Asked; readonly clock: OtherClock | null } | Unreached> {
  try {
    await findPlaces(new URL(address).hostname, mayReach);
    const before = date().getTime();
    const asked = await ask(address, { checksCertificate: true });
    const middle = before + (asked.answeredAt - asked.sentAt) / 2;
    return { ok: true, asked, clock: compareWithDate(new URL(address).host, asked.headers.date, middle) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error), next: whatToDo(error) };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { X509Certificate } from 'node:crypto';
import { oidcUpstreamSettingsSchema, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import * as z from 'zod';
import { daysLeft } from '../tls/certificate-pair.ts';
import { ask, type Asked } from './ask.ts';
import { type Finding, good, look, reasonOf, wrong } from './finding.ts';
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

/** Asks one identity provider what the server asks it, and looks at what it signs with. @param date by this computer */
export async function lookAtUpstream(
  { kind, name, settings }: UpstreamSettings,
  date: () => Date,
): Promise<UpstreamLook> {
  const check = `Sign-in by ${name}`;
  switch (kind) {
    case 'oidc':
      return lookAtOidc(check, oidcUpstreamSettingsSchema.parse(settings).issuer, date);
    case 'saml':
      return lookAtSaml(check, samlUpstreamSettingsSchema.parse(settings), date);
  }
}

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url(), authorization_endpoint: z.url() });
const keysSchema = z.object({ keys: z.array(z.unknown()).min(1) });

async function lookAtOidc(check: string, issuer: string, date: () => Date): Promise<UpstreamLook> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const reached = await reach(address, date);
  if (!reached.ok) return { finding: unreachable(check, address, reached.reason), clock: null };
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
  const keys = await reach(document.data.jwks_uri, date);
  if (!keys.ok) return { finding: unreachable(check, document.data.jwks_uri, keys.reason), clock };
  return keysSchema.safeParse(readJson(keys.asked.text)).success
    ? { finding: good(check, 'It answers, under the issuer that is set, with its keys.'), clock }
    : { finding: wrong(check, `${document.data.jwks_uri} holds no keys.`, 'Ask whoever runs the provider.'), clock };
}

type SamlSettings = z.infer<typeof samlUpstreamSettingsSchema>;

async function lookAtSaml(
  check: string,
  { ssoUrl, certificates }: SamlSettings,
  date: () => Date,
): Promise<UpstreamLook> {
  const reached = await reach(ssoUrl, date);
  const clock = reached.ok ? reached.clock : null;
  const days = Math.max(...certificates.map((pem) => daysLeft(new X509Certificate(pem), date())));
  const renew = 'Take the provider’s new certificate before it changes over: vestibule identity-provider set --help';
  if (!reached.ok) return { finding: unreachable(check, ssoUrl, reached.reason), clock };
  if (days < 0) return { finding: wrong(check, `Its certificate ended ${-days} days ago.`, renew), clock };
  return days < SOON_DAYS
    ? { finding: look(check, `It answers; its certificate ends in ${days} days.`, renew), clock }
    : { finding: good(check, `It answers; its certificate is good for ${days} more days.`), clock };
}

function unreachable(check: string, address: string, reason: string): Finding {
  const next =
    'Look whether this server may go out to it (proxy, firewall), and at the provider’s own status page. People with a session here go on.';
  return wrong(check, `${address} cannot be reached: ${reason}.`, next);
}

async function reach(
  address: string,
  date: () => Date,
): Promise<
  | { readonly ok: true; readonly asked: Asked; readonly clock: OtherClock | null }
  | { readonly ok: false; readonly reason: string }
> {
  try {
    const before = date().getTime();
    const asked = await ask(address, { checksCertificate: true });
    const middle = before + (asked.answeredAt - asked.sentAt) / 2;
    return { ok: true, asked, clock: compareWithDate(new URL(address).host, asked.headers.date, middle) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

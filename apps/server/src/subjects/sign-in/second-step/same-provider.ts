import * as z from 'zod';
import type { Application } from '../../../repositories/companies.ts';

const addressesSchema = z.object({ acsUrls: z.array(z.object({ url: z.string() })) });
const redirectsSchema = z.object({ redirectUris: z.array(z.string()) });
const upstreamSchema = z.object({ issuer: z.string().optional(), ssoUrl: z.string().optional() });

/**
 * Whether an identity provider of the company is the one that asks for a sign-in: its own address is where the answer goes.
 * Signing in there would lead back here, and round again.
 */
export function isAsking(
  upstream: { readonly settings: unknown },
  application: Pick<Application, 'serviceProvider' | 'oidcClient'>,
): boolean {
  const { issuer, ssoUrl } = upstreamSchema.catch({}).parse(upstream.settings);
  const hosts = [issuer, ssoUrl].flatMap(hostOf);
  return answersTo(application)
    .flatMap(hostOf)
    .some((host) => hosts.includes(host));
}

function answersTo({ serviceProvider, oidcClient }: Pick<Application, 'serviceProvider' | 'oidcClient'>): string[] {
  const saml = addressesSchema.safeParse(serviceProvider).data?.acsUrls ?? [];
  return [...saml.map(({ url }) => url), ...(redirectsSchema.safeParse(oidcClient).data?.redirectUris ?? [])];
}

/** Google's older address for answers is at another host of its own. */
function hostOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { host } = new URL(address);
  return [host === 'www.google.com' ? 'accounts.google.com' : host];
}

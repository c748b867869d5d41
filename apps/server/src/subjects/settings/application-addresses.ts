import { isProtectedTarget } from '@vestibule/contracts';
import * as z from 'zod';
import type { Application } from '../../repositories/companies.ts';

/** Of any record, however old, what names an address that a browser is sent to. */
const addressesSchema = z
  .object({
    acsUrls: z.array(z.object({ url: z.string() })).default([]),
    singleLogoutServices: z
      .array(z.object({ url: z.string(), responseUrl: z.string().nullable().default(null) }))
      .default([]),
    redirectUris: z.array(z.string()).default([]),
  })
  .catch({ acsUrls: [], singleLogoutServices: [], redirectUris: [] });

/** Every address of a record that a browser is sent to. */
export function addressesIn(record: unknown): readonly string[] {
  const { acsUrls, singleLogoutServices, redirectUris } = addressesSchema.parse(record ?? {});
  return [
    ...acsUrls.map(({ url }) => url),
    ...singleLogoutServices.flatMap(({ url, responseUrl }) => (responseUrl === null ? [url] : [url, responseUrl])),
    ...redirectUris,
  ];
}

/**
 * The addresses of an application that are without https and not of this very computer. None can be registered; what was
 * stored before works only as long as the policy is not enforced.
 */
export function unprotectedAddressesOf({
  serviceProvider,
  oidcClient,
  startUrl,
}: Pick<Application, 'serviceProvider' | 'oidcClient' | 'startUrl'>): string[] {
  const all = [...addressesIn(serviceProvider ?? oidcClient), ...(startUrl === null ? [] : [startUrl])];
  return [...new Set(all.filter((address) => !isProtectedTarget(address)))];
}

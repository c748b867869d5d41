import type { ADMIN_CALLS } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { type OidcClient, oidcClientSchema } from '../../oidc/oidc-client.ts';
import { readServiceProviderMetadata, type ServiceProvider, serviceProviderSchema } from '../../saml/index.ts';
import { type SecondStepRecord, secondStepRecordSchema } from '../../second-step/record.ts';
import { loadAnyUpstream } from '../identity/upstream/settings.ts';
import { isRefusal, type Refusal, refuse } from '../server-context.ts';
import type { Acting } from './acting.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { findStrayField } from './plan-settings.ts';

type Source = z.infer<typeof ADMIN_CALLS.adminAddApplication.body>['source'];

/** The record of an application, read and checked. */
export type ReadSource = { readonly warnings: readonly string[] } & (
  | { readonly protocol: 'saml'; readonly entityId: string; readonly record: ServiceProvider }
  | { readonly protocol: 'oidc'; readonly record: OidcClient }
  | { readonly protocol: 'second-step'; readonly record: SecondStepRecord }
);

/** Reads a record in whichever way it was given. @returns the record, or which field is wrong, or what to do about the metadata */
export async function readSource(
  acting: Acting,
  source: Source,
): Promise<ReadSource | Refusal<'request_malformed' | 'metadata_refused'>> {
  switch (source.from) {
    case 'saml-record': {
      const parsed = serviceProviderSchema.safeParse(source.record);
      if (!parsed.success) return wrongField(parsed.error.issues[0]);
      const stray = findStrayField(source.record, parsed.data, 'body.source.record');
      if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
      return { protocol: 'saml', entityId: parsed.data.entityId, record: parsed.data, warnings: [] };
    }
    case 'saml-metadata':
      return readMetadata(acting, source.xml);
    case 'saml-metadata-url': {
      const fetched = await fetchMetadata(source.url, {
        mayReachInside: acting.administrator.reach === 'installation',
      });
      return isRefusal(fetched) ? fetched : readMetadata(acting, fetched.xml);
    }
    case 'oidc': {
      const parsed = oidcClientSchema.safeParse(source.record);
      if (!parsed.success) return wrongField(parsed.error.issues[0]);
      const stray = findStrayField(source.record, parsed.data, 'body.source.record');
      if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
      return { protocol: 'oidc', record: parsed.data, warnings: [] };
    }
    case 'second-step':
      return readSecondStep(acting, source.record);
    default:
      return source satisfies never;
  }
}

/** Whether an OpenID Connect application proves itself by a secret. */
export function hasSecret({ authenticationMethod }: OidcClient): boolean {
  return authenticationMethod !== 'none';
}

function readMetadata({ context }: Acting, xml: string): ReadSource | Refusal<'metadata_refused'> {
  const read = readServiceProviderMetadata(xml, { now: context.now() });
  if (!read.ok) return refuse('metadata_refused', read.message);
  const { serviceProvider: record, validUntil } = read;
  return {
    protocol: 'saml',
    entityId: record.entityId,
    record,
    warnings:
      validUntil === null
        ? []
        : [
            `The application says that its metadata ends on ${validUntil.toISOString().slice(0, 10)}. Get it anew by then.`,
          ],
  };
}

async function readSecondStep(
  { context }: Acting,
  record: unknown,
): Promise<ReadSource | Refusal<'request_malformed'>> {
  const parsed = secondStepRecordSchema.safeParse(record);
  if (!parsed.success) return wrongField(parsed.error.issues[0]);
  const stray = findStrayField(record, parsed.data, 'body.source.record');
  if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
  const upstream = await loadAnyUpstream(context, parsed.data.upstreamId);
  return upstream?.kind === 'oidc'
    ? { protocol: 'second-step', record: parsed.data, warnings: [] }
    : refuse('request_malformed', 'body.source.record.upstreamId: no OpenID Connect identity provider has this id.');
}

function wrongField(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined) {
  const path = ['body.source.record', ...(issue?.path ?? [])].map(String).join('.');
  return refuse('request_malformed', `${path}: ${issue?.message ?? 'is wrong'}`);
}

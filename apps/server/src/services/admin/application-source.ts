import { type ADMIN_CALLS, readInWords } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { newOidcClientSchema, type OidcClient } from '../../oidc/oidc-client.ts';
import { readServiceProviderMetadata, type ServiceProvider, serviceProviderSchema } from '../../saml/index.ts';
import { type SecondStepRecord, secondStepRecordSchema } from '../../second-step/record.ts';
import { loadAnyUpstream } from '../identity/upstream/settings.ts';
import { isRefusal, type Refusal, refuse } from '../server-context.ts';
import type { Acting } from './acting.ts';
import { findReach, reachesAll } from '../../outgoing/reach.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { findStrayField } from './plan-settings.ts';

/** Where a record stands in the call. */
const RECORD = ['body', 'source', 'record'];

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
      const read = readInWords(serviceProviderSchema, source.record, RECORD);
      if (!read.ok) return refuse('request_malformed', read.problems[0]);
      const stray = findStrayField(source.record, read.value, RECORD.join('.'));
      if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
      return { protocol: 'saml', entityId: read.value.entityId, record: read.value, warnings: [] };
    }
    case 'saml-metadata':
      return readMetadata(acting, source.xml);
    case 'saml-metadata-url': {
      const isAtServer = acting.administrator.reach === 'installation';
      const fetched = await fetchMetadata(source.url, isAtServer ? reachesAll : await findReach(acting.context));
      return isRefusal(fetched) ? fetched : readMetadata(acting, fetched.xml);
    }
    case 'oidc': {
      const read = readInWords(newOidcClientSchema, source.record, RECORD);
      if (!read.ok) return refuse('request_malformed', read.problems[0]);
      const stray = findStrayField(source.record, read.value, RECORD.join('.'));
      if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
      return { protocol: 'oidc', record: read.value, warnings: [] };
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
  const read = readInWords(secondStepRecordSchema, record, RECORD);
  if (!read.ok) return refuse('request_malformed', read.problems[0]);
  const stray = findStrayField(record, read.value, RECORD.join('.'));
  if (stray !== null) return refuse('request_malformed', `${stray}: nothing reads this field.`);
  const upstream = await loadAnyUpstream(context, read.value.upstreamId);
  return upstream?.kind === 'oidc'
    ? { protocol: 'second-step', record: read.value, warnings: [] }
    : refuse('request_malformed', 'body.source.record.upstreamId: no OpenID Connect identity provider has this id.');
}

import { type ADMIN_CALLS, isProtectedTarget, NOT_PROTECTED, readInWords } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { newOidcClientSchema, type OidcClient } from '../../protocols/oidc/oidc-client.ts';
import {
  readServiceProviderMetadata,
  type ServiceProvider,
  serviceProviderSchema,
} from '../../protocols/saml/index.ts';
import { type SecondStepRecord, secondStepRecordSchema } from '../../protocols/entra/record.ts';
import type { Application } from '../../repositories/companies.ts';
import { loadAnyUpstream } from '../people/identity-providers/settings.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { addressesIn } from '../settings/application-addresses.ts';
import type { Acting } from '../audit/acting.ts';
import { findReach, reachesAll } from '../../operations/outgoing/reach.ts';
import { mergeRecord, recordOf, withoutNulls } from './application-record.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { findStrayField } from '../settings/plan-settings.ts';

/** Where a record stands in the call. */
const RECORD = ['body', 'source', 'record'];

type Source = z.infer<typeof ADMIN_CALLS.adminAddApplication.body>['source'];

/** The record of an application, read and checked. */
export type ReadSource = { readonly warnings: readonly string[] } & (
  | { readonly protocol: 'saml'; readonly entityId: string; readonly record: ServiceProvider }
  | { readonly protocol: 'oidc'; readonly record: OidcClient }
  | { readonly protocol: 'second-step'; readonly record: SecondStepRecord }
);

/**
 * Reads a record in whichever way it was given.
 * @param application that changes: what its source does not say stays, and null takes a field back. Null: it is new
 * @returns the record, or which field is wrong, or what to do about the metadata
 */
export async function readSource(
  acting: Acting,
  source: Source,
  application: Application | null,
): Promise<ReadSource | Refusal<'request_malformed' | 'metadata_refused'>> {
  const read = await readUnchecked(acting, source, application);
  return isRefusal(read) ? read : (refuseUnprotected(read) ?? read);
}

/** Sign-ins do not go where they can be read on their way. The other protocols' records say so themselves. */
function refuseUnprotected({ protocol, record }: ReadSource): Refusal<'request_malformed'> | null {
  const [address] = protocol === 'saml' ? addressesIn(record).filter((one) => !isProtectedTarget(one)) : [];
  return address === undefined ? null : refuse('request_malformed', `${address}: ${NOT_PROTECTED}.`);
}

async function readUnchecked(
  acting: Acting,
  source: Source,
  application: Application | null,
): Promise<ReadSource | Refusal<'request_malformed' | 'metadata_refused'>> {
  switch (source.from) {
    case 'saml-record': {
      const record = readRecord(serviceProviderSchema, source.record, storedAs('saml', application));
      return isRefusal(record) ? record : { protocol: 'saml', entityId: record.entityId, record, warnings: [] };
    }
    case 'saml-metadata':
      return readMetadata(acting, source.xml, application);
    case 'saml-metadata-url': {
      const isAtServer = acting.administrator.reach === 'installation';
      const fetched = await fetchMetadata(source.url, isAtServer ? reachesAll : await findReach(acting.context));
      return isRefusal(fetched) ? fetched : readMetadata(acting, fetched.xml, application);
    }
    case 'oidc': {
      const record = readRecord(newOidcClientSchema, source.record, storedAs('oidc', application));
      return isRefusal(record) ? record : { protocol: 'oidc', record, warnings: [] };
    }
    case 'second-step':
      return readSecondStep(acting, source.record, storedAs('second-step', application));
    default:
      return source satisfies never;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** What is stored of an application that speaks this protocol. */
function storedAs(protocol: Application['protocol'], application: Application | null): Fields {
  return application?.protocol === protocol ? recordOf(application) : {};
}

/** @returns what is stored with what was sent in it, checked; or which field is wrong */
function readRecord<Schema extends z.core.$ZodType & { readonly shape: Fields }>(
  schema: Schema,
  sent: Fields,
  stored: Fields,
): z.output<Schema> | Refusal<'request_malformed'> {
  const read = readInWords(schema, mergeRecord(stored, sent, schema.shape), RECORD);
  if (!read.ok) return refuse('request_malformed', read.problems[0]);
  const stray = findStrayField(withoutNulls(sent, schema.shape), read.value, RECORD.join('.'));
  return stray === null ? read.value : refuse('request_malformed', `${stray}: nothing reads this field.`);
}

/** Whether an OpenID Connect application proves itself by a secret. */
export function hasSecret({ authenticationMethod }: OidcClient): boolean {
  return authenticationMethod !== 'none';
}

function readMetadata(
  { context }: Acting,
  xml: string,
  application: Application | null,
): ReadSource | Refusal<'metadata_refused'> {
  const read = readServiceProviderMetadata(xml, { now: context.now() });
  if (!read.ok) return refuse('metadata_refused', read.message);
  const { said, validUntil } = read;
  const merged = readInWords(serviceProviderSchema, { ...storedAs('saml', application), ...said }, RECORD);
  if (!merged.ok) return refuse('metadata_refused', merged.problems[0]);
  return {
    protocol: 'saml',
    entityId: merged.value.entityId,
    record: merged.value,
    warnings:
      validUntil === null
        ? []
        : [
            `The application says that its metadata ends on ${validUntil.toISOString().slice(0, 10)}. Get it again by then.`,
          ],
  };
}

async function readSecondStep(
  { context }: Acting,
  sent: Fields,
  stored: Fields,
): Promise<ReadSource | Refusal<'request_malformed'>> {
  const record = readRecord(secondStepRecordSchema, sent, stored);
  if (isRefusal(record)) return record;
  const upstream = await loadAnyUpstream(context, record.upstreamId);
  return upstream?.kind === 'oidc'
    ? { protocol: 'second-step', record, warnings: [] }
    : refuse('request_malformed', 'body.source.record.upstreamId: no OpenID Connect identity provider has this id.');
}

import { AwsV4Signer } from 'aws4fetch';
import { type EvidenceKey, parseEvidenceKey } from './evidence-key.ts';
import {
  EVIDENCE_MAXIMUM_BYTES,
  type EvidenceStore,
  failStore,
  type PresignedPut,
  type PutWanted,
  type StoreFailure,
} from './evidence-store.ts';
import { createS3Sender, formatDateTime, type S3Answer, type S3Timing } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';

const WEEK_SECONDS = 604_800;

/** Evidence in a bucket of any store that speaks the S3 protocol (Signature Version 4). */
export function createS3Store(settings: S3Settings, timing: S3Timing): EvidenceStore {
  const send = createS3Sender(settings, timing);
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  const urlOf = (key: EvidenceKey) => new URL(`${bucket}/${key}`);
  const tooLarge = () => failStore('too_large', `Evidence has ${EVIDENCE_MAXIMUM_BYTES} bytes at most.`);

  return {
    put: async (key, bytes) => {
      if (bytes.byteLength > EVIDENCE_MAXIMUM_BYTES) return tooLarge();
      const answer = await send({ method: 'PUT', url: urlOf(key), body: bytes });
      if (!answer.ok) return answer;
      return answer.status === 200 ? { ok: true } : explain(answer, settings);
    },

    get: async (key) => {
      const answer = await send({ method: 'GET', url: urlOf(key) });
      if (!answer.ok) return answer;
      if (answer.status !== 200) return explain(answer, settings);
      return answer.body.byteLength > EVIDENCE_MAXIMUM_BYTES ? tooLarge() : { ok: true, bytes: answer.body };
    },

    delete: async (key) => {
      const answer = await send({ method: 'DELETE', url: urlOf(key) });
      if (!answer.ok) return answer;
      if (answer.status === 204 || answer.status === 200) return { ok: true };
      const failure = explain(answer, settings);
      return failure.code === 'not_found' ? { ok: true } : failure;
    },

    list: async (prefix, cursor) => {
      const url = new URL(bucket);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', prefix);
      if (cursor !== null) url.searchParams.set('continuation-token', cursor);
      const answer = await send({ method: 'GET', url });
      if (!answer.ok) return answer;
      return answer.status === 200 ? readListing(answer.body.toString('utf8'), settings) : explain(answer, settings);
    },

    directUpload: {
      origin: settings.endpoint,
      presignPut: (key, wanted) => presignPut(settings, urlOf(key), wanted, timing.now()),
    },
  };
}

/** Length and type are signed with the address: the store refuses a body of another length. */
async function presignPut(settings: S3Settings, url: URL, wanted: PutWanted, now: Date): Promise<PresignedPut> {
  const { contentLength, contentType, expiresInSeconds } = wanted;
  if (!Number.isInteger(contentLength) || contentLength < 1 || contentLength > EVIDENCE_MAXIMUM_BYTES) {
    throw new RangeError('An upload has 1 to EVIDENCE_MAXIMUM_BYTES bytes.');
  }
  if (!Number.isInteger(expiresInSeconds) || expiresInSeconds < 1 || expiresInSeconds > WEEK_SECONDS) {
    throw new RangeError('An upload address lives for 1 second to a week.');
  }
  url.searchParams.set('X-Amz-Expires', String(expiresInSeconds));
  const signed = await new AwsV4Signer({
    method: 'PUT',
    url: url.href,
    headers: { 'content-length': String(contentLength), 'content-type': contentType },
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    region: settings.region,
    service: 's3',
    datetime: formatDateTime(now),
    signQuery: true,
    // Otherwise the library signs neither length nor type.
    allHeaders: true,
  }).sign();
  return { url: signed.url.href, headers: { 'content-type': contentType } };
}

function readListing(text: string, settings: S3Settings): Awaited<ReturnType<EvidenceStore['list']>> {
  if (!/<ListBucketResult[\s>]/.test(text)) {
    return failStore(
      'store_refused',
      `${settings.endpoint} did not answer as an S3 store. Check VESTIBULE_S3_ENDPOINT.`,
    );
  }
  const names = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => unescapeXml(name));
  const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  return {
    ok: true,
    // What another person keeps in the bucket is none of ours.
    keys: names.map(parseEvidenceKey).filter((key) => key !== null),
    cursor: token === undefined ? null : unescapeXml(token),
  };
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}

/** What an answer that is no success means, with what to do about it. */
function explain(answer: S3Answer, settings: S3Settings): StoreFailure {
  const code =
    /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(answer.body.toString('utf8'))?.[1] ?? `status ${answer.status}`;
  if (answer.status === 404 && code !== 'NoSuchBucket') return failStore('not_found', 'There is no such evidence.');
  return failStore('store_refused', `The object store refused (${code}). ${adviceFor(code, answer.status, settings)}`);
}

function adviceFor(code: string, status: number, settings: S3Settings): string {
  if (code === 'NoSuchBucket') return `Make the bucket ${settings.bucket}, or correct VESTIBULE_S3_BUCKET.`;
  if (code === 'RequestTimeTooSkewed') return 'The clock of this computer is wrong: set it.';
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400)) return 'Check VESTIBULE_S3_REGION.';
  if (status === 401 || status === 403) {
    return `Check VESTIBULE_S3_KEY_ID and VESTIBULE_S3_SECRET, and that the key may read, write, delete and list in ${settings.bucket}.`;
  }
  return 'Check that the store supports the S3 protocol with Signature Version 4.';
}

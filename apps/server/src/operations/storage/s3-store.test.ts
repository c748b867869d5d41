import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEvidenceKey } from './evidence-key.ts';
import { EVIDENCE_MAXIMUM_BYTES, type PresignedPut } from './evidence-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-settings.ts';
import { type S3TestServer, startS3TestServer } from './testing/s3-server.ts';

const START = new Date('2026-11-21T08:00:00Z');
const BODY = '{"signed":"report"}';
const WANTED = { contentLength: BODY.length, contentType: 'application/json', expiresInSeconds: 60 };
const key = createEvidenceKey('incoming', {
  companyId: '1b0e0000-0000-4000-8000-000000000001',
  id: randomUUID(),
  at: START,
});

let server: S3TestServer;
let waits: number[];
beforeEach(async () => {
  server = await startS3TestServer(START);
  waits = [];
});
afterEach(() => server.stop());

function open(changes: Partial<S3Settings> = {}, tryTimeoutMs = 30_000) {
  return createS3Store(
    { ...server.settings, ...changes },
    { now: () => START, wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)), tryTimeoutMs },
  );
}

async function presign(changes: Partial<typeof WANTED> = {}): Promise<PresignedPut> {
  const { directUpload } = open();
  if (directUpload === null) throw new Error('An object store takes direct uploads.');
  return directUpload.presignPut(key, { ...WANTED, ...changes });
}

/** A browser's PUT: no credentials, only the address. @returns the status */
async function put(
  url: string,
  options: { readonly body?: string; readonly headers?: Record<string, string>; readonly method?: string } = {},
): Promise<number> {
  const { body = BODY, method = 'PUT', headers = { 'content-type': 'application/json' } } = options;
  return (await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) })).status;
}

describe('an address to upload to', () => {
  test('takes exactly what it was made for, and the bytes are there', async () => {
    const { url, headers } = await presign();
    expect(await put(url, { headers })).toBe(200);
    expect(await open().get(key)).toEqual({ ok: true, bytes: Buffer.from(BODY) });
  });

  test('names the origin that the page has to be allowed to connect to, and no secret', async () => {
    const { url } = await presign();
    expect(open().directUpload?.origin).toBe(server.settings.endpoint);
    expect(new URL(url).origin).toBe(server.settings.endpoint);
    expect(decodeURIComponent(url)).not.toContain(server.settings.secret);
  });

  test('takes no byte more or less', async () => {
    const { url } = await presign();
    expect(await put(url, { body: `${BODY} ` })).toBe(403);
    expect(await put(url, { body: BODY.slice(1) })).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  test('takes no body of unknown length', async () => {
    const { url } = await presign();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(url, { method: 'PUT', headers: { 'content-type': 'application/json' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.once('error', reject);
      sending.write(BODY);
      sending.end();
    });
    expect(status).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  test('takes no other type, and no header that would change how the object is kept', async () => {
    const { url } = await presign();
    expect(await put(url, { headers: { 'content-type': 'text/html' } })).toBe(403);
    const headers = { 'content-type': 'application/json', 'x-amz-acl': 'public-read' };
    expect(await put(url, { headers })).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  test('is for one key, one method, one length and one time: every part of it is signed', async () => {
    const { url } = await presign();
    const changes: readonly ((address: URL) => void)[] = [
      (address) => (address.pathname = address.pathname.replace('incoming', 'reports')),
      (address) => (address.pathname = address.pathname.replace(/[^/]+$/, `${randomUUID()}.json`)),
      (address) => address.searchParams.set('X-Amz-Expires', '604800'),
      (address) => address.searchParams.set('X-Amz-Date', '20261121T080001Z'),
      (address) => address.searchParams.set('X-Amz-SignedHeaders', 'host'),
      (address) => address.searchParams.set('X-Amz-Credential', 'TESTKEY/20261121/us-east-1/s3/aws4_request'),
      (address) => address.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
      (address) => address.searchParams.delete('X-Amz-Signature'),
      (address) => address.searchParams.set('x-amz-acl', 'public-read'),
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      expect(changed.href).not.toBe(url);
      expect(await put(changed.href)).toBeGreaterThanOrEqual(400);
    }
    expect(await put(url, { method: 'GET' })).toBe(403);
    expect(await put(url, { method: 'DELETE' })).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  test('works to its last second and not beyond', async () => {
    const { url } = await presign();
    server.now = new Date(START.getTime() + 60_000);
    expect(await put(url)).toBe(200);
    server.now = new Date(START.getTime() + 60_001);
    expect(await put(url)).toBe(403);
  });

  test.each([
    { contentLength: 0 },
    { contentLength: 1.5 },
    { contentLength: EVIDENCE_MAXIMUM_BYTES + 1 },
    { expiresInSeconds: 0 },
    { expiresInSeconds: 604_801 },
  ])('is not made for %j', async (changes) => {
    await expect(presign(changes)).rejects.toThrow(RangeError);
  });
});

describe('a store that does not do its part', () => {
  test('is asked three times, with longer waits, and then it is out of reach', async () => {
    server.faults.push(503, 'hang up', 500);
    expect(await open().put(key, Buffer.from(BODY))).toMatchObject({
      ok: false,
      code: 'store_unreachable',
      message: expect.stringContaining('(it answered 500)'),
    });
    expect(server.log).toHaveLength(3);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(100);
    expect(waits[1]).toBeGreaterThanOrEqual(200);
    expect(waits[1]).toBeLessThanOrEqual(400);
  });

  test('one that stumbles once is asked again', async () => {
    server.faults.push('hang up', 429);
    expect(await open().put(key, Buffer.from(BODY))).toEqual({ ok: true });
    expect(server.objects.get(key)).toEqual(Buffer.from(BODY));
  });

  test('one that never answers is given up', async () => {
    server.faults.push('silence', 'silence', 'silence');
    expect(await open({}, 300).get(key)).toMatchObject({
      code: 'store_unreachable',
      message: expect.stringContaining('no answer within 0.3 seconds'),
    });
  });

  test('one that is not there is out of reach', async () => {
    await server.stop();
    const failure = await open().get(key);
    expect(failure).toMatchObject({
      code: 'store_unreachable',
      message: expect.stringContaining('VESTIBULE_S3_ENDPOINT'),
    });
    server = await startS3TestServer(START);
  });

  test.each([
    ['the secret', { secret: 'wrong' }, 'SignatureDoesNotMatch', 'VESTIBULE_S3_SECRET'],
    ['the key', { keyId: 'WRONG' }, 'InvalidAccessKeyId', 'VESTIBULE_S3_KEY_ID'],
    ['the region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed', 'VESTIBULE_S3_REGION'],
    ['the bucket', { bucket: 'other' }, 'NoSuchBucket', 'VESTIBULE_S3_BUCKET'],
  ])(
    'one that refuses %s is not asked again, and the sentence says what to check',
    async (_, changes, code, advice) => {
      const store = open(changes);
      for (const answer of [
        await store.put(key, Buffer.from(BODY)),
        await store.get(key),
        await store.delete(key),
        await store.list('reports/', null),
      ]) {
        expect(answer).toMatchObject({ ok: false, code: 'store_refused' });
        expect(answer.ok ? '' : answer.message).toContain(code);
        expect(answer.ok ? '' : answer.message).toContain(advice);
        expect(answer.ok ? '' : answer.message).not.toContain(server.settings.secret);
      }
      expect(server.log).toHaveLength(4);
    },
  );

  test('a clock that is far off is said so', async () => {
    server.now = new Date(START.getTime() + 3_600_000);
    expect(await open().get(key)).toMatchObject({ message: expect.stringContaining('The clock of this computer') });
  });

  test('an object larger than evidence is not read', async () => {
    server.objects.set(key, Buffer.alloc(EVIDENCE_MAXIMUM_BYTES + 1));
    expect(await open().get(key)).toMatchObject({ code: 'too_large' });
    server.objects.set(key, Buffer.alloc(5_000_000));
    expect(await open().get(key)).toMatchObject({ code: 'too_large' });
    expect(server.log).toHaveLength(2);
  });

  test('what others keep in the bucket is not evidence', async () => {
    server.objects.set('reports/a & b.txt', Buffer.from('x'));
    server.objects.set(key, Buffer.from('x'));
    expect(await open().list('reports/', null)).toEqual({ ok: true, keys: [], cursor: null });
    expect(await open().list('incoming/', null)).toEqual({ ok: true, keys: [key], cursor: null });
  });
});

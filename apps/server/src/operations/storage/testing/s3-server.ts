import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../s3-settings.ts';
import { findSignatureProblem } from './sig-v4.ts';

/**
 * A small object store for tests, not a product: it keeps objects in memory and speaks the part of the S3 protocol that
 * the evidence store uses. It is as strict as a real one where that matters: every request has to carry a valid Signature
 * Version 4, by header or in the address.
 */
export interface S3TestServer {
  readonly settings: S3Settings;
  /** Key to bytes. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of every request, in order. */
  readonly log: string[];
  /** What to do with the next requests instead of serving them: a status, or never to answer. */
  readonly faults: (number | 'silence' | 'hang up')[];
  now: Date;
  stop(): Promise<void>;
}

const BUCKET = 'evidence';
const PAGE_KEYS = 3;
const STATUS_OF: Record<string, number> = { AuthorizationHeaderMalformed: 400, XAmzContentSHA256Mismatch: 400 };

export async function startS3TestServer(now: Date): Promise<S3TestServer> {
  const server: Server = createServer((request, response) => {
    void readAll(request).then((body) => handle(store, request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const store: S3TestServer = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'eu-test-1',
      keyId: 'TESTKEY',
      secret: 'a secret/of+tests',
    },
    objects: new Map(),
    log: [],
    faults: [],
    now,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return store;
}

function handle(store: S3TestServer, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method = '', url: target = '/' } = request;
  const url = new URL(target, store.settings.endpoint);
  store.log.push(`${method} ${url.pathname}`);
  const fault = store.faults.shift();
  if (fault === 'silence') return;
  if (fault === 'hang up') return void request.socket.destroy();
  if (fault !== undefined) return refuse(response, fault, 'SlowDown');

  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const problem = findSignatureProblem({ method, target, headers, body }, store.settings, store.now);
  if (problem !== null) return refuse(response, STATUS_OF[problem] ?? 403, problem);

  const [, bucket, ...rest] = url.pathname.split('/');
  const key = rest.join('/');
  if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
  if (key === '' && method === 'GET') return list(store, url.searchParams, response);
  switch (method) {
    case 'PUT':
      store.objects.set(key, body);
      return void response.writeHead(200).end();
    case 'GET': {
      const found = store.objects.get(key);
      return found === undefined ? refuse(response, 404, 'NoSuchKey') : void response.writeHead(200).end(found);
    }
    case 'DELETE':
      store.objects.delete(key);
      return void response.writeHead(204).end();
    default:
      return refuse(response, 405, 'MethodNotAllowed');
  }
}

function list(store: S3TestServer, query: URLSearchParams, response: ServerResponse): void {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...store.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted();
  const page = keys.slice(0, PAGE_KEYS);
  const isTruncated = keys.length > page.length;
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  const contents = page.map((key) => `<Contents><Key>${escapeXml(key)}</Key><Size>1</Size></Contents>`).join('');
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents}${isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}</ListBucketResult>`,
    );
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FlattenedJws, SessionParameters } from '@vestibule/contracts';
import {
  createServerSessionKey,
  importAgreementKey,
  parsePrivateJwk,
  publicJwk,
  sealPermit,
  verifyReport,
} from '@vestibule/device-keys';
import pg from 'pg';

/**
 * What a complete sign-in costs at the least: the same eleven calls, one prepared statement for each thing that has to be kept
 * or looked up, and the same cryptography. No policy, no limits, no contract, no log: a ratio to it holds on any machine.
 * Not a gate: it decides nothing. Arguments: port, address of the database.
 */
const [portText = '', databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });

const TABLES = `
  create schema if not exists skeleton;
  create table if not exists skeleton.people (id uuid primary key, login text);
  create table if not exists skeleton.sign_ins (id uuid primary key, person uuid, request text, done_at timestamptz);
  create table if not exists skeleton.sessions (id uuid primary key, token text unique, device jsonb, private_key text);
  create table if not exists skeleton.reports (id uuid primary key, session uuid, report jsonb);
  create table if not exists skeleton.permits (permit text primary key, sign_in uuid, used_at timestamptz);
  create table if not exists skeleton.entries (id bigserial primary key, at timestamptz default now(), what jsonb);
`;

async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows[0];
}

type Handler = (asked: { readonly url: URL; readonly token: string; readonly body: string }) => Promise<Reply>;
interface Reply {
  readonly status: number;
  readonly location?: string;
  readonly cookie?: string;
  readonly json?: unknown;
}

interface SessionRow extends pg.QueryResultRow {
  readonly id: string;
  readonly device: SessionParameters;
  readonly private_key: string;
}

const findSession = (token: string) =>
  query<SessionRow>('session', 'select id, device, private_key from skeleton.sessions where token = $1', [token]);

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/api/online/v1/sign-in': async ({ body }) => {
    const { login } = JSON.parse(body) as { login: string };
    const id = randomUUID();
    await query('person', 'insert into skeleton.people values ($1, $2)', [id, login]);
    return { status: 200, cookie: `session=${id}`, json: {} };
  },
  '/saml/sso': async ({ url }) => {
    const id = randomUUID();
    await query('begin', 'insert into skeleton.sign_ins (id, request) values ($1, $2)', [
      id,
      url.searchParams.get('SAMLRequest'),
    ]);
    return { status: 302, location: `/saml/continue?login=${id}` };
  },
  '/saml/continue': async ({ url, token }) => {
    const id = url.searchParams.get('login');
    await query('bind', 'update skeleton.sign_ins set person = $2 where id = $1', [id, token === '' ? null : token]);
    return { status: 302, location: `/device-check/?login=${id}` };
  },
  '/api/online/v1/pending-sign-in': async ({ url }) => {
    const id = url.pathname.split('/').at(-1);
    const row = await query('waits', 'select id, request, person from skeleton.sign_ins where id = $1', [id]);
    return { status: 200, json: row };
  },
  '/api/auth-service/v1/access-token': async () => {
    const id = randomUUID();
    await query('token', 'insert into skeleton.sessions (id, token) values ($1, $2)', [id, id]);
    return { status: 200, json: { accessToken: id } };
  },
  '/api/devices/v2/session': async ({ token, body }) => {
    const key = await createServerSessionKey();
    const row = await query<{ id: string }>(
      'open',
      'update skeleton.sessions set device = $2, private_key = $3 where token = $1 returning id',
      [token, body, JSON.stringify(key)],
    );
    return { status: 200, json: { sessionId: row?.id, nonce: randomUUID(), publicKey: publicJwk(key), token } };
  },
  '/api/devices/v2/upload-url': async ({ token }) => {
    const session = await findSession(token);
    return { status: 200, json: { uploadUrl: `/upload?token=${session?.id ?? ''}` } };
  },
  '/upload': async ({ url, body }) => {
    const session = await findSession(url.searchParams.get('token') ?? '');
    if (session === undefined) return { status: 404 };
    const verified = await verifyReport(JSON.parse(body) as FlattenedJws, session.device.identityKey);
    if (!verified.ok) return { status: 400, json: { code: verified.code } };
    await query('report', 'insert into skeleton.reports values ($1, $2, $3)', [randomUUID(), session.id, body]);
    return { status: 204 };
  },
  '/api/devices/v2/check-result': async ({ url, token }) => {
    const session = await findSession(token);
    if (session === undefined) return { status: 404 };
    const permit = randomUUID();
    await query('permit', 'insert into skeleton.permits (permit, sign_in) values ($1, $2)', [
      permit,
      url.searchParams.get('loginMarker'),
    ]);
    const sealed = await sealPermit({
      permit,
      sessionServerPrivateKey: await importAgreementKey(parsePrivateJwk(session.private_key)),
      deviceAgreementPublicKey: session.device.agreementKey,
      context: { version: 1, sessionId: session.id, deviceId: session.device.deviceId },
    });
    return { status: 200, json: { ...sealed, securityChecks: [] } };
  },
  '/api/devices/v2/saml-response': async ({ body }) => {
    const permit = JSON.parse(body) as string;
    const used = await query<{ sign_in: string }>(
      'use',
      'update skeleton.permits set used_at = now() where permit = $1 and used_at is null returning sign_in',
      [permit],
    );
    const signIn = await query<{ request: string; person: string }>(
      'end',
      'update skeleton.sign_ins set done_at = now() where id = $1 returning request, person',
      [used?.sign_in],
    );
    const assertion = sign(
      `<saml:Assertion ID="_${randomUUID()}"><saml:Subject>${signIn?.person}</saml:Subject></saml:Assertion>`,
    );
    const samlResponse = Buffer.from(
      sign(`<samlp:Response ID="_${randomUUID()}">${assertion}</samlp:Response>`),
    ).toString('base64');
    await query('audit', 'insert into skeleton.entries (what) values ($1)', [
      JSON.stringify({ action: 'saml-response', signIn: used?.sign_in }),
    ]);
    return { status: 200, json: { samlResponse } };
  },
  '/api/devices/v2/saml-login-activity': writeEntry,
  '/api/activity/v3': writeEntry,
};

async function writeEntry({ body }: { readonly body: string }): Promise<Reply> {
  await query('audit', 'insert into skeleton.entries (what) values ($1)', [body]);
  return { status: 204 };
}

/** Digest and signature as XML Signature has them, over bytes that are canonical as they are written. */
function sign(xml: string): string {
  const digest = createHash('sha256').update(xml).digest('base64');
  const info = `<ds:SignedInfo><ds:DigestValue>${digest}</ds:DigestValue></ds:SignedInfo>`;
  return `${xml}<ds:Signature>${info}${createSign('sha256').update(info).sign(privateKey, 'base64')}</ds:Signature>`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const handler = HANDLERS[url.pathname] ?? HANDLERS[url.pathname.replace(/\/[^/]+$/, '')];
  const bearer = request.headers.authorization?.replace(/^JWT /, '');
  const token = bearer ?? /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const reply = await handler?.({ url, token, body: Buffer.concat(chunks).toString() });
  const { status = 404, location, cookie, json } = reply ?? {};
  response.writeHead(status, {
    ...(location === undefined ? {} : { location }),
    ...(cookie === undefined ? {} : { 'set-cookie': `${cookie}; Path=/` }),
    'content-type': 'application/json',
  });
  response.end(json === undefined ? '' : JSON.stringify(json));
}

await pool.query(TABLES);
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(Number(portText), '127.0.0.1', () => process.send?.('listening'));
process.once('SIGTERM', () => process.exit(0));

import { randomBytes } from 'node:crypto';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { calculateJwkThumbprint, flattenedVerify, importJWK, type JWK } from 'jose';
import * as z from 'zod';
import { type CertificateMaker, createCertificateMaker } from './certificate-maker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A refusal as RFC 7807 says it. */
export interface Problem {
  readonly status: number;
  /** Without its prefix. */
  readonly type: string;
  readonly detail: string;
  readonly retryAfter?: string;
}

interface Account {
  readonly url: string;
  readonly jwk: JWK;
  readonly thumbprint: string;
  contact: readonly string[];
}

interface Order {
  readonly id: string;
  readonly name: string;
  readonly account: Account;
  readonly token: string;
  proof: 'pending' | 'processing' | 'valid' | 'invalid';
  error: object | undefined;
  certificate: string | null;
}

export interface LocalAuthority {
  readonly directoryUrl: string;
  /** PEM. */
  readonly root: string;
  readonly accounts: readonly Account[];
  /** Names, in the order in which they were ordered. */
  readonly ordered: readonly string[];
  /** What was asked for at port 80 of a name, and with what it was answered. */
  readonly asked: readonly string[];
  /** Refuses the next request to a resource, once. */
  refuseNext(resource: string, problem: Problem): void;
  /** Names that lead nowhere. */
  readonly unknownNames: Set<string>;
  /** No one answers any more, until it is started again. */
  stop(): Promise<void>;
}

interface Wanted {
  /** Its own clock. */
  readonly now: () => Date;
  /** Where port 80 of every name is. */
  readonly challengePort: number;
  readonly lifeDays?: number;
}

const PREFIX = 'urn:ietf:params:acme:error:';
const bodySchema = z.object({ protected: z.string(), payload: z.string(), signature: z.string() });
const headerSchema = z.object({
  alg: z.literal('ES256'),
  nonce: z.string(),
  url: z.string(),
  jwk: z.custom<JWK>().optional(),
  kid: z.string().optional(),
});
const accountSchema = z.object({ termsOfServiceAgreed: z.literal(true), contact: z.array(z.string()) });
const orderSchema = z.object({ identifiers: z.tuple([z.object({ type: z.literal('dns'), value: z.string() })]) });
const requestSchema = z.object({ csr: z.string() });

class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

function refuse(type: string, detail: string, status = 400): never {
  throw new Refused({ type, detail, status });
}

/** A certificate authority (RFC 8555) on this computer: strict in what it takes, and refusing where a test wants it. */
export async function startLocalAuthority(wanted: Wanted): Promise<LocalAuthority> {
  const { now, challengePort, lifeDays = 90 } = wanted;
  const year = 365 * DAY_MS;
  const maker: CertificateMaker = await createCertificateMaker(
    new Date(now().getTime() - year),
    new Date(now().getTime() + 5 * year),
  );
  const nonces = new Set<string>();
  const accounts: Account[] = [];
  const orders = new Map<string, Order>();
  const ordered: string[] = [];
  const asked: string[] = [];
  const refusals: { resource: string; problem: Problem }[] = [];
  const unknownNames = new Set<string>();
  let origin = '';

  const nonce = () => {
    const made = randomBytes(16).toString('base64url');
    nonces.add(made);
    return made;
  };

  /** Looks who sent a request, and whether they did. */
  async function verify(request: IncomingMessage, url: string): Promise<{ account: Account | JWK; payload: unknown }> {
    if (request.headers['content-type'] !== 'application/jose+json') refuse('malformed', 'no JOSE', 415);
    const body = bodySchema.parse(JSON.parse(await text(request)));
    const header = headerSchema.parse(JSON.parse(Buffer.from(body.protected, 'base64url').toString()));
    if (!nonces.delete(header.nonce)) refuse('badNonce', 'This nonce is not known.');
    if (header.url !== url) refuse('unauthorized', 'Signed for another address.', 403);
    const known = accounts.find((account) => account.url === header.kid);
    if ((header.jwk === undefined) === (header.kid === undefined)) refuse('malformed', 'jwk or kid');
    const jwk = known?.jwk ?? header.jwk;
    if (jwk === undefined) return refuse('accountDoesNotExist', 'No one has this account.');
    const { payload } = await flattenedVerify(body, await importJWK(jwk, 'ES256'));
    return {
      account: known ?? jwk,
      payload: payload.length === 0 ? null : JSON.parse(Buffer.from(payload).toString()),
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = `${origin}${request.url ?? ''}`;
    const [, resource = '', id = ''] = (request.url ?? '').split('/');
    response.setHeader('Replay-Nonce', nonce());
    if (resource === 'directory') return send(response, 200, directoryAt(origin));
    if (resource === 'newNonce') return send(response, 200);
    const planned = refusals.findIndex((refusal) => refusal.resource === resource);
    if (planned !== -1) throw new Refused(refusals.splice(planned, 1)[0]?.problem ?? refuse('serverInternal', ''));
    const { account, payload } = await verify(request, url);
    if (resource === 'newAccount') return openAccount(response, account, payload);
    if (!('url' in account)) return refuse('malformed', 'kid is wanted here');
    if (resource === 'account') {
      account.contact = accountSchema.parse(payload).contact;
      return send(response, 200, { status: 'valid', contact: account.contact });
    }
    if (resource === 'newOrder') {
      const [{ value: name }] = orderSchema.parse(payload).identifiers;
      const order: Order = {
        id: String(orders.size + 1),
        name,
        account,
        token: randomBytes(32).toString('base64url'),
        proof: 'pending',
        error: undefined,
        certificate: null,
      };
      orders.set(order.id, order);
      ordered.push(name);
      response.setHeader('Location', `${origin}/order/${order.id}`);
      return send(response, 201, shown(order));
    }
    const order = orders.get(id);
    if (order === undefined || order.account !== account) return refuse('malformed', 'No such order.', 404);
    return answerOrder(response, resource, order, payload);
  }

  async function openAccount(response: ServerResponse, account: Account | JWK, payload: unknown): Promise<void> {
    if ('url' in account) return refuse('malformed', 'jwk is wanted here');
    const read = accountSchema.safeParse(payload);
    if (!read.success) return refuse('userActionRequired', 'The terms were not agreed to.', 403);
    const thumbprint = await calculateJwkThumbprint(account);
    const before = accounts.find((one) => one.thumbprint === thumbprint);
    const made = before ?? {
      url: `${origin}/account/${accounts.length + 1}`,
      jwk: account,
      thumbprint,
      contact: read.data.contact,
    };
    if (before === undefined) accounts.push(made);
    response.setHeader('Location', made.url);
    return send(response, before === undefined ? 201 : 200, { status: 'valid', contact: made.contact });
  }

  async function answerOrder(response: ServerResponse, resource: string, order: Order, payload: unknown) {
    if (resource === 'order') return send(response, 200, shown(order));
    if (resource === 'authorization') return send(response, 200, authorizationOf(order));
    if (resource === 'challenge') {
      if (payload !== null) void validate(order);
      return send(response, 200, authorizationOf(order).challenges[0]);
    }
    if (resource === 'certificate') {
      if (order.certificate === null) return refuse('orderNotReady', 'There is none.', 403);
      response.setHeader('Content-Type', 'application/pem-certificate-chain');
      response.end(order.certificate);
      return;
    }
    if (order.proof !== 'valid') return refuse('orderNotReady', 'Not proved.', 403);
    const request = Buffer.from(requestSchema.parse(payload).csr, 'base64url');
    const names = await maker.namesIn(request);
    if (names?.length !== 1 || names[0] !== order.name) return refuse('badCSR', 'Not for the name of the order.');
    // Clocks differ: authorities let a certificate begin an hour before it is made.
    const from = new Date(now().getTime() - HOUR_MS);
    order.certificate = await maker.sign(request, from, new Date(from.getTime() + lifeDays * DAY_MS));
    return send(response, 200, shown(order));
  }

  /** Asks port 80 of the name. */
  async function validate(order: Order): Promise<void> {
    order.proof = 'processing';
    const fail = (type: string, detail: string) => {
      order.error = { type: `${PREFIX}${type}`, detail };
      order.proof = 'invalid';
    };
    if (unknownNames.has(order.name)) return fail('dns', `DNS problem: NXDOMAIN looking up A for ${order.name}`);
    const path = `/.well-known/acme-challenge/${order.token}`;
    const said = await askAt(challengePort, order.name, path).catch(() => null);
    asked.push(`${order.name}: ${said === null ? 'nothing' : 'an answer'}`);
    if (said === null) return fail('connection', 'Connection refused');
    if (said !== `${order.token}.${order.account.thumbprint}`) return fail('unauthorized', 'Invalid response');
    order.proof = 'valid';
  }

  const shown = ({ id, name, proof, certificate }: Order) => ({
    status: certificate !== null ? 'valid' : proof === 'valid' ? 'ready' : proof === 'invalid' ? 'invalid' : 'pending',
    identifiers: [{ type: 'dns', value: name }],
    authorizations: [`${origin}/authorization/${id}`],
    finalize: `${origin}/finalize/${id}`,
    ...(certificate === null ? {} : { certificate: `${origin}/certificate/${id}` }),
  });
  const authorizationOf = ({ id, name, proof, error, token }: Order) => ({
    status: proof === 'processing' ? 'pending' : proof,
    identifier: { type: 'dns', value: name },
    challenges: [
      { type: 'http-01', url: `${origin}/challenge/${id}`, status: proof, token, ...(error && { error }) },
      { type: 'dns-01', url: `${origin}/challenge/${id}`, status: proof, token },
    ],
  });

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const problem =
        error instanceof Refused ? error.problem : { status: 400, type: 'malformed', detail: String(error) };
      if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
      send(response, problem.status, { type: `${PREFIX}${problem.type}`, detail: problem.detail });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    directoryUrl: `${origin}/directory`,
    root: maker.root,
    accounts,
    ordered,
    asked,
    unknownNames,
    refuseNext: (resource, problem) => void refusals.push({ resource, problem }),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function directoryAt(origin: string): object {
  const names = ['newNonce', 'newAccount', 'newOrder'];
  const resources = Object.fromEntries(names.map((name) => [name, `${origin}/${name}`]));
  return { ...resources, meta: { termsOfService: `${origin}/terms` } };
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.statusCode = status;
  if (body === undefined) return void response.end();
  response.setHeader('Content-Type', status >= 400 ? 'application/problem+json' : 'application/json');
  response.end(JSON.stringify(body));
}

/** What a name answers, wherever it leads. */
async function askAt(port: number, name: string, path: string): Promise<string> {
  const incoming = await new Promise<IncomingMessage>((done, fail) => {
    get({ host: '127.0.0.1', port, path, headers: { host: name }, agent: false }, done).once('error', fail);
  });
  return text(incoming);
}

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '@vestibule/testing/free-port';
import { type LocalAuthority, type Problem, startLocalAuthority } from '../testing/local-authority.ts';
import { AuthorityProblem, plainLine, tellFailure } from './authority-problem.ts';
import { limitTransport } from './authority-transport.ts';
import { createAccountKey, orderCertificate } from './order-certificate.ts';

const NAME = 'gate.example.com';
const now = () => new Date();
let authority: LocalAuthority;
let accountKey: string;
let port: number;
/** What port 80 of the name answers. */
let answering: (path: string) => string | null = () => null;

beforeAll(async () => {
  port = await freePort();
  const server = createServer((request, response) => response.end(answering(request.url ?? '') ?? 'nothing here'));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  authority = await startLocalAuthority({ now, challengePort: port });
  accountKey = await createAccountKey();
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
});
afterAll(() => authority.stop());
afterEach(() => limitTransport());

const order = (directoryUrl = authority.directoryUrl, signal = new AbortController().signal) =>
  orderCertificate({
    acme: { contact: 'ilse@example.com', directoryUrl, port },
    accountKey,
    hostname: NAME,
    now,
    signal,
    offer: async ({ token, answer }) => {
      answering = (path) => (path === `/.well-known/acme-challenge/${token}` ? answer : null);
    },
  });
/** What an administrator is told of an order that fails. */
const failing = async (...where: Parameters<typeof order>) => {
  const error = await order(...where).then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  const { problem, next } = tellFailure(error, {
    hostname: NAME,
    directoryUrl: where[0] ?? authority.directoryUrl,
    port,
  });
  return { error, said: `${problem} -> ${next}` };
};
const refusal = (type: string, more: Partial<Problem> = {}): Problem => ({ status: 403, type, detail: 'So.', ...more });

describe('an order', () => {
  test('brings a certificate of the authority, with a key of its own each time', async () => {
    const [one, other] = [await order(), await order()];
    const [leaf, root] = [new X509Certificate(one.cert), new X509Certificate(authority.root)];
    expect(leaf.checkHost(NAME)).toBe(NAME);
    expect(new X509Certificate(one.cert.slice(one.cert.indexOf('-----END') + 25)).verify(root.publicKey)).toBe(true);
    expect(one.key).not.toBe(other.key);
    expect(one.key).not.toBe(accountKey);
    expect(authority.accounts).toHaveLength(1);
  });

  test('goes on after a nonce that was too old', async () => {
    authority.refuseNext('finalize', refusal('badNonce', { status: 400 }));
    expect((await order()).cert).toContain('BEGIN CERTIFICATE');
  });

  test.each([
    ['rateLimited', 'newOrder', 'has had too many orders'],
    ['userActionRequired', 'newAccount', 'wants its new terms to be agreed to'],
    ['externalAccountRequired', 'newAccount', 'wants an account that was made elsewhere'],
    ['invalidContact', 'newAccount', 'refuses the e-mail address'],
    ['rejectedIdentifier', 'newOrder', `gives no certificates for ${NAME}`],
    ['caa', 'newOrder', 'The CAA record of'],
    ['serverInternal', 'finalize', 'has trouble of its own'],
    ['somethingNew', 'challenge', 'gave no certificate'],
  ])('that is refused as %s at %s says what to do', async (type, resource, sentence) => {
    authority.refuseNext(resource, refusal(type));
    const { said } = await failing();
    expect(said).toContain(sentence);
    expect(said).toContain(': So. -> ');
  });

  test('is not repeated by itself, and says how long the authority wants to rest', async () => {
    const before = authority.ordered.length;
    authority.refuseNext('newOrder', refusal('rateLimited', { status: 429, retryAfter: '3600' }));
    expect((await failing()).error).toMatchObject({ retryAfterMs: 3_600_000 });
    authority.refuseNext('newOrder', refusal('rateLimited', { status: 429, retryAfter: '99999999999' }));
    expect((await failing()).error).toMatchObject({ retryAfterMs: 7 * 86_400_000 });
    expect(authority.ordered).toHaveLength(before);
  });

  test('that another person answers, or whose name leads nowhere, says where to look', async () => {
    const acme = { contact: 'ilse@example.com', directoryUrl: authority.directoryUrl, port };
    const wrong = orderCertificate({
      ...{ acme, accountKey, hostname: NAME, now, signal: new AbortController().signal },
      offer: async () => void (answering = () => 'someone else'),
    });
    await expect(wrong).rejects.toMatchObject({ kind: 'unauthorized' });
    authority.unknownNames.add(NAME);
    expect((await failing()).said).toContain('Add an address record (A or AAAA)');
    authority.unknownNames.clear();
  });

  test('ends when the server ends', async () => {
    const ending = new AbortController();
    const { directoryUrl } = await misbehave(() => undefined);
    setTimeout(() => ending.abort(), 100);
    expect((await failing(directoryUrl, ending.signal)).said).toContain('the order was given up');
  });
});

/** Something that is no authority. */
async function misbehave(listener: RequestListener): Promise<{ directoryUrl: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { directoryUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/directory`, asked };
}

describe('an authority that is none', () => {
  test('and never answers is given up', async () => {
    limitTransport(300);
    const { directoryUrl } = await misbehave(() => undefined);
    expect((await failing(directoryUrl)).said).toContain('takes too long: no answer within 0.3 seconds');
  });

  test('and answers a byte at a time is given up all the same', async () => {
    limitTransport(600);
    const { directoryUrl } = await misbehave((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(timer));
    });
    expect((await failing(directoryUrl)).said).toContain('takes too long');
  });

  test('and answers without end is left', async () => {
    const { directoryUrl } = await misbehave((_request, response) => response.end('x'.repeat(10_000_000)));
    expect((await failing(directoryUrl)).said).toContain('its answer is too long');
  });

  test('and sends the server elsewhere is not followed', async () => {
    const inside = await misbehave((_request, response) => response.end('{}'));
    const { directoryUrl } = await misbehave((_request, response) => {
      response.writeHead(302, { location: inside.directoryUrl }).end();
    });
    expect((await failing(directoryUrl)).said).toContain('cannot be reached');
    for (const newNonce of ['http://metadata.example/latest', 'file:///etc/passwd', 'ftp://example.com/']) {
      const names = { newNonce, newAccount: newNonce, newOrder: newNonce };
      const other = await misbehave((_request, response) => response.end(JSON.stringify(names)));
      expect((await failing(other.directoryUrl)).said).toContain(`it sends the server to ${newNonce}`);
    }
    expect(inside.asked).toEqual([]);
  });

  test.each([
    ['a page', '<html>Hello</html>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
  ])('and answers with %s ends as a failure in words', async (_name, body) => {
    const { directoryUrl } = await misbehave((_request, response) => response.end(body));
    expect((await failing(directoryUrl)).said).toMatch(/^The certificate authority gave no certificate for/);
  });

  test.each(['../../master.key', 'x', 'a token with blanks in it', 'a'.repeat(300), 7])(
    'and sends a token that is none, %s, gets no answer for it',
    async (token) => {
      const { directoryUrl } = await misbehave((request, response) => {
        const at = (path: string) => `http://${request.headers.host ?? ''}${path}`;
        response.setHeader('replay-nonce', 'n');
        response.setHeader('location', at('/order'));
        response.statusCode = request.url === '/directory' || request.url === '/authorization' ? 200 : 201;
        response.end(
          JSON.stringify({
            ...{ newNonce: at('/nonce'), newAccount: at('/account'), newOrder: at('/order') },
            ...{ status: 'pending', authorizations: [at('/authorization')], finalize: at('/finalize') },
            challenges: [{ type: 'http-01', url: at('/challenge'), status: 'pending', token }],
          }),
        );
      });
      answering = () => null;
      expect((await failing(directoryUrl)).said).toContain('it sends no token');
      expect(answering('/')).toBeNull();
    },
  );
});

test('what an authority says becomes one short line', () => {
  expect(plainLine('a\r\n{"level":60}\u001b]0;x\u0007\u2028b\u202e. ')).toBe('a {"level":60} ]0;x b');
  expect(plainLine('x'.repeat(5000))).toHaveLength(301);
  expect(new AuthorityProblem('dns', 'one\ntwo').detail).toBe('one two');
});

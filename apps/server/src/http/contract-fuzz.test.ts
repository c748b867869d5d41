import { addressOf, type Call, type CallName, CALLS, REPORT_MAXIMUM_BYTES } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { answerOf, type Guise, isDeclared, make } from '../testing/contract-call.ts';
import { validInputs } from '../testing/contract-input.ts';
import { PARTS, violations } from '../testing/contract-violations.ts';
import { addPerson, giveRole, plantSession } from '../testing/planted.ts';
import { type Sending, send } from '../testing/send.ts';
import { digestTables } from '../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] });
  company = await firstCompany(server);
  await giveRole(company, await addPerson(company, 'administrator'), 'administrator');
});
afterAll(() => server.close());

const rows = Object.entries(CALLS) as readonly [CallName, Call][];
const isByRole = ({ authentication }: Call) => typeof authentication === 'object' && 'role' in authentication;

/** Someone whom the call lets in, so that what they send is looked at. */
async function welcome(call: Call): Promise<Guise> {
  const { authentication } = call;
  const planted = await plantSession(company, isByRole(call) ? 'administrator' : 'tomas', {
    factors: ['password', 'totp'],
  });
  if (typeof authentication === 'object' && 'scopes' in authentication) {
    return { headers: await planted.token(authentication.scopes[0] ?? '') };
  }
  return authentication === 'none' || authentication === 'signed-url' ? {} : planted.browser;
}

/** What is done with the command line on the server itself, no one over the network is let in to. */
function refusalsOf({ authentication }: Call): readonly string[] {
  const isOfServer = typeof authentication === 'object' && 'reach' in authentication;
  return isOfServer ? ['403 role_missing', '400 request_malformed'] : ['400 request_malformed'];
}

describe('input that the contract does not allow', () => {
  test.each(rows.filter(([, call]) => PARTS.some((part) => call[part] !== undefined)))(
    'is refused by %s with the field’s name, and nothing is stored',
    async (_name, call) => {
      const guise = await welcome(call);
      const stored = await digestTables(server.context.database);
      await fc.assert(
        fc.asyncProperty(violations(call), async ({ parts, field }) => {
          const reply = await make(company, call, parts, guise);
          expect(refusalsOf(call)).toContain(answerOf(reply));
          if (reply.status === 400) expect(messageOf(reply.text)).toMatch(nameOf(field));
        }),
        { numRuns: propertyRuns(40) },
      );
      expect(await digestTables(server.context.database)).toEqual(stored);
    },
  );
});

function messageOf(text: string): string {
  return (JSON.parse(text) as { message: string }).message;
}

/** A refusal names the field; where the whole part cannot be read, it names that. */
function nameOf(field: string): RegExp {
  const [part = '', name = ''] = field.split('.');
  return new RegExp(`^${part}(\\.${name}\\b|:)`);
}

describe('a body that is none', () => {
  const json = { 'content-type': 'application/json' };
  const tooLong = 'x'.repeat(Math.max(REPORT_MAXIMUM_BYTES + 20_000));
  const bodies: readonly (readonly [string, Sending])[] = [
    ['no JSON', { headers: json, body: '{"a":' }],
    ['nothing at all', { headers: json, body: '' }],
    ['half a character', { headers: json, body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }],
    ['plain text', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['parts', { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }],
    ['of no type', { body: '{}' }],
    ['a prototype', { headers: json, body: '{"__proto__":{"isAdmin":true}}' }],
    ['a constructor', { headers: json, body: '{"constructor":{"prototype":{"isAdmin":true}}}' }],
    ['deeper than anybody reads', { headers: json, body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }],
    ['too long', { headers: json, body: JSON.stringify(tooLong) }],
  ];

  test.each(rows.filter(([, call]) => call.method !== 'GET'))('is refused by %s', async (_name, call) => {
    const { cookies = new Map<string, string>(), headers = {} } = await welcome(call);
    const stored = await digestTables(server.context.database);
    for (const [what, sending] of bodies) {
      // What a call without a body does with one that is none of its business is its own.
      if (call.body === undefined && sending.headers === json && isJson(sending.body)) continue;
      const [parameters] = call.parameters === undefined ? [] : fc.sample(validInputs(call.parameters), 1);
      const [query] = call.query === undefined ? [] : fc.sample(validInputs(call.query), 1);
      const reply = await send(
        `${company.url}${addressOf(call, { parameters, query })}`,
        {
          ...sending,
          method: call.method,
          headers: {
            cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
            ...headers,
            ...sending.headers,
            'x-forwarded-for': '10.200.0.1',
          },
        },
        server.port,
      );
      expect([what, refusalsOf(call).includes(answerOf(reply)) ? 'refused' : answerOf(reply)]).toEqual([
        what,
        'refused',
      ]);
      if (reply.status === 400) expect(messageOf(reply.text)).toMatch(/^body/);
    }
    expect(await digestTables(server.context.database)).toEqual(stored);
  });
});

function isJson(body: Sending['body']): boolean {
  try {
    JSON.parse(String(body));
    return true;
  } catch {
    return false;
  }
}

describe('input that the contract allows, however odd', () => {
  test.each(rows.filter(([, call]) => PARTS.some((part) => call[part] !== undefined)))(
    'is answered by %s as declared',
    async (_name, call) => {
      const inputs = Object.fromEntries(
        PARTS.flatMap((part) => {
          const schema = call[part];
          return schema === undefined ? [] : [[part, validInputs(schema)]];
        }),
      );
      await fc.assert(
        fc.asyncProperty(fc.record(inputs), async (made) => {
          const { query } = made as { query?: object };
          // Whatever an administrator could change: only asked what it would change.
          const asked = isByRole(call) && call.method !== 'GET' ? { ...query, dryRun: 'true' } : query;
          const reply = await make(company, call, { ...made, query: asked }, await welcome(call));
          expect([answerOf(reply), isDeclared(call, reply)]).toEqual([answerOf(reply), true]);
        }),
        { numRuns: propertyRuns(10) },
      );
    },
  );
});

describe('an address that is none', () => {
  test.each(['/api/%zz', '/api/online/v1/feature-flags/%ff', `/api/online/v1/feature-flags/${'x'.repeat(2000)}`])(
    'is refused with the error body: %s',
    async (path) => {
      const reply = await send(`${company.url}${path}`, {}, server.port);
      expect(answerOf(reply)).toBe('400 request_malformed');
      expect(messageOf(reply.text)).toMatch(/^parameters/);
    },
  );
});

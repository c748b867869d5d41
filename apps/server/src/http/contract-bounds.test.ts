import { addressOf, type Call, CALLS } from '@vestibule/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { validInputs } from '../testing/contract-input.ts';
import { addPerson, giveRole, plantSession } from '../testing/planted.ts';
import { send } from '../testing/send.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] });
  company = await firstCompany(server);
  await giveRole(company, await addPerson(company, 'administrator'), 'administrator');
});
afterAll(() => server.close());

const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const HUGE: readonly string[] = [
  DEEP,
  JSON.stringify('x'.repeat(200_000)),
  JSON.stringify(Array.from({ length: 60_000 }, () => 0)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name-${index}`, index]))),
];
const MARK = '"too much"';

/** The body once with each of its parts too deep, too long and too wide: as texts, since no object is made of them. */
function variantsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [...HUGE];
  const names = Object.keys(body);
  const changed = names.flatMap((name) => {
    const marked = JSON.stringify({ ...body, [name]: JSON.parse(MARK) as string });
    return HUGE.map((huge) => marked.replace(MARK, () => huge));
  });
  return [...HUGE, ...changed];
}

const isByRole = ({ authentication }: Call) => typeof authentication === 'object' && 'role' in authentication;
const rows = (Object.entries(CALLS) as [string, Call][]).filter(([, call]) => call.body !== undefined);

test.each(rows)(
  '%s answers a body that is too deep, too wide or too long without an error of ours',
  async (_name, call) => {
    const person = await plantSession(company, isByRole(call) ? 'administrator' : 'tomas', {
      factors: ['password', 'totp'],
    });
    const isByToken = typeof call.authentication === 'object' && 'scopes' in call.authentication;
    const guise = isByToken ? { headers: await person.token('device-v2') } : person.browser;
    const {
      cookies = new Map<string, string>(),
      headers = {},
    }: { cookies?: ReadonlyMap<string, string>; headers?: Record<string, string> } = guise;
    const sample = (part: 'parameters' | 'query' | 'body'): unknown => {
      const schema = call[part];
      return schema === undefined ? undefined : fc.sample(validInputs(schema), { numRuns: 1, seed: 7 })[0];
    };
    const query = { ...(sample('query') as object | undefined), ...(isByRole(call) ? { dryRun: 'true' } : {}) };
    const address = addressOf(call, { parameters: sample('parameters'), query });
    for (const [index, body] of variantsOf(sample('body')).entries()) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const from = `10.77.${index}.1`;
      const sent = await send(
        `${company.url}${address}`,
        {
          method: call.method,
          headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
          body,
        },
        server.port,
      );
      expect([body.slice(0, 80), sent.status < 500]).toEqual([body.slice(0, 80), true]);
      if (body.includes(DEEP)) expect(sent.status).toBeGreaterThanOrEqual(400);
    }
  },
);

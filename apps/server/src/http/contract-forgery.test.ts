import { type Call, type CallName, CALLS } from '@vestibule/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { answerOf, type Guise, make, makeUp } from '../testing/contract-call.ts';
import { addPerson, giveRole, type Planted, plantSession } from '../testing/planted.ts';
import { digestTables } from '../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let person: Planted;
let administrator: Planted;
let other: Planted;
let stored: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] });
  company = await firstCompany(server);
  await giveRole(company, await addPerson(company, 'administrator'), 'administrator');
  person = await plantSession(company, 'tomas');
  administrator = await plantSession(company, 'administrator', { factors: ['password', 'totp'] });
  other = await plantSession(company, 'tomas');
  stored = await digestTables(server.context.database);
});
afterAll(() => server.close());

const rows = Object.entries(CALLS) as readonly [CallName, Call][];
const isByRole = ({ authentication }: Call) => typeof authentication === 'object' && 'role' in authentication;
const isByCookie = ({ authentication }: Call) =>
  typeof authentication === 'string'
    ? ['session', 'first-factor', 'session-or-token'].includes(authentication)
    : 'role' in authentication;

describe('a page of another site', () => {
  test.each(rows.filter(([, call]) => call.method !== 'GET' && isByCookie(call)))(
    'cannot make %s: the XSRF header is of this session or it is refused [S9.050, S9.051]',
    async (_name, call) => {
      const { browser } = isByRole(call) ? administrator : person;
      const { cookies = new Map() } = browser;
      expect([...cookies.keys()]).toContain('XSRF-TOKEN');
      const attempts: Guise[] = [
        { cookies },
        { cookies, headers: other.browser.headers ?? {} },
        { cookies, headers: { ...browser.headers, 'sec-fetch-site': 'cross-site' } },
        { cookies, headers: { ...browser.headers, 'sec-fetch-site': 'same-site' } },
        { cookies, headers: { ...browser.headers, origin: 'https://evil.example' } },
      ];
      const parts = makeUp(call, {}, 1);
      for (const guise of attempts) {
        expect(answerOf(await make(company, call, parts, guise))).toBe('403 xsrf_token_wrong');
      }
    },
  );

  test.each(rows.filter(([, call]) => call.isSameSiteOnly === true))('cannot make %s', async (_name, call) => {
    for (const site of ['cross-site', 'same-site']) {
      const guise = { ...person.browser, headers: { 'sec-fetch-site': site } };
      expect(answerOf(await make(company, call, makeUp(call, {}, 1), guise))).toBe('401 not_signed_in');
    }
  });

  test('has stored nothing by all that', async () => {
    expect(await digestTables(server.context.database)).toEqual(stored);
  });
});

test.each(rows.filter(([, { dataVersion }]) => dataVersion !== undefined))(
  '%s takes its Data-Version or none [S9.029, S9.030]',
  async (_name, call) => {
    const headers = await person.token('device-v2');
    const answers: string[] = [];
    for (const version of ['1', '2', '3', 'x', undefined]) {
      const guise = { headers: { ...headers, ...(version === undefined ? {} : { 'data-version': version }) } };
      answers.push(answerOf(await make(company, call, makeUp(call, {}, 1), guise)));
    }
    const refused = answers.map((answer) => answer === '400 data_version_unsupported');
    expect(refused).toEqual([call.dataVersion !== 1, call.dataVersion !== 2, true, true, false]);
  },
);

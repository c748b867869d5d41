import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webSessions } from '../../database/schema.ts';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { addPerson, setApplication, signInAs } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1';
const CHROME = (system: string, version = '140') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'support');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setApplication(company, { settings: {} });
});

/** The support code of someone whose browser calls itself so. */
async function callerWith(userAgent: string): Promise<string> {
  const somebody = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  await server.context.database.update(webSessions).set({ userAgent }).where(eq(webSessions.personId, somebody.id));
  const { body } = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  return body.displaySessionId;
}

async function caseWith(userAgent: string) {
  const { body } = await desk.call('adminSupport', { parameters: { code: await callerWith(userAgent) } });
  return { unsupported: body.unsupported, broken: body.broken, says: body.chain[3]?.says };
}

test.each([
  [
    { unsupportedSystems: 'block' },
    'It stops here: unsupportedSystems of Alderbrook Mail is block. They use a computer, or: vestibule application settings set "Alderbrook Mail" unsupportedSystems=upstream-claim',
  ],
  [{}, 'is mobile-page, and the company has no such page (deviceComplianceCheckMobileUrl). They use a computer, or:'],
  [
    { unsupportedSystems: 'upstream-claim' },
    'no identity provider is asked to vouch for phones (its setting compliance)',
  ],
  [{ mode: 'mfa' }, 'The computer is the second factor for Alderbrook Mail, so that no phone gets in.'],
])('before a phone support hears that it cannot be checked, and what %o does with it', async (settings, words) => {
  await setApplication(company, { settings });
  const { unsupported, broken, says } = await caseWith(PHONE);
  expect([unsupported, broken]).toEqual(['mobile', 'computer']);
  expect(says).toMatch(/^By its browser this is a phone or tablet, which cannot be checked\. /);
  expect(says).toContain(words);
  expect(says).not.toContain('workplace doctor');
});

test('a company’s page for phones is where it goes on', async () => {
  await configure(company, { deviceComplianceCheckMobileUrl: 'https://phones.example/' });
  expect((await caseWith(PHONE)).says).toContain('It goes on at https://phones.example/: unsupportedSystems of');
});

test.each([
  ['system', CHROME('X11; CrOS x86_64 14541.0.0'), 'They use a computer with Windows, macOS or Linux.'],
  ['system', CHROME('Windows NT 6.1; Win64; x64', '120'), 'this version of it, is not supported here'],
  ['browser', CHROME('Windows NT 10.0; Win64; x64', '90'), 'Chrome 90.0.0.0 is not supported here'],
])('what is no phone and not supported either is told by its name: %s, %s', async (what, userAgent, words) => {
  const { unsupported, says } = await caseWith(userAgent);
  expect(unsupported).toBe(what);
  expect(says).toContain(words);
});

test.each([CHROME('Windows NT 10.0; Win64; x64'), ''])(
  'of a computer, Workplace is what is missing: %s',
  async (agent) => {
    expect(await caseWith(agent)).toMatchObject({
      unsupported: null,
      broken: 'computer',
      says: expect.stringContaining('workplace doctor') as string,
    });
  },
);

test('no one is told to have a phone read again; leave is still offered', async () => {
  let said = '';
  const write = (text: string) => void (said += text);
  const words = ['support', await callerWith(PHONE), '--company', 'alderbrook', '--data', server.dataFolder];
  await runCommandLine(words, { out: write, err: write, columns: 80 });
  expect(said).toContain('✗ computer     By its browser this is a phone or tablet');
  expect(said).toContain('vestibule access grant');
  expect(said).not.toContain('--check-again');
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { applications } from '../../../database/schema.ts';
import { addPerson, setApplication, signInAs } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { given } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  const rows = await server.context.database.select().from(applications).where(eq(applications.companyId, company.id));
  name = given(rows[0]).name;
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setApplication(company, { settings: {} });
  server.context.companies.forget();
});

async function run(words: readonly string[]): Promise<string> {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`);
  return out.replaceAll(/\s+/g, ' ');
}

const openGate = () => run(['gate', 'observe', '--straight', '--for', '10m', '--reason', 'the worst day']);

/** Types a command that was printed, as a shell would read it. */
const type = (command: string) =>
  run([...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(1));

/** Someone new who opens the application and signs in. @returns what comes then: 200 is the application itself */
async function goToWork(): Promise<number> {
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, await addPerson(company), marker);
  return (await visitor.ask(`/saml/continue?login=${marker}`)).status;
}

describe('what observing does not open', () => {
  test('is nothing, where the computer is no factor', async () => {
    const said = await openGate();
    expect(said).toContain('Everybody is let through until');
    expect(said).not.toContain('second factor');
    expect(await goToWork()).toBe(200);
  });

  test.each([
    ['by the rule of the company', { secondFactor: 'device' }, {}, 'company settings set secondFactor=off'],
    ['by its mode', {}, { mode: 'mfa' }, 'application settings set "NAME" mode=frontline'],
    ['by its own rule', {}, { secondFactor: 'device' }, 'application settings set "NAME" secondFactor=off'],
    [
      'by both, and by the company',
      { secondFactor: 'device' },
      { mode: 'mfa' },
      'application settings set "NAME" mode=frontline secondFactor=off',
    ],
  ] as const)('is named with the command that does, %s', async (_why, ofCompany, ofApplication, command) => {
    await configure(company, ofCompany);
    await setApplication(company, { settings: ofApplication });
    server.context.companies.forget();
    const opening = `vestibule ${command.replace('NAME', name)}`;
    const status = async () => (await run(['status', '--json'])).replaceAll(String.raw`\"`, '"');
    for (const said of [await openGate(), await run(['gate', 'show'])]) {
      expect(said).toContain('Everybody is let through, but not to what is named below, until');
      expect(said).toContain(name);
      expect(said).toContain(opening);
    }
    expect(await status()).toContain(`Observing does not open ${name}`);
    expect(await goToWork()).toBe(303);
    await type(opening);
    expect(await run(['gate', 'show'])).not.toContain('named below');
    expect(await status()).not.toContain('does not open');
    expect(await goToWork()).toBe(200);
  });

  test('is said of a second step too, which only its own identity provider opens', async () => {
    await setApplication(company, { protocol: 'second-step' });
    const said = await openGate();
    expect(said).toContain('at its identity provider');
    await setApplication(company, { protocol: 'saml' });
  });

  test('is not said while the policy is enforced, nor of an application that is switched off', async () => {
    await configure(company, { secondFactor: 'device' });
    await run(['gate', 'enforce', '--reason', 'mended', '--accept-blocking', '1000']);
    expect(await run(['gate', 'show'])).not.toContain('named below');
    await setApplication(company, { disabledAt: server.context.now() });
    expect(await openGate()).not.toContain('named below');
    await setApplication(company, { disabledAt: null });
  });
});

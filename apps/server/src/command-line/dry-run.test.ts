import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataXml } from '../protocols/saml/testing/service-provider-metadata.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;
let folder: string;

/** A command line as someone types it; what looks like a file is one of the folder. */
async function type(line: string) {
  const words = line.split(' ').map((word) => (/^\w+\.(xml|json|txt)$/.test(word) ? join(folder, word) : word));
  let [out, err] = ['', ''];
  const code = await runCommandLine([...words, '--data', server.dataFolder], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  return { code, out, err };
}

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(runFolder(), 'dry-run-'));
  const files: Record<string, string> = {
    'wiki.xml': metadataXml({ entityId: 'https://wiki.example/saml' }),
    'mail.xml': metadataXml({ entityId: 'https://mail.example/saml' }),
    'board.json': JSON.stringify({ redirectUris: ['https://board.example/callback'] }),
    'secret.txt': 'a secret of the client',
    'entra.json': JSON.stringify({ issuer: 'https://login.example.com', clientId: 'vestibule' }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const line of [
    'application add Wiki --metadata wiki.xml',
    'application add Board --oidc board.json',
    'identity-provider add oidc Entra --settings entra.json',
    'identity-provider add oidc Live --settings entra.json',
    // One that people sign in at is looked at, and nothing answers at this one.
    'identity-provider set Entra --disable',
    'mail set --host smtp.example.com --port 25 --security none --sender gate@example.com',
  ]) {
    const ran = await type(line);
    if (ran.code !== 0) throw new Error(`${line}: ${ran.err}`);
  }
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a dry run', () => {
  test.each([
    'application add Mail --metadata mail.xml',
    'application add Board2 --oidc board.json',
    'application set Wiki --metadata wiki.xml --start-url https://wiki.example/',
    'application remove Wiki',
    'application remove Board',
    'application disable Wiki',
    'application renew-secret Board',
    'application settings set Wiki secondFactor=required',
    'connect entra --tenant 7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10 --domain alderbrook.example',
    'connect oidc --name Entra --client-id other --issuer https://login.example.org --domain alderbrook.example',
    'identity-provider add oidc Other --settings entra.json',
    'identity-provider set Live --disable',
    'identity-provider remove Entra',
    'second-step google --profile-id 02hs5gsz0t2f56o',
    'second-step entra --tenant 7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10',
    'mail set --host mail.example.com',
    'mail remove',
    'company create harbour --display-name Harbour --address http://harbour.localhost:8080 --domain harbour.example',
    'company set --display-name Alder',
    'company settings set skipping.isAllowed=true brake.isOn=true',
    'company settings reset skipping',
    'support-block set --phone 5550142 --hours Mon',
    'feature set fci on',
    'person add lena --name Lena --email lena@alderbrook.example --group sales',
    'person set nadia --group sales',
    'person settings set nadia updateChannel=early',
    'person role nadia administrator',
    'person erase nadia',
    'person invite nadia',
    'person reset-factors nadia',
    'person sign-out nadia',
    'person link nadia --identity-provider Entra --subject abc',
    'access grant nadia --hours 4 --reason x',
    'key add',
    'token create helpdesk --role support',
    'provider create Harbour',
    'gate observe --for 2h --reason x',
    'gate enforce --reason x',
    'policy try',
  ])('says in plain words what %s would do', async (line) => {
    const ran = await type(`${line} --dry-run`);
    expect([ran.code, ran.err]).toEqual([0, '']);
    // No JSON, and nothing that reads like it.
    expect(ran.out).not.toMatch(/[{}[\]]|":|undefined|null/);
    expect(ran.out).toMatch(/^Dry run, n|^Nothing /);
    expect(JSON.parse((await type(`${line} --dry-run --json`)).out)).toBeTypeOf('object');
  });

  test('names of an application what was said of it, and of a change what differs', async () => {
    const added = (await type('application add Mail --metadata mail.xml --dry-run')).out;
    expect(added).toContain('  record.acsUrls: url https://mail.example/saml/acs, index 0\n');
    expect(added).not.toContain('relayStates');
    expect((await type('application remove Wiki --dry-run')).out).toBe(
      'Dry run, nothing was changed. This would change:\n' +
        '  name: was Wiki, taken out\n' +
        '  entityId: was https://wiki.example/saml, taken out\n' +
        '  record: taken out\n' +
        'Note: Sign-ins that wait for it end, and so does temporary access that was for\nit alone.\n',
    );
    expect((await type('company settings set skipping.hours=4 brake.isOn=true --dry-run')).out).toBe(
      'Dry run, nothing was changed. This would change:\n  skipping.hours: 8 -> 4\n  brake.isOn: false -> true\n',
    );
  });

  test('of a mail that cannot be sent says why, in its JSON as well', async () => {
    const ran = await type('mail test ilse@example.com --dry-run --json');
    expect(ran.code).toBe(5);
    expect(JSON.parse(ran.out)).toMatchObject({
      isGood: false,
      error: { code: 'refused', message: 'No mail can be sent as it is set.' },
    });
  });

  test('of connect says what would be noted, and what comes then', async () => {
    const first = await type('connect okta --tenant alderbrook.okta.com --domain alderbrook.example --dry-run');
    expect(first.out).toContain('  settings.issuer: https://alderbrook.okta.com\n');
    expect(first.out).toContain('  settings.allowedDomains: alderbrook.example\n');
    expect(first.out.replaceAll(/\s+/g, ' ')).toContain(
      'Without --dry-run, it is noted and stays switched off, and this says what to enter on the other side.',
    );
    const second = await type('connect oidc --name Entra --client-id other --secret-file secret.txt --dry-run');
    expect(second.out).toBe(
      'Dry run, nothing was changed. This would change:\n' +
        '  settings.clientId: vestibule -> other\n' +
        '  secret: (set) again\n' +
        'Without --dry-run, this then prints a link for a trial sign-in, waits, and says\nwhat came.\n',
    );
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { LIFECYCLE } from '@vestibule/checks';
import { type SoftwareManifest, supportCodeOf } from '@vestibule/contracts';
import { createUpdateKey, signLifecycle, signSoftware, type UpdatePrivateKey } from '@vestibule/device-keys';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessGrants, accessRequests, devices, signIns, webSessions } from '../database/schema.ts';
import { metadataXml } from '../protocols/saml/testing/service-provider-metadata.ts';
import { MAIL_PASSWORD, startMailServer, type TestMailServer } from '../operations/mail/testing/smtp-server.ts';
import { LOCALHOST_CERTIFICATE } from '../testing/localhost-certificate.ts';
import { createSocketDesk, type Desk, given } from '../testing/administrators.ts';
import { putRole } from '../repositories/admin-people.ts';
import { loadConfig } from '../operations/config/config.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { placeMigratedDatabase } from '../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { plantSession } from '../testing/planted.ts';
import { createProgram } from './program.ts';
import { runCommandLine } from './run-command-line.ts';

/** docs/administration.md against a server that no one has used yet: every command, in the order of the page. */
const ROOT = join(import.meta.dirname, '../../../..');
const page = await readFile(join(ROOT, 'docs/administration.md'), 'utf8');

/** Commands in blocks of the shell; a backslash goes on in the next line, a comment ends one. */
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== ''),
);

const SESSION = { sessionId: randomUUID(), nonce: 'n' };
const PACKAGE = 'a package';
const GATE = 'https://gate.alderbrook.example';

let folder: string;
let dataFolder: string;
let server: RunningServer;
let url: string;
let desk: Desk;
let smtp: TestMailServer;
let updateKey: UpdatePrivateKey;
/** Ids on the page are made up; here each stands for one that is there. */
const made = new Map<string, string>();

beforeAll(async () => {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  smtp = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-page-'));
  dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  await placeMigratedDatabase(dataFolder);
  url = `http://localhost:${await freePort()}`;
  const device = await createSimulatedDevice();
  const report = await device.sign(SESSION, {
    firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }),
  });
  updateKey = await createUpdateKey();
  const newer = { ...LIFECYCLE, version: LIFECYCLE.version + 1 };
  const files: Record<string, string> = {
    'lifecycle.json': JSON.stringify(await signLifecycle(newer, [updateKey])),
    'policy.yaml':
      'version: 1\nworkplaceAccessPolicy: Permissive\nisPolicyEnforced: false\nchecks:\n  FirewallEnable: { severity: required }\n',
    'people.csv': given(/```\n(login,displayName[\s\S]*?)```/.exec(page)?.[1]),
    'mail-metadata.xml': metadataXml({ entityId: 'https://mail.example.com/saml' }),
    'board.json': JSON.stringify({ redirectUris: ['https://board.example.com/callback'] }),
    'report.json': JSON.stringify(report),
    'fleet.deb': PACKAGE,
    'fleet.deb.signed': JSON.stringify(await signSoftware(fleet(), [updateKey])),
    'licence.html': '<p>Be good.</p>',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'entra.json': JSON.stringify({ issuer: 'https://login.example.com', clientId: 'vestibule' }),
    'secret.txt': 'a-secret-of-the-client',
    'backup.passphrase': 'correct horse battery',
    'smtp.password': MAIL_PASSWORD,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, { mode: 0o600 });
  await mkdir(join(folder, 'backups'));
  return () => tls.setDefaultCACertificates(trusted);
});
afterAll(async () => {
  await smtp.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the page adds. */
function fleet(): SoftwareManifest {
  return {
    format: 1,
    id: 'fleet-1.30',
    checkType: 'RmmAgent',
    agent: 'fleet',
    kind: 'deb',
    architecture: 'any',
    packageName: 'fleet-osquery',
    version: '1.30',
    fileName: 'fleet.deb',
    size: PACKAGE.length,
    sha256: createHash('sha256').update(PACKAGE).digest('hex'),
    name: 'Fleet',
    publisher: 'Fleet Inc.',
    licence: 'Be kind.',
    issuedAt: new Date().toISOString(),
    notAfter: new Date(Date.now() + 86_400_000).toISOString(),
  };
}

/** As the page says: after the set-up. */
async function start(): Promise<void> {
  const read = await loadConfig({
    VESTIBULE_DATA: dataFolder,
    VESTIBULE_LIFECYCLE_KEYS: updateKey.x,
    VESTIBULE_SOFTWARE_KEYS: updateKey.x,
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  server = await startServer(read.config, pino({ level: 'silent' }));
  desk = createSocketDesk({ dataFolder });
}

/** What has to be there before a command can be tried, and what the page's own names stand for here. */
async function prepare(command: string): Promise<void> {
  if (command.includes('device approve') || (command.includes('device show') && !made.has('3f2a91c4'))) {
    const { database, now } = server.context;
    const nadia = given((await desk.call('adminPeople', { query: { login: 'nadia' } })).body.people[0]);
    const company = await server.context.companies.only();
    const id = randomUUID();
    const simulated = await createSimulatedDevice();
    const parameters = await simulated.parameters();
    await database.insert(devices).values({
      companyId: given(company).company.id,
      id,
      deviceId: simulated.deviceId,
      keyThumbprint: randomUUID(),
      identityKey: parameters.identityKey,
      agreementKey: parameters.agreementKey,
      keyProtection: parameters.keyProtection,
      state: 'waiting',
      personId: nadia.id,
      name: 'NADIA-LT-0427',
      operatingSystem: parameters.operatingSystem,
      createdAt: now(),
    });
    made.set('3f2a91c4', id.slice(0, 8));
  }
  if (command.includes('software approve')) {
    const company = given(await server.context.companies.only()).company.id;
    const lena = given((await desk.call('adminPeople', { query: { login: 'lena' } })).body.people[0]);
    await putRole(server.context.database, {
      companyId: company,
      personId: lena.id,
      role: 'administrator',
      reach: 'company',
      createdAt: server.context.now(),
    });
    const body = { name: 'lena-approves', role: 'administrator', days: 1, ownerId: lena.id };
    const { token } = (await desk.call('adminCreateToken', { body })).body;
    await writeFile(join(folder, 'lena.token'), given(token), { mode: 0o600 });
  }
  if (command.includes('sign-in show')) {
    const company = given(await server.context.companies.only());
    const at = server.context.now();
    const [id, applicationId, correlationId] = [randomUUID(), randomUUID(), randomUUID()];
    await server.context.database.insert(signIns).values({
      companyId: company.company.id,
      id,
      at,
      lastAt: at,
      expiresAt: at,
      applicationId,
      protocol: 'saml',
      correlationId,
    });
    made.set('7b0c9b0e', id.slice(0, 8));
  }
  if (command.includes('vestibule support 7KQ') && !made.has('7KQ-42M')) {
    const context = await server.context.companies.only();
    const place = { url, port: server.port, context: server.context, id: given(context).company.id };
    made.set('7KQ-42M', supportCodeOf((await plantSession(place, 'nadia')).sessionId));
  }
  if (command.includes('--caller-number')) {
    // What the page of the caller shows by chance.
    const callerNumber = { number: '4711', expiresAt: '2999-01-01T00:00:00.000Z', triesLeft: 3, provenAt: null };
    await server.context.database.update(webSessions).set({ callerNumber });
  }
  if (command.includes('access refuse') || command.includes('access approve')) {
    const { database, now } = server.context;
    const personId = given((await desk.call('adminPeople', { query: { login: 'nadia' } })).body.people[0]).id;
    const company = await server.context.companies.only();
    const id = randomUUID();
    const row = { companyId: given(company).company.id, id, personId, applicationId: null, createdAt: now() };
    if (command.includes('access refuse')) {
      await database.insert(accessRequests).values({ ...row, reason: 'no time' });
      made.set('8c1d20f7', id.slice(0, 8));
    } else {
      await database.insert(accessGrants).values({
        ...row,
        kind: 'temporary-access',
        reason: 'no time',
        grantedBy: 'lena',
        expiresAt: new Date(now().getTime() + 3_600_000),
        usesLeft: 1,
        overridesStopper: false,
        waitsForApproval: true,
      });
      made.set('5b7e9d02', id.slice(0, 8));
    }
  }
  if (command.includes('access revoke')) {
    const { grants } = (await desk.call('adminAccessGrants')).body;
    made.set('195a1e76', given(grants[0]).id.slice(0, 8));
  }
  if (command.includes('key activate')) {
    const { keys } = (await desk.call('adminKeys')).body;
    const named = (state: string) => given(keys.find((key) => key.state === state)).thumbprint.slice(0, 8);
    made.set('0e264fa3', named('active')).set('755027e6', named('published'));
  }
  if (command.includes('vestibule restore') && !made.has('monday.backup')) {
    const [name = ''] = await readdir(join(folder, 'backups'));
    made.set('monday.backup', join(folder, 'backups', name));
  }
}

/** The words of a command, as a shell would cut them, with this test's files, folders and address. */
async function wordsOf(command: string): Promise<string[]> {
  const files = await readdir(folder);
  const place = (word: string) => {
    const path = word.replace(/^eula=@/, '');
    if (made.has(word)) return made.get(word) ?? '';
    if (word === '/srv/new') return join(folder, 'new');
    if (word === '/backups') return join(folder, 'backups');
    if (word === '/srv/extension') return join(folder, 'kit');
    const isFile = files.includes(path) || /^(?:helpdesk\.token|tomas\.json)$/.test(path);
    return isFile
      ? word.replace(path, join(folder, path))
      : word
          .replace(GATE, url)
          .replace('https://devices2.example.com', url.replace('//', '//devices2.'))
          .replace('https://harbour.alderbrook.example', url.replace('//', '//harbour.'));
  };
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  // The page names the usual port by leaving it out.
  const ofMail = (word: string) =>
    word === 'smtp.alderbrook.example' ? ['localhost', '--port', String(smtp.port)] : [place(word)];
  return words.slice(2).flatMap(ofMail);
}

/** Run by a person at a browser: `e2e/journeys/command-line.journey.test.ts` does. */
const BY_BROWSER = ['login', 'logout'];

describe('the page on administration', () => {
  test('has commands that all work, in its order', { timeout: 300_000 }, async () => {
    expect(commands.length).toBeGreaterThan(80);
    for (const command of commands) {
      expect(command).toMatch(/^npx vestibule /);
      await prepare(command);
      const words = await wordsOf(command);
      const isElsewhere = words.includes('--data') || words.includes('--token-file');
      let said = '';
      const streams = {
        out: (text: string) => void (said += text),
        err: (text: string) => void (said += text),
        columns: undefined,
      };
      const code = await runCommandLine(isElsewhere ? words : [...words, '--data', dataFolder], streams);
      // The page's tenant of Entra ID is no one's: that it does not answer is the right answer.
      const isRight = code === 0 || (command.includes('--client-id 3b1c') && said.includes('answers at the issuer'));
      expect([command, isRight, isRight ? '' : said]).toEqual([command, true, '']);
      if (words.includes('setup')) await start();
    }
  });

  test('has an example of every command', () => {
    const leaves = listLeaves(createProgram({ out: () => undefined, err: () => undefined, columns: 80 }));
    expect(leaves.length).toBeGreaterThan(60);
    const isShown = (leaf: string) =>
      BY_BROWSER.includes(leaf)
        ? page.includes(`node vestibule.mjs ${leaf}`)
        : commands.some((command) => command.startsWith(`npx vestibule ${leaf}`));
    expect(leaves.filter((leaf) => !isShown(leaf))).toEqual([]);
  });

  test('explains sentences that are really said', async () => {
    const source = await readSource();
    const sentences = [...page.matchAll(/^\| \*(.+?)\*/gm)].map(([, sentence = '']) => sentence);
    expect(sentences.length).toBeGreaterThan(5);
    const parts = sentences.flatMap((sentence) => sentence.split('…').map((part) => part.trim()));
    expect(parts.filter((part) => !source.includes(part))).toEqual([]);
  });
});

function listLeaves(program: ReturnType<typeof createProgram>, path = ''): string[] {
  return program.commands.flatMap((command) => {
    const here = `${path} ${command.name()}`.trim();
    return command.commands.length === 0 ? [here] : listLeaves(command, here);
  });
}

async function readSource(): Promise<string> {
  const texts = await Promise.all(
    ['apps/server/src', 'apps/command-line/src'].map((source) => readFolder(join(ROOT, source))),
  );
  return texts.join('\n');
}

async function readFolder(place: string): Promise<string> {
  const names = (await readdir(place, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.includes('test'),
  );
  const texts = await Promise.all(names.map((name) => readFile(join(place, name), 'utf8')));
  return texts.join('\n');
}

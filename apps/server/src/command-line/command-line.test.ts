import { adminAddKeyCall, adminStatusCall, applicationConfigurationSchema } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataXml } from '../protocols/saml/testing/service-provider-metadata.ts';
import { firstCompany } from '../testing/companies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { type Ran, runBinary } from './testing/run-binary.ts';
import { createProgram } from './program.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({
    policy: 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n',
  });
  folder = await mkdtemp(join(tmpdir(), 'vestibule-commands-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Through the same door as the program itself, without the time that a process takes to start. */
const here = async (...words: string[]): Promise<Ran> => {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
  return { code, out, err };
};
/** The program itself, in a process of its own. */
const spawned = (...words: string[]): Promise<Ran> => runBinary([...words, '--data', server.dataFolder]);
const write = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

/** Nothing of what a person reads is wider than their screen, but for a value to be copied whole; nothing is coloured. */
function expectReadable({ out, err }: Ran): void {
  const wide = `${out}${err}`.split('\n').filter((line) => line.length > 80 && !/ {2}\S{41,}$/.test(line));
  expect(wide).toEqual([]);
  expect(`${out}${err}`).not.toContain('\u001b');
}

describe('the commands, against a server', () => {
  test('say how it stands', async () => {
    const ran = await spawned('status');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('Alderbrook (alderbrook)');
    expect(ran.out).toContain('There is no administrator');
    expectReadable(ran);
    const json = JSON.parse((await here('status', '--json')).out);
    expect(json).toMatchObject({ caller: { reach: 'installation' }, company: { people: 2 } });
  });

  test('add a person, give a role, block and erase, each first as a dry run', async () => {
    const add = ['person', 'add', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@alderbrook.example', '--invite'];
    const dry = await here(...add, '--dry-run');
    expect(dry.out).toMatch(/^Dry run, nothing was changed/);
    expect(dry.out).not.toContain('invitation=');
    expect((await here('person', 'show', 'ilse')).code).toBe(5);

    const added = await spawned(...add);
    expect(added.code).toBe(0);
    expect(added.out).toMatch(/\nhttp:\/\/localhost:\d+\/onboarding\/signup#invitation=[\w-]{43}\n/);
    const again = await spawned(...add);
    expect([again.code, again.out]).toEqual([5, '']);
    expect(again.err).toContain('Another person has the login ilse already.');

    expect((await here('person', 'role', 'ilse', 'support')).out).toContain('ilse is support now.');
    expect((await here('person', 'role', 'ilse', 'king')).err).toContain('There are auditor, support, administrator');
    expect((await here('person', 'list', '--role', 'support')).out).toMatch(/^LOGIN.*\nilse/);
    expect((await here('person', 'set', 'ilse', '--group', 'sales', 'night shift')).out).toContain(
      'groups: none -> sales, night shift',
    );
    expect((await here('person', 'set', 'ilse', '--no-groups')).out).toContain('groups: sales, night shift -> none');

    expect((await here('person', 'block', 'ilse')).err).toContain("required option '--reason <text>'");
    expect((await here('person', 'block', 'ilse', '--reason', 'left')).out).toContain('ilse is blocked.');
    expect((await here('person', 'block', 'ilse', '--reason', 'left')).out).toContain('it is so already');
    const unsure = await here('person', 'erase', 'ilse');
    expect([unsure.code, unsure.err]).toEqual([2, expect.stringContaining('This cannot be taken back')]);
    const erased = await here('person', 'erase', 'ilse', '--yes');
    expect(erased.out).toMatch(/ilse is erased\. Where a name is needed, it is erased-[\da-f]{8}\./);
    const log = await here('audit', '--limit', '200', '--details');
    expect(log.out).not.toContain('ilse');
    for (const ran of [dry, again, unsure, erased, log]) expectReadable(ran);
  });

  test('import people, or say every problem of the file', async () => {
    const bad = await write('bad.csv', 'login,name,email\ntwo words,X,x\n');
    const refused = await here('person', 'import', bad);
    expect(refused.code).toBe(2);
    expect(refused.err).toBe(
      'Nothing was changed, because of this:\n  line 2, column 1: login must not hold blanks.\n  line 2, column 13: email is no e-mail address.\n',
    );
    const excel = join(folder, 'excel.csv');
    await writeFile(excel, Buffer.from('login,name,email\nm\xfcller,M,m@x.example\n', 'latin1'));
    const foreign = await here('person', 'import', excel);
    expect([foreign.code, foreign.err.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('is not UTF-8, line 2. Save it as UTF-8; Excel calls that "CSV UTF-8".'),
    ]);
    const csv = 'login;name;email\njo;Jo March;jo@alderbrook.example\n';
    const piped = await runBinary(['person', 'import', '-', '--dry-run', '--data', server.dataFolder], { input: csv });
    expect(piped.out).toContain('It would be: 1 new, 0 changed, 0 as they were.');
    const json = await here('person', 'import', await write('good.csv', csv), '--invite', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      people: [{ login: 'jo', link: expect.stringContaining('#invitation=') }],
    });
    const moved = 'login;name;email;groups\njo;Jo March;jo@alderbrook.example;europe|sales\n';
    const dry = await here('person', 'import', await write('moved.csv', moved), '--dry-run');
    expect(dry.out).toMatch(/^2 +jo +changed, groups: none -> europe, sales$/m);
    expectReadable(dry);
    const file = join(folder, 'jo.json');
    expect((await here('person', 'export', 'jo', '--out', file)).out).toContain('people 1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ data: { people: [{ login: 'jo' }] } });
    expect((await here('person', 'export', 'jo', '--out', file)).err).toContain('is there already');
  });

  test('approve and name computers, by the id that the table shows', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(await firstCompany(server));
    await visitor.signIn();
    await visitor.report(await visitor.openSession(device), device, {
      firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }),
    });
    const list = await here('device', 'list');
    expectReadable(list);
    const id = /\n([\da-f]{8})  NADIA-LT-0427/.exec(list.out)?.[1] ?? '';
    // The audit log calls a computer by what it calls itself.
    const idInLog = device.deviceId.slice(0, 8);
    expect((await here('device', 'rename', idInLog, 'Reception', '--dry-run')).out).toContain('label: Reception');
    expect((await here('device', 'rename', id, 'Reception')).out).toContain('label: Reception');
    expect((await here('device', 'block', id, '--reason', 'stolen', '--dry-run')).out).toContain(
      'state: approved -> blocked',
    );
    expect((await here('device', 'retire', 'Reception')).out).toContain('NADIA-LT-0427 is retired.');
    expect((await here('device', 'approve', 'Nowhere')).err).toContain('There is no computer Nowhere');
  });

  test('exempt a person from a check for a while, first as a dry run, and end it', async () => {
    const words = ['exemption', 'add', 'firewallenable', '--person', 'nadia', '--why', 'a new firewall is on its way'];
    const dry = await here(...words, '--days', '14', '--dry-run');
    expect(dry.out).toContain('FirewallEnable, login nadia');
    expect((await here('exemption', 'list')).out).toContain('There are no exemptions.');
    expect((await here(...words, '--days', '14')).out).toContain(
      'The exemption from firewallenable holds from now on.',
    );
    const list = await here('exemption', 'list');
    expect(list.out).toMatch(/\nFirewallEnable +nadia +\d{4}-\d\d-\d\d/);
    expect(JSON.parse((await here('exemption', 'list', '--json')).out)).toMatchObject({
      exemptions: [{ login: 'nadia', approvedBy: 'local command line' }],
    });
    for (const days of ['0', '181', 'ten']) {
      expect((await here(...words, '--days', days)).err).toContain('--days takes a number from 1 to 180');
    }
    expect((await here('exemption', 'end', 'Firewall', '--person', 'nadia')).err).toContain('Firewall is no check');
    expect((await here('exemption', 'end', 'FirewallEnable')).err).toContain('Name --person or --device');
    expect((await here('exemption', 'end', 'FirewallEnable', '--person', 'nadia')).code).toBe(0);
    const help = await here('exemption', 'add', '--help');
    for (const ran of [dry, list, help]) expectReadable(ran);
  });

  test('add an application by its metadata and take it out', async () => {
    const file = await write('wiki.xml', metadataXml({ entityId: 'https://wiki.example/saml' }));
    expect((await here('application', 'add', 'Wiki', '--metadata', file)).out).toContain('Wiki is there.');
    const shown = await here('application', 'show', 'https://wiki.example/saml');
    expectReadable(shown);
    expect((await here('application', 'settings', 'set', 'Wiki', 'secondFactor=required')).out).toContain(
      'secondFactor: required',
    );
    expect((await here('application', 'disable', 'Wiki')).code).toBe(0);
    expect((await here('application', 'list')).out).toMatch(/Wiki .* off/);
    expect((await here('application', 'remove', 'Wiki')).code).toBe(2);
    expect((await here('application', 'remove', 'Wiki', '--yes')).code).toBe(0);
    const record = await write('board.json', JSON.stringify({ redirectUris: ['https://board.example/callback'] }));
    expect((await here('application', 'add', 'Board', '--oidc', record)).out).toMatch(/Client secret {2}[\w-]{43}/);
    expect((await here('application', 'add', 'X')).err).toContain('Say what it is');
  });

  test('give and take temporary access', async () => {
    const given = await here('access', 'grant', 'nadia', '--hours', '4', '--reason', 'laptop is being replaced');
    expect(given.out).toContain('nadia has access for one sign-in within 4 hours.');
    const list = await here('access', 'list');
    expectReadable(list);
    const id = /\n([\da-f]{8})  nadia/.exec(list.out)?.[1] ?? '';
    expect((await here('access', 'revoke', id)).code).toBe(0);
    expect((await here('access', 'list')).out).toBe('No one has temporary access.\n');
    const more = await here('access', 'grant', 'nadia', '--hours', '1', '--uses', '5', '--reason', 'on the road');
    expect(more.out).toContain('nadia has access for 5 sign-ins within 1 hour.');
    const other = /\n([\da-f]{8})  nadia/.exec((await here('access', 'list')).out)?.[1] ?? '';
    expect((await here('access', 'revoke', other)).code).toBe(0);
    expect((await here('access', 'grant', 'nadia', '--hours', 'many', '--reason', 'x')).code).toBe(2);
    expect((await here('access', 'requests')).out).toBe('No requests are waiting.\n');
  });

  test('set what the company shows', async () => {
    const html = await write('eula.html', '<h1>Terms</h1>');
    expect((await here('company', 'settings', 'set', `eula=@${html}`)).out).toContain(
      'eula, line 1, column 1: <h1> is written as <div>.',
    );
    await here('company', 'settings', 'set', 'temporaryAccess.maximumHours=12', 'productName=Gate');
    const settings = { productName: 'Gate', temporaryAccess: { maximumHours: 12, maximumPerPerson: 5 } };
    expect(JSON.parse((await here('company', 'settings', '--json')).out)).toMatchObject({ settings });
    const wrong = await here('company', 'settings', 'set', 'accentColor=red');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^accentColor: /)]);
    expect((await here('support-block', 'set', '--phone', '+49 30 5550142')).out).toContain('-> +49 30 5550142');
    expect((await here('feature', 'set', 'fci', 'on', '--person', 'nadia')).code).toBe(0);
    const { out: ofSettings } = await here('application', 'settings', 'set', '--help');
    for (const name of Object.keys(applicationConfigurationSchema.shape)) expect(ofSettings).toContain(name);
    const caller = await here('support', '123');
    expect([caller.code, caller.err.replaceAll(/\n\s*/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/is no support code: .* such as 7KQ-42M, .*foot of the page\. Ask for it again\./),
    ]);
    expect((await here('feature', 'list', '--person', 'nadia')).out).toMatch(/fci {3}on/);
    for (const words of [['company', 'settings'], ['support-block'], ['company', 'show'], ['feature']]) {
      expectReadable(await here(...words));
    }
  });

  test('roll a key over', async () => {
    const { thumbprint } = adminAddKeyCall.answers[200].parse(JSON.parse((await here('key', 'add', '--json')).out));
    if (thumbprint === null) throw new Error('No key was added.');
    expect((await here('key', 'activate', thumbprint.slice(0, 5))).err).toContain('--early');
    expect((await here('key', 'activate', thumbprint.slice(0, 8), '--early')).out).toContain(
      'The key signs from now on.',
    );
    const list = await here('key', 'list');
    expectReadable(list);
    expect(list.out).toContain(`${thumbprint.slice(0, 16)}…  signs`);
    expect(list.out).toContain('…  published');
    expect((await here('key', 'retire', thumbprint)).code).toBe(5);
  });

  test('work from another computer with a token in a file, and without the rights of more', async () => {
    const file = join(folder, 'helpdesk.token');
    const made = await here('token', 'create', 'helpdesk', '--role', 'support', '--out', file);
    expect(made.out).not.toContain('vestibule-admin-');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const there = (...words: string[]) => runBinary([...words, '--url', server.url, '--token-file', file]);
    expect((await there('person', 'list')).out).toContain('nadia');
    const refused = await there('key', 'add');
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('administrator')]);
    expect((await there('provider', 'list')).code).toBe(4);
    const token = await readFile(file, 'utf8');
    const piped = await runBinary(['status', '--json'], {
      input: token,
      environment: { VESTIBULE_URL: server.url, VESTIBULE_TOKEN_FILE: '-' },
    });
    const { caller } = adminStatusCall.answers[200].parse(JSON.parse(piped.out));
    expect(caller).toEqual({ name: 'token helpdesk', role: 'support', reach: 'company' });
    await here('token', 'revoke', 'helpdesk');
    const over = await there('status');
    expect([over.code, over.err]).toEqual([4, expect.stringContaining('vestibule token create --help')]);
  });

  test('apply a policy, and show it', async () => {
    const file = await write(
      'next.yaml',
      'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n  DeviceEncrypted: { severity: required }\n',
    );
    const dry = await here('policy', 'apply', file, '--dry-run');
    expectReadable(dry);
    expect(dry.out).toContain('FirewallEnable: required -> off');
    await here('policy', 'apply', file);
    expect((await here('policy', 'show')).out).toMatch(/^Permissive, enforced; version [\da-f]{16}, applied by/);
    expect((await here('policy', 'show', '--text')).out).toBe(await readFile(file, 'utf8'));
    const bad = await here('policy', 'apply', await write('bad.yaml', 'version: 2\n'));
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('line 1, column 1')]);
  });

  test('add companies, providers and silos at the server', async () => {
    const address = `http://birch.localhost:${new URL(server.url).port}`;
    await here(
      'company',
      'create',
      'birch',
      '--display-name',
      'Birch',
      '--address',
      address,
      '--domain',
      'birch.example',
    );
    const several = await here('person', 'list');
    expect([several.code, several.err]).toEqual([5, expect.stringContaining('Name one of them')]);
    expect((await here('person', 'list', '--company', 'birch')).out).toBe('No one.\n');
    await here('provider', 'create', 'Harbour IT');
    await here(
      'silo',
      'set',
      'europe',
      '--endpoint',
      `second=http://d.localhost:${new URL(server.url).port}`,
      '--region',
      'eu',
    );
    const set = await here('company', 'set', '--company', 'birch', '--provider', 'Harbour IT', '--silo', 'europe');
    expect(set.out).toContain('provider: Harbour IT');
    for (const words of [['company', 'list'], ['provider'], ['silo'], ['status']]) expectReadable(await here(...words));
    expect((await here('provider', 'remove', 'harbour it')).code).toBe(5);
    await here('company', 'set', '--company', 'birch', '--provider', '', '--silo', '');
    expect((await here('provider', 'remove', 'Harbour IT')).code).toBe(0);
    expect((await here('silo', 'remove', 'europe')).code).toBe(0);
  });
});

describe('without a server', () => {
  test('a policy is checked: what it does, or every mistake', async () => {
    const foreign = join(folder, 'utf-16.yaml');
    await writeFile(foreign, Buffer.from('\ufeffversion: 1\n', 'utf16le'));
    const unread = await runBinary(['policy', 'check', foreign]);
    expect([unread.code, unread.err.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      `${foreign} is in UTF-16. Save it as UTF-8. `,
    ]);
    const good = await write(
      'good.yaml',
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required, startDate: 2099-01-01 }\n  ScreenSaverPasswordProtected: { severity: sign-in-stopper, unknown: block }\n',
    );
    const checked = await runBinary(['policy', 'check', good]);
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(/FirewallEnable +required +recommended +block/);
    expect(checked.out).toContain('Holds from 2099-01-01; recommended until then.');
    expect(JSON.parse((await runBinary(['policy', 'check', good, '--json'])).out)).toMatchObject({
      workplaceAccessPolicy: 'Strict',
    });
    const bad = await runBinary(['policy', 'check', '-'], {
      input: 'version: 1\nworkplaceAccessPolicy: Strictt\nchecks: {}\n',
    });
    expect([bad.code, bad.out]).toEqual([2, '']);
    expect(bad.err).toContain('line 2, column 1: workplaceAccessPolicy must be one of Strict, Permissive.');
    const json = await runBinary(['policy', 'check', '-', '--json'], { input: 'version: 2\n' });
    expect(JSON.parse(json.out)).toMatchObject({
      error: {
        problems: expect.arrayContaining([expect.objectContaining({ line: 1, message: 'version must be 1.' })]),
      },
    });
    for (const ran of [checked, { ...bad, err: '' }]) expectReadable(ran);
  });

  test('a report is judged, and each check says why', async () => {
    const device = await createSimulatedDevice();
    const session = { sessionId: '00000000-0000-4000-8000-000000000000', nonce: 'n' } as Parameters<
      typeof device.sign
    >[0];
    const report = await device.sign(session, { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
    const file = await write('report.json', JSON.stringify(report));
    const policy = await write(
      'explained.yaml',
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required, exemptions: [ { login: nadia, until: 2099-01-01, why: New laptop, approvedBy: ilse } ] }\n  DeviceEncrypted: { severity: required, unknown: allow }\n',
    );
    const stopped = await runBinary(['policy', 'explain', policy, '--report', file]);
    expect(stopped.out).toMatch(
      /^Is stopped\. The policy is Strict, and this fails: FirewallEnable,\nDeviceEncrypted\./,
    );
    expect(stopped.out).toMatch(/FirewallEnable +required +required +failed +yes/);
    expect(stopped.out).toContain('The client kept silent');
    expectReadable(stopped);
    const exempt = await runBinary(['policy', 'explain', policy, '--report', file, '--login', 'nadia', '--json']);
    expect(JSON.parse(exempt.out)).toMatchObject({
      checks: [{ now: 'recommended', blocks: false }, { checkType: 'DeviceEncrypted' }],
    });
    const pilot = await write('pilot.yaml', `${await readFile(policy, 'utf8')}enforceFor: { groups: [pilot] }\n`);
    const shown = await runBinary(['policy', 'check', pilot]);
    expect(shown.out.replaceAll(/\s+/g, ' ')).toContain('Enforced only for people in a group of pilot; everybody else');
    // The file alone tells nothing of people: who looks for a slip in a login is told where it is found.
    for (const [named, says] of [
      [pilot, 'the groups of enforceFor and the logins and computers of exemptions'],
      [policy, 'the logins and computers of exemptions'],
    ] as const) {
      expect((await runBinary(['policy', 'check', named])).out.replaceAll(/\s+/g, ' ')).toContain(
        `Note: Only the server knows ${says}: whether they are there is said by policy apply FILE --dry-run.`,
      );
    }
    const observed = await runBinary([
      'policy',
      'explain',
      pilot,
      '--report',
      file,
      '--group',
      'sales',
      '--group',
      'it',
    ]);
    expect(observed.out.replaceAll(/\s+/g, ' ')).toMatch(/^May go to work\. .* This person is none of them\./);
    const inside = await runBinary([
      'policy',
      'explain',
      pilot,
      '--report',
      file,
      '--group',
      'sales',
      '--group',
      'pilot',
    ]);
    expect(inside.out).toMatch(/^Is stopped\./);
    const none = await runBinary(['policy', 'explain', policy, '--report', policy]);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('holds no JSON')]);
  });

  test('what is missing is in the help of that very command', async () => {
    const ran = await here('person', 'block', 'tomas');
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('What there is: vestibule person block --help')]);
    expect((await here('persn')).err).toContain('What there is: vestibule --help');
    const grant = ['access', 'grant', 'tomas', '--reason', 'x', '--company', 'alderbrook'];
    const many = await here(...grant, '--hours', '100000');
    expect(many.err).toContain('--hours takes a whole number from 1 to 2160, and not 100000.');
    const long = await here(...grant, '--hours', '2161');
    expect([long.code, long.err]).toEqual([2, expect.stringContaining('from 1 to 2160, and not 2161.')]);
    const often = await here(...grant, '--hours', '1', '--uses', '1001');
    expect([often.code, often.err]).toEqual([2, expect.stringContaining('--uses takes a whole number from 1 to 1000')]);
    const longest = await here(...grant, '--hours', '2160', '--uses', '1000', '--dry-run');
    expect([longest.code, longest.err]).toEqual([0, '']);
  });

  test('every other command says what to do', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'vestibule-empty-'));
    const missing = await runBinary(['status', '--data', join(empty, 'nowhere')]);
    expect([missing.code, missing.err]).toEqual([3, expect.stringContaining('There is no folder')]);
    const down = await runBinary(['person', 'list', '--data', empty]);
    expect([down.code, down.err]).toEqual([3, expect.stringContaining('No server answers for the data folder')]);
    // A listener that goes without taking its file along is what a crash leaves.
    const crashed = createServer();
    await new Promise<void>((done) => crashed.listen(join(empty, 'first'), done));
    await rename(join(empty, 'first'), join(empty, 'admin.sock'));
    await new Promise((done) => crashed.close(done));
    const left = await runBinary(['status', '--data', empty, '--json']);
    expect(left.code).toBe(3);
    expect(JSON.parse(left.out)).toMatchObject({
      error: { message: expect.stringContaining('left its socket behind') },
    });
    await rm(empty, { recursive: true });
    expect(existsSync(empty)).toBe(false);
  });

  test.each([
    [['status', '--url', 'https://gate.example'], 'goes with --token-file'],
    [['status', '--token-file', 'x'], 'goes with --url'],
    [['status', '--url', 'gate.example', '--token-file', 'TOKEN'], 'no address of a server'],
    [['status', '--url', 'http://gate.example', '--token-file', 'TOKEN'], 'A token is not sent'],
    [['status', '--url', 'https://gate.example', '--token-file', 'missing'], 'cannot be read'],
    [['status', '--url', 'https://gate.example', '--token-file', 'OPEN'], 'chmod 600'],
    [['status', '--url', 'https://gate.example', '--token-file', 'WRONG'], 'does not hold a token'],
    [['persons'], 'unknown command'],
    [['person', 'list', '--everybody'], 'unknown option'],
    [['person', 'show'], 'missing required argument'],
    [['person'], ''],
  ])('%j is not understood', async (words, wanted) => {
    const files: Record<string, string> = {
      TOKEN: await write('token', `vestibule-admin-${'a'.repeat(43)}\n`),
      OPEN: await write('open', `vestibule-admin-${'a'.repeat(43)}\n`),
      WRONG: await write('wrong', 'two words'),
    };
    await chmod(files['TOKEN'] ?? '', 0o600);
    await chmod(files['WRONG'] ?? '', 0o600);
    const ran = await runBinary(words.map((word) => files[word] ?? word));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(wanted);
  });

  test('nothing listens, nothing speaks https, or something else answers', async () => {
    const file = await write('any', `vestibule-admin-${'a'.repeat(43)}\n`);
    await chmod(file, 0o600);
    const there = (url: string) => runBinary(['status', '--url', url, '--token-file', file]);
    const probe = createServer();
    await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
    const { port } = probe.address() as { port: number };
    await new Promise((done) => probe.close(done));
    expect(await there(`http://127.0.0.1:${port}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Nothing listens'),
    });
    expect(await there(server.url.replace('http:', 'https:'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('https'),
    });
    expect(await there('http://nobody.localhost:1')).toMatchObject({ code: 3 });
  });
});

describe('every command', () => {
  const all = listCommands(createProgram({ out: () => undefined, err: () => undefined, columns: undefined }));

  test.each(all)('teaches: %s', async (path) => {
    let help = '';
    const program = createProgram({ out: (text) => void (help += text), err: () => undefined, columns: 80 });
    await program.parseAsync([...path.split(' ').filter(Boolean), '--help'], { from: 'user' }).catch(() => undefined);
    expect(help).toMatch(/^Usage: vestibule/);
    expect(help.length).toBeGreaterThan(150);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('that changes something can be tried first', () => {
    const changing = all.filter((path) =>
      / (create|add|set|reset|block|unblock|approve|rename|retire|remove|role|grant|revoke|apply|import|erase|invite|link|sign-out|reset-factors|activate|disable|enable|renew-secret|logo)$/.test(
        path,
      ),
    );
    expect(changing.length).toBeGreaterThan(35);
    const program = createProgram({ out: () => undefined, err: () => undefined, columns: 80 });
    for (const path of changing) {
      const command = path
        .split(' ')
        .reduce((at, name) => at.commands.find((one) => one.name() === name) ?? at, program);
      expect([path, command.options.some(({ long }) => long === '--dry-run')]).toEqual([path, true]);
    }
  });
});

function listCommands(program: ReturnType<typeof createProgram>, path = ''): string[] {
  return [path, ...program.commands.flatMap((command) => listCommands(command, `${path} ${command.name()}`.trim()))];
}

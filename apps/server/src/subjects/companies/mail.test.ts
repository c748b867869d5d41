import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { CALLS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { auditEntries, mailServers, people } from '../../database/schema.ts';
import {
  MAIL_PASSWORD,
  MAIL_USER,
  startMailServer,
  type TestMailServer,
} from '../../operations/mail/testing/smtp-server.ts';
import { addPerson as addSomebody, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { freePort } from '@vestibule/testing/free-port';
import { addPerson, giveRole } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { mailBrakeAlert } from '../settings/mail-out.ts';
import {
  createDesk,
  type Desk,
  given,
  openDesk,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { LOCALHOST_CERTIFICATE } from '../../testing/localhost-certificate.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let smtp: TestMailServer;

beforeAll(async () => {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  smtp = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  });
  return () => tls.setDefaultCACertificates(trusted);
});
afterAll(async () => {
  await smtp.close();
  await server.close();
});

const settings = () => ({
  host: 'localhost',
  port: smtp.port,
  security: 'starttls' as const,
  user: MAIL_USER,
  sender: 'gate@alderbrook.example',
});
const set = (body: object) => desk.call('adminSetMail', { body });

beforeEach(async () => {
  smtp.received.length = 0;
  await server.context.database.delete(mailServers);
  const { status } = await set({ ...settings(), password: MAIL_PASSWORD });
  if (status !== 200) throw new Error('The mail server could not be set.');
});

const stored = async () => given((await server.context.database.select().from(mailServers))[0]);
/** The newest entries about mails first. */
const audited = (limit: number) =>
  findAuditEntries(
    server.context.database,
    and(eq(auditEntries.companyId, company.id), eq(auditEntries.action, 'mail')),
    { limit: limit },
  );
const invite = (personId: string, query: object = {}) =>
  desk.call('adminInvitePerson', { parameters: { personId }, query });

describe('the mail server', () => {
  test('is shown without its password, which is sealed, and in no audit entry', async () => {
    expect((await desk.call('adminMail')).body).toMatchObject({
      mail: { settings: { ...settings(), language: 'en', alerts: [], accessRequests: [] }, hasPassword: true },
    });
    expect(JSON.stringify(await stored())).not.toContain(MAIL_PASSWORD);
    expect(await audited(1)).toMatchObject([{ outcome: 'done', details: { changes: expect.any(Array) } }]);
    expect(
      JSON.stringify(await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })),
    ).not.toContain(MAIL_PASSWORD);
  });

  test('keeps what is not named, and says what a dry run would change', async () => {
    const dry = await desk.dryRun('adminSetMail', { body: { language: 'de' } });
    expect(dry.body).toMatchObject({ isDryRun: true, changes: [{ field: 'language', from: 'en', to: 'de' }] });
    expect((await desk.call('adminMail')).body.mail?.settings.language).toBe('en');
    await set({ language: 'de' });
    expect((await desk.call('adminTryMail', { query: { dryRun: 'true' }, body: {} })).body.isGood).toBe(true);
    expect((await set({ language: 'de' })).body.changes).toEqual([]);
  });

  test('never gets the password of another one', async () => {
    const other = await startMailServer();
    onTestFinished(() => other.close());
    for (const body of [{ port: other.port }, { host: 'mail.evil.example' }, { security: 'none' }, { user: 'eve' }]) {
      const { status, body: said } = await set(body);
      expect([status, said.message]).toEqual([400, expect.stringContaining('give the password again')]);
    }
    expect((await set({ port: other.port, password: 'another' })).status).toBe(200);
    expect((await desk.dryRun('adminTryMail', { body: {} })).body).toMatchObject({
      isGood: false,
      sentence: 'The mail server does not take the login gate (535).',
    });
    expect(other.logins).toEqual(['another']);
  });

  test.each([
    ['no sender', { host: 'localhost', port: 25, security: 'tls' }, 'body.sender'],
    [
      'a user without a password',
      { ...{ port: 25, host: 'a.example', security: 'tls' }, sender: 'a@b.example', user: 'x' },
      'go together',
    ],
    [
      'a password without a user',
      { port: 25, host: 'a.example', security: 'tls', sender: 'a@b.example', password: 'x' },
      'go together',
    ],
    [
      'a password in the open',
      { port: 25, host: 'a.example', security: 'none', sender: 'a@b.example', user: 'x', password: 'y' },
      'without TLS',
    ],
    ['a line break', { port: 25, host: 'a.example\r\n', security: 'tls', sender: 'a@b.example' }, 'body.host'],
    [
      'two senders',
      { port: 25, host: 'a.example', security: 'tls', sender: 'a@b.example, c@d.example' },
      'body.sender',
    ],
    ['what nothing reads', { port: 25, host: 'a.example', security: 'tls', sender: 'a@b.example', tls: 1 }, 'tls'],
  ])('is not set with %s', async (_what, body, said) => {
    await desk.call('adminRemoveMail');
    const { status, body: answer } = await set(body);
    expect([status, answer.message]).toEqual([400, expect.stringContaining(said)]);
    expect((await desk.call('adminMail')).body.mail).toBeNull();
  });

  test('without TLS on another computer is warned of', async () => {
    await desk.call('adminRemoveMail');
    const { body } = await set({ port: 25, host: 'relay.example', security: 'none', sender: 'a@b.example' });
    expect(body.warnings).toEqual([expect.stringContaining('Without TLS')]);
  });

  test('is tried, with a mail or without; and there is none to try once it is removed', async () => {
    expect((await desk.dryRun('adminTryMail', { body: {} })).body).toMatchObject({
      isGood: true,
      sentence: expect.stringContaining('takes the login gate'),
    });
    expect(smtp.received).toEqual([]);
    expect((await desk.call('adminTryMail', { body: {} })).status).toBe(400);
    expect((await desk.call('adminTryMail', { body: { to: 'lena@alderbrook.example' } })).body.isGood).toBe(true);
    expect(smtp.received).toMatchObject([{ from: 'gate@alderbrook.example', to: ['lena@alderbrook.example'] }]);
    expect((await desk.call('adminTryMail', { body: { to: 'nobody@alderbrook.example' } })).body.isGood).toBe(false);
    expect(await audited(2)).toMatchObject([
      { outcome: 'refused', details: { what: 'trial', code: 'address' } },
      { outcome: 'done', details: { what: 'trial' } },
    ]);

    expect((await desk.dryRun('adminRemoveMail')).body.changes).toHaveLength(1);
    expect((await desk.call('adminRemoveMail')).body.changes).toHaveLength(1);
    expect((await desk.call('adminRemoveMail')).body.changes).toEqual([]);
    const { status, body } = await desk.call('adminTryMail', { body: { to: 'lena@alderbrook.example' } });
    expect([status, body.code]).toEqual([409, 'not_possible']);
  });

  test('is neither set nor tried by a token', async () => {
    const byToken = createDesk(company, await plantToken(company));
    const said = [
      await byToken.call('adminSetMail', { body: { language: 'de' } }),
      await byToken.call('adminRemoveMail'),
      await byToken.call('adminTryMail', { body: { to: 'a@b.example' } }),
    ];
    expect(said.map(({ body }) => body.code)).toEqual(['role_missing', 'role_missing', 'role_missing']);
    expect((await byToken.call('adminMail')).status).toBe(200);
    expect(smtp.received).toEqual([]);
  });
});

describe('an invitation', () => {
  const fresh = (email = `${randomUUID()}@alderbrook.example`) =>
    addPerson(company, `new-${randomUUID().slice(0, 8)}`, {
      displayName: 'Zoë\r\nBcc: x@y.example',
      email,
      passwordHash: null,
    });

  test('is mailed, in the language that is named or set, and shown as well', async () => {
    await set({ language: 'fr' });
    const personId = await fresh('zoe@alderbrook.example');
    const { body } = await invite(personId);
    expect(body).toMatchObject({ isMailed: true, warnings: [] });
    expect(body.changes).toContainEqual({ field: 'mail', from: null, to: 'zoe@alderbrook.example' });
    expect(smtp.received).toMatchObject([{ to: ['zoe@alderbrook.example'], isSecure: true, user: MAIL_USER }]);
    expect(smtp.received[0]?.text.split('\n')).toContain(body.link);
    expect(smtp.received[0]?.text).toContain('Bonjour');
    expect(smtp.received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im);
    expect(await audited(1)).toMatchObject([{ outcome: 'done', details: { what: 'invitation' } }]);

    await invite(personId, { language: 'de' });
    expect(smtp.received[1]?.text).toContain('Guten Tag');
  });

  test('of a dry run or with mail=false is not mailed', async () => {
    const personId = await fresh();
    expect((await invite(personId, { dryRun: 'true' })).body.changes).toHaveLength(2);
    expect((await invite(personId, { mail: 'false' })).body).toMatchObject({ isMailed: false, warnings: [] });
    expect(smtp.received).toEqual([]);
  });

  test('is good although the mail could not be sent, which is said with what to do', async () => {
    const visitor = new Visitor(company);
    const tried = async (personId: string, sentence: string) => {
      const { status, body } = await invite(personId);
      expect([status, body.isMailed, body.warnings]).toEqual([
        200,
        false,
        [expect.stringContaining(sentence), expect.any(String)],
      ]);
      const token = given(body.link).split('=')[1] ?? '';
      const looked = await visitor.ask(CALLS.invitation.path, { method: 'POST', body: { token } });
      expect(looked.status).toBe(200);
    };
    await tried(await fresh('nobody@alderbrook.example'), 'does not take mails to this address');
    await tried(await fresh('two@x.example, three@x.example'), 'no e-mail address');
    await set({ port: await freePort(), password: MAIL_PASSWORD });
    await tried(await fresh(), 'cannot be reached');
    expect(await audited(1)).toMatchObject([{ outcome: 'refused', details: { code: 'unreachable' } }]);
  });

  test('is not mailed to who has signed up before, or has a role', async () => {
    const { id } = await addSomebody(company);
    expect((await invite(id)).body).toMatchObject({ isMailed: false, link: expect.any(String) });
    const lost = await fresh();
    await server.context.database.update(people).set({ eulaAcceptedAt: new Date() }).where(eq(people.id, lost));
    expect((await invite(lost)).body.warnings).toEqual([expect.stringContaining('a mailbox is no proof')]);
    const { personId } = await plantAdministrator(company, { role: 'auditor' });
    expect((await invite(personId)).body.warnings).toContainEqual(expect.stringContaining('has a role'));
    const promoted = await addPerson(company, 'promoted', { email: 'promoted@x.example' });
    meanwhile(server.context.database, () => giveRole(company, promoted, 'administrator'));
    smtp.received.length = 0;
    const { body } = await invite(promoted);
    expect(body).toMatchObject({ isMailed: false, warnings: [expect.stringContaining('has a role')] });
    expect(smtp.received).toHaveLength(0);
    expect(smtp.received).toEqual([]);
  });

  test('of an import goes to everybody new; one bad address stops no other, a dead server all that follow', async () => {
    const load = (csv: string) => desk.call('adminImportPeople', { body: { csv, isInviting: true, language: 'es' } });
    const first = await load(
      'login,displayName,email\nimp1,A,imp1@x.example\nimp2,B,nobody@x.example\nimp3,C,imp3@x.example\n',
    );
    expect(first.body.people.map(({ isMailed }) => isMailed)).toEqual([true, false, true]);
    expect(first.body.warnings).toContainEqual('1 of 3 links were not mailed: hand them over yourself.');
    expect(smtp.received.map(({ to }) => to)).toEqual([['imp1@x.example'], ['imp3@x.example']]);
    expect(smtp.received[0]?.text).toContain('Hola');

    await set({ port: await freePort(), password: MAIL_PASSWORD });
    const second = await load('login,displayName,email\nimp4,D,imp4@x.example\nimp5,E,imp5@x.example\n');
    expect(second.body.people.map(({ isMailed, link }) => [isMailed, link !== null])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(second.body.warnings).toContainEqual(expect.stringContaining('cannot be reached'));
    expect((await audited(100)).filter(({ target }) => target === 'imp5')).toEqual([]);
  });
});

describe('those who are named for it', () => {
  test('are mailed when the brake has acted', async () => {
    await set({ alerts: ['it@alderbrook.example', 'nobody@alderbrook.example', 'boss@alderbrook.example'] });
    const sudden = { checkType: 'FirewallEnable', newlyBlocked: 3, people: 5 } as const;
    expect(await mailBrakeAlert(await server.company(), sudden)).toMatchObject({ code: 'address' });
    expect(smtp.received.map(({ to }) => to)).toEqual([['it@alderbrook.example'], ['boss@alderbrook.example']]);
    expect(smtp.received[0]?.text).toContain('The check FirewallEnable suddenly blocked 3 of 5 people');
  });

  test('are mailed once when someone asks for temporary access, who does not wait for it', async () => {
    await set({ accessRequests: ['helpdesk@alderbrook.example'] });
    const visitor = new Visitor(company);
    const somebody = await addSomebody(company);
    await signInAs(visitor, somebody);
    const ask = () =>
      visitor.ask(CALLS.askTemporaryAccess.path, { method: 'POST', body: { reason: 'Laptop\nbroken' } });
    expect((await ask()).status).toBe(204);
    expect((await ask()).status).toBe(204);
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), 15_000);
    expect(smtp.received[0]?.text).toContain('> Laptop\n> broken');
    expect(smtp.received[0]?.text).toContain(somebody.login);
    await vi.waitFor(
      async () =>
        expect(await audited(1)).toMatchObject([{ target: somebody.login, details: { what: 'access-request' } }]),
      15_000,
    );
    expect(smtp.received).toHaveLength(1);
  });
});

describe('the command line', () => {
  const run = async (...words: string[]) => {
    let said = '';
    const write = (text: string) => void (said += text);
    const code = await runCommandLine([...words, '--data', server.dataFolder], {
      out: write,
      err: write,
      columns: 200,
    });
    return { code, said };
  };

  test('sets, shows, tries and removes', async () => {
    await run('mail', 'remove');
    expect((await run('mail')).said).toContain('None is set');
    const file = join(server.dataFolder, 'smtp.txt');
    await writeFile(file, `${MAIL_PASSWORD}\n`, { mode: 0o600 });
    const words = ['mail', 'set', '--host', 'localhost', '--port', String(smtp.port), '--security', 'starttls'];
    const login = ['--user', MAIL_USER, '--password-file', file, '--sender', 'gate@alderbrook.example'];
    expect(await run(...words, ...login, '--dry-run')).toMatchObject({ code: 0 });
    expect((await run('mail', '--json')).said).toContain('"mail": null');
    expect(await run(...words, ...login)).toMatchObject({ code: 0, said: expect.not.stringContaining(MAIL_PASSWORD) });
    expect((await run('mail', 'set', '--alerts', 'a@x.example', 'b@x.example')).said).toContain('a@x.example');
    expect((await run('mail', 'set', '--no-alerts', '--dry-run')).said).toMatch(/alerts: .*-> none/);
    expect((await run('mail', 'show')).said).toMatch(/Login +gate/);
    expect(await run('mail', 'test', '--dry-run')).toMatchObject({ code: 0 });
    expect(await run('mail', 'test')).toMatchObject({ code: 2 });
    expect(await run('mail', 'test', 'nobody@x.example')).toMatchObject({ code: 5 });
    expect(await run('mail', 'test', 'lena@x.example')).toMatchObject({ code: 0 });
    expect(await run('mail', 'set', '--security', 'ssl')).toMatchObject({ code: 2 });
    expect(await run('mail', 'set', '--no-user')).toMatchObject({ code: 0 });
    expect((await run('mail', 'show')).said).toMatch(/Login +none/);
  });

  test('says of an invitation whether it was mailed, and prints the link all the same', async () => {
    const added = await run('person', 'add', 'carla', '--name', 'Carla', '--email', 'carla@x.example', '--invite');
    expect(added.said).toMatch(/^\S+#invitation=/m);
    expect(added.said).toContain('The link was mailed to carla@x.example.');
    expect((await run('person', 'invite', 'carla', '--no-mail')).said).toContain('Hand this link to the person');
    expect((await run('person', 'invite', 'carla', '--language', 'de')).said).toContain('mailed to carla@x.example');
    expect(smtp.received).toHaveLength(2);
    expect((await run('person', 'invite', 'carla', '--lost-passkey')).said).toContain('Hand this link to the person');
    expect(smtp.received).toHaveLength(2);
  });
});

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLER_MODES, type InstallerParameters } from '@vestibule/contracts';
import { verifyExtensionIds } from '@vestibule/device-keys';
import { createSimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { deviceAccounts, devices, deviceSessions, people } from '../../database/schema.ts';
import { WAITING_PER_PERSON } from './show-device.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { addCompany, addSilo, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const PREFIX = '/api/device-compliance/v1';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PACKAGE = 'workplace_3.6.0_amd64.deb';
const DAY_MS = 86_400_000;

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let somebody: TestPerson;
let folder: string;
const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  folder = server.context.config.downloadsFolder;
  await mkdir(folder);
  await writeFile(join(folder, PACKAGE), content);
  await writeFile(join(folder, 'workplace-3.6.0-x64.msi'), 'an installer for Windows');
  await writeFile(join(folder, 'notes.txt'), 'not to be handed out');
  await writeFile(join(server.dataFolder, 'outside.deb'), 'not to be handed out either');
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  somebody = await addPerson(company);
  await signInAs(visitor, somebody);
});
afterEach(() => configure(company, {}));

const getParameters = (query: string, agent = LINUX, who = visitor) =>
  who.ask<InstallerParameters>(`${PREFIX}/installer-parameters?${query}`, { headers: { 'user-agent': agent } });
const linkOf = ({ url, params }: InstallerParameters) => `${url}?${new URLSearchParams(params).toString()}`;
const getAccount = (token: string, who = visitor) =>
  who.ask<{ accountId: string }>(`${PREFIX}/device-account/${token}`);
const claim = async (token: string, parameters: unknown, who = new Visitor(server)) =>
  who.ask<{ accountId: string; deviceUserId: string; companyName: string; extensionIds?: string }>(
    `${PREFIX}/device-account/${token}`,
    {
      method: 'POST',
      body: parameters,
    },
  );

async function getToken(who = visitor): Promise<string> {
  return (await getParameters('mode=onboarding', LINUX, who)).body.token ?? '';
}

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

describe('installer parameters', () => {
  test.each(INSTALLER_MODES)(
    '[S7.030, S3.052, S3.053] of the mode %s: url, params, token and deviceUserId',
    async (mode) => {
      const { status, body } = await getParameters(`mode=${mode}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        url: `${server.url}/download/${PACKAGE}`,
        params: {
          portal: server.url,
          key: server.context.grantKey.thumbprint,
          company: 'Alderbrook',
          mode,
          expires: expect.stringMatching(/^\d+$/),
          signature: expect.any(String),
        },
        token: expect.any(String),
        deviceUserId: somebody.id,
      });
      expect(await readAudit(company)).toMatchObject([{ action: 'installer', actor: somebody.login }]);
    },
  );

  test('[S7.031] have no token with noToken=true, as frontline asks, and nothing is kept', async () => {
    expect((await getParameters('mode=frontline&noToken=true')).body.token).toBeNull();
    const { database } = server.context;
    const kept = await database.select().from(deviceAccounts).where(eq(deviceAccounts.personId, somebody.id));
    expect(kept).toEqual([]);
    expect((await getParameters('mode=fci&noToken=false')).body.token).toEqual(expect.any(String));
  });

  test('say when the device token is over: with the leave to download', async () => {
    const { token, params } = (await getParameters('mode=onboarding')).body;
    const { database } = server.context;
    const [kept] = await database
      .select()
      .from(deviceAccounts)
      .where(eq(deviceAccounts.tokenHash, hashToken(token ?? '')));
    expect(Math.floor((kept?.expiresAt.getTime() ?? 0) / 1000)).toBe(Number(params['expires']));
    expect(params['expires']).toBe(String(Math.floor((server.context.now().getTime() + DAY_MS) / 1000)));
  });

  test('are for the visitor’s computer, or the one the page names', async () => {
    expect((await getParameters('mode=install', WINDOWS)).body.url).toMatch(/\.msi$/);
    expect((await getParameters('mode=install&system=windows')).body.url).toMatch(/\.msi$/);
    expectRefused(await getParameters('mode=install&system=macos'), 404, 'installer_missing');
    expectRefused(await getParameters('mode=install&system=beos'), 400, 'request_malformed');
    expectRefused(await getParameters('mode=status'), 400, 'request_malformed');
  });

  test('lead to where the company’s silo has its downloads', async () => {
    const other = await addCompany(server, 'downloads');
    await addSilo(server, [other]);
    const there = new Visitor(other);
    await there.signIn(0);
    const { body } = await getParameters('mode=install', LINUX, there);
    expect(body.url).toBe(`https://downloads.example/workplace/${PACKAGE}`);
    expect(body.params).toMatchObject({ portal: other.url, company: 'Company downloads' });
  });

  test('are refused with nothing kept while there is no installer at all', async () => {
    const other = await startTestServer();
    try {
      const there = new Visitor(other);
      await there.signIn(0);
      expectRefused(await getParameters('mode=install', LINUX, there), 404, 'installer_missing');
      expect(await other.context.database.select().from(deviceAccounts)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('a download', () => {
  test('is the very file, by name, length and tag, and can be taken up again', async () => {
    const link = linkOf((await getParameters('mode=install')).body);
    const response = await fetch(link);
    const received = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(digest(received)).toBe(digest(await readFile(join(folder, PACKAGE))));
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${PACKAGE}"`);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    const tag = response.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    expect((await send(link, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const rest = await fetch(link, { headers: { range: 'bytes=69990-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(69_990))).toBe(true);
  });

  test('works for a day', async () => {
    const link = linkOf((await getParameters('mode=install')).body);
    server.advance(DAY_MS - 1000);
    expect((await fetch(link)).status).toBe(200);
    server.advance(1000);
    expect((await fetch(link)).status).toBe(403);
  });

  test('is refused without a signature, or with one for another file, time or key', async () => {
    const { body } = await getParameters('mode=install');
    const windows = (await getParameters('mode=install', WINDOWS)).body;
    const { expires = '', signature = '' } = body.params;
    const attempts: Record<string, string>[] = [
      {},
      { expires },
      { signature },
      { expires, signature: '' },
      { expires: String(Number(expires) + 1), signature },
      { expires: 'never', signature },
      { expires, signature: windows.params['signature'] ?? '' },
      { expires, signature: `${signature}A` },
    ];
    for (const attempt of attempts) {
      const reply = await visitor.ask(`${body.url}?${new URLSearchParams(attempt).toString()}`);
      expectRefused(reply, 403, 'download_link_wrong');
    }
    const swapped = await visitor.ask(`${windows.url}?${new URLSearchParams(body.params).toString()}`);
    expectRefused(swapped, 403, 'download_link_wrong');
  });

  test('that is over is a page with a way on in the language of the browser, and JSON for a program', async () => {
    const { body } = await getParameters('mode=install');
    const link = `${body.url}?${new URLSearchParams({ ...body.params, expires: '1' }).toString()}`;
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'de' };
    const page = await visitor.ask<string>(link, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain('<a href="/device-check/download">Neu herunterladen</a>');
    expectRefused(await visitor.ask(link), 403, 'download_link_wrong');
  });

  test.each(['../outside.deb', '..%2Foutside.deb', '%2e%2e%2foutside.deb', 'notes.txt', '.', '', '..%5coutside.deb'])(
    'leads to nothing outside the folder or next to the packages: %s',
    async (path) => {
      const { params } = (await getParameters('mode=install')).body;
      const reply = await send(`${server.url}/download/${path}?${new URLSearchParams(params).toString()}`);
      expect([403, 404]).toContain(reply.status);
      expect(reply.text).not.toContain('not to be handed out');
    },
  );

  test('of a file that was removed since says so', async () => {
    const name = 'workplace_9.0.0_amd64.deb';
    await writeFile(join(folder, name), 'newer');
    const link = linkOf((await getParameters('mode=install')).body);
    expect(link).toContain(name);
    await rm(join(folder, name));
    expectRefused(await visitor.ask(link), 404, 'installer_missing');
  });
});

describe('a device account', () => {
  test('[S7.032, S7.033, S7.034] is waited for with 204, and known once the installed client has called', async () => {
    const token = await getToken();
    expect((await getAccount(token)).status).toBe(204);
    const device = await createSimulatedDevice();
    const claimed = await claim(token, await device.parameters());
    expect(claimed.status).toBe(200);
    expect(claimed.body).toEqual({
      accountId: expect.any(String),
      deviceUserId: somebody.id,
      companyName: 'Alderbrook',
    });
    const { status, body } = await getAccount(token);
    expect([status, body]).toEqual([200, { accountId: claimed.body.accountId }]);
    const { database } = server.context;
    const [account] = await database
      .select()
      .from(deviceAccounts)
      .where(eq(deviceAccounts.tokenHash, hashToken(token)));
    const [row] = await database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
    expect(account?.deviceRowId).toBe(row?.id);
    expect(row).toMatchObject({ state: 'waiting', personId: somebody.id });
    expect(await readAudit(company)).toMatchObject([
      { action: 'installer', outcome: 'done', actor: somebody.login, target: device.deviceId },
    ]);
  });

  test('comes with the extensions that were made for this installation, signed for this computer', async () => {
    const record = join(server.dataFolder, 'extension/extension.json');
    const extensionIds = ['abcdefghijklmnopabcdefghijklmnop', 'workplace@gate.example'];
    await mkdir(join(server.dataFolder, 'extension'), { recursive: true });
    const serverKey = server.context.grantKey.key.publicKey;
    try {
      await writeFile(
        record,
        JSON.stringify({ version: 1, extensionIds, extensionVersion: '3.6.0', contentHash: 'x' }),
      );
      const device = await createSimulatedDevice();
      const { body } = await claim(await getToken(), await device.parameters());
      expect(await verifyExtensionIds(body.extensionIds ?? '', serverKey, device.deviceId)).toEqual({
        ok: true,
        value: extensionIds,
      });
      await writeFile(record, '{');
      const other = await claim(await getToken(), await (await createSimulatedDevice()).parameters());
      expect([other.status, other.body.extensionIds]).toEqual([200, undefined]);
    } finally {
      await rm(join(server.dataFolder, 'extension'), { recursive: true });
    }
  });

  test('that was claimed stays known when its token is long over', async () => {
    const token = await getToken();
    await claim(token, await (await createSimulatedDevice()).parameters());
    server.advance(DAY_MS + 1);
    await signInAs(visitor, somebody);
    expect((await getAccount(token)).status).toBe(200);
  });

  test('is refused with 403 for a token of another person, of another company, unknown or over', async () => {
    const token = await getToken();
    const stranger = new Visitor(server);
    await signInAs(stranger, await addPerson(company));
    expectRefused(await getAccount(token, stranger), 403, 'device_token_wrong');
    const elsewhere = new Visitor(await addCompany(server, `accounts-${somebody.id.slice(0, 8)}`));
    await elsewhere.signIn(0);
    expectRefused(await getAccount(token, elsewhere), 403, 'device_token_wrong');
    expectRefused(await getAccount('made-up'), 403, 'device_token_wrong');
    expectRefused(await getAccount('x'.repeat(257)), 400, 'request_malformed');
    server.advance(DAY_MS);
    await signInAs(visitor, somebody);
    expectRefused(await getAccount(token), 403, 'device_token_wrong');
  });

  test('is claimed once, by one of many at once', async () => {
    const token = await getToken();
    const parameters = await Promise.all(
      Array.from({ length: 6 }, async () => (await createSimulatedDevice()).parameters()),
    );
    const replies = await Promise.all(parameters.map((shown) => claim(token, shown)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'device_token_wrong')).toHaveLength(5);
    const { database } = server.context;
    const registered = await database.select().from(devices).where(eq(devices.personId, somebody.id));
    expect(registered).toHaveLength(1);
  });

  test('is not claimed with a token that is over, made up, or of another company', async () => {
    const shown = await (await createSimulatedDevice()).parameters();
    const token = await getToken();
    const other = await addCompany(server, `claims-${somebody.id.slice(0, 8)}`);
    expectRefused(await claim(token, shown, new Visitor(other)), 403, 'device_token_wrong');
    expectRefused(await claim('made-up', shown), 403, 'device_token_wrong');
    server.advance(DAY_MS);
    expectRefused(await claim(token, shown), 403, 'device_token_wrong');
    expect(await readAudit(company)).toMatchObject([{ action: 'installer', outcome: 'refused' }]);
    const { database } = server.context;
    const row = await database.select().from(devices).where(eq(devices.deviceId, shown.deviceId));
    expect(row).toEqual([]);
  });

  test('is not claimed with an agreement key that another device signed', async () => {
    const [device, other] = [await createSimulatedDevice(), await createSimulatedDevice()];
    const token = await getToken();
    const { agreementKey, agreementKeyProof } = await other.parameters();
    const shown = await device.parameters();
    expectRefused(await claim(token, { ...shown, agreementKey }), 400, 'request_malformed');
    expectRefused(await claim(token, { ...shown, agreementKeyProof }), 400, 'request_malformed');
    expect((await getAccount(token)).status).toBe(204);
    expect((await claim(token, shown)).status).toBe(200);
  });

  test('is given to no new computer while ten of the person wait; the token stays good', async () => {
    const token = await getToken();
    for (let count = 0; count < WAITING_PER_PERSON; count += 1)
      await visitor.openSession(await createSimulatedDevice());
    const shown = await (await createSimulatedDevice()).parameters();
    expectRefused(await claim(token, shown), 403, 'device_not_approved');
    await server.context.database.delete(deviceSessions).where(eq(deviceSessions.personId, somebody.id));
    await server.context.database.delete(devices).where(eq(devices.personId, somebody.id));
    expect((await claim(token, shown)).status).toBe(200);
  });

  test('is given to no blocked computer, nor for a blocked account; the token stays good', async () => {
    const device = await createSimulatedDevice();
    await visitor.openSession(device);
    const setState = (state: 'blocked' | 'waiting') =>
      server.context.database.update(devices).set({ state }).where(eq(devices.deviceId, device.deviceId));
    const setDisabled = (disabledAt: Date | null) =>
      server.context.database
        .update(people)
        .set({ disabledAt })
        .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    const token = await getToken();
    await setState('blocked');
    expectRefused(await claim(token, await device.parameters()), 403, 'device_blocked');
    await setState('waiting');
    await setDisabled(server.context.now());
    expectRefused(await claim(token, await device.parameters()), 403, 'device_token_wrong');
    await setDisabled(null);
    expect((await claim(token, await device.parameters())).status).toBe(200);
  });

  test('whose token no one used in time is forgotten when a fresh one is made', async () => {
    const [old, claimed] = [await getToken(), await getToken()];
    await claim(claimed, await (await createSimulatedDevice()).parameters());
    server.advance(DAY_MS);
    await signInAs(visitor, somebody);
    const fresh = await getToken();
    const { database } = server.context;
    const kept = await database.select().from(deviceAccounts).where(eq(deviceAccounts.personId, somebody.id));
    expect(kept.map(({ tokenHash }) => tokenHash).toSorted()).toEqual([claimed, fresh].map(hashToken).toSorted());
    expect(old).not.toBe(fresh);
  });
});

describe('what has to be installed', () => {
  test('[S7.004, S3.055] is told with the silo, the person for the agent, and the modes', async () => {
    await configure(company, {
      deviceComplianceCheckMobileUrl: 'https://phones.example/',
      isFastCheckModeEnabled: true,
    });
    const ask = () => visitor.ask<object>(`${PREFIX}/software-installation-requirement`);
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toEqual({
      siloData: { id: 'main', clientDownloadBasePath: `${server.url}/download`, endpoints: [server.url] },
      fciUserInfo: null,
      deviceComplianceCheckMobileUrl: 'https://phones.example/',
      isFastCheckModeEnabled: true,
      isRemediationEnabled: true,
    });
    await configure(company, { features: { fci: true } });
    expect((await ask()).body).toMatchObject({ fciUserInfo: { userId: somebody.id, login: somebody.login } });
  });

  test('[S3.054] is required where the company, or for this person support, says so', async () => {
    const ask = async () => (await visitor.ask<object>(`${PREFIX}/required-state`)).body;
    expect(await ask()).toEqual({ requiredState: 'NotRequired' });
    await configure(company, { requireNativeAppInstallation: true });
    expect(await ask()).toEqual({ requiredState: 'InstallRequired' });
    await server.context.database
      .update(people)
      .set({ settings: { requireNativeAppInstallation: false } })
      .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    expect(await ask()).toEqual({ requiredState: 'NotRequired' });
  });

  test.each(INSTALLER_MODES)(
    '[S7.005] the id by which a client knows the person is told for the mode %s',
    async (mode) => {
      const { body } = await visitor.ask(`${PREFIX}/device-user-id?mode=${mode}`);
      expect(body).toEqual({ deviceUserId: somebody.id });
    },
  );

  test('an unknown mode is refused', async () => {
    expectRefused(await visitor.ask(`${PREFIX}/device-user-id?mode=none`), 400, 'request_malformed');
  });
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

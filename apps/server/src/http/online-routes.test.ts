import { createHmac } from 'node:crypto';
import { CALLS, HEADERS, KNOWN_FEATURE_FLAGS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { companies, people } from '../database/schema.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../testing/companies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  visitor = new Visitor(server);
  await visitor.signIn(0);
});
afterAll(() => server.close());
afterEach(async () => {
  await configure(company, {});
  await setPerson({ settings: {}, disabledAt: null });
});

async function setPerson(changes: Partial<typeof people.$inferInsert>): Promise<void> {
  await server.context.database
    .update(people)
    .set(changes)
    .where(and(eq(people.companyId, company.id), eq(people.login, 'nadia')));
}

async function setSupport(support: Record<string, string>): Promise<void> {
  await server.context.database.update(companies).set({ support }).where(eq(companies.id, company.id));
  server.context.companies.forget();
}

async function accessToken(scope: string, query = ''): Promise<string> {
  const reply = await visitor.ask<{ accessToken: string }>(`${CALLS.accessToken.path}${query}`, {
    headers: { [HEADERS.scope]: scope },
  });
  return reply.body.accessToken;
}

const nobody = () => new Visitor(server);
/** What the contract says of an answer, exactly: nothing more, nothing less. */
const keysOf = (value: object) => Object.keys(value).toSorted();

describe('who is signed in', () => {
  test('user details have their seven fields [S7.008, S3.043]', async () => {
    const { status, body } = await visitor.ask<object>('/api/device-compliance/v1/user');
    expect(status).toBe(200);
    expect(body).toMatchObject({ companyName: 'Alderbrook', userDisplayName: 'Nadia Keller', userLogin: 'nadia' });
    expect(keysOf(body)).toEqual(
      ['companyId', 'companyName', 'userDisplayName', 'userEmail', 'userId', 'userLogin', 'userType'].toSorted(),
    );
  });

  test('a user type is whatever word the company uses, and no rule hangs on it [S6.004, S6.005]', async () => {
    const asked = async () => (await visitor.ask<{ userType: string }>('/api/device-compliance/v1/user')).body;
    const settings = async () =>
      (await visitor.ask<{ user: { type: string } }>('/api/device-compliance/v1/settings')).body;
    const before = await settings();
    await setPerson({ type: 'Contractor (nights)' });
    expect((await asked()).userType).toBe('Contractor (nights)');
    expect(await settings()).toEqual({ ...before, user: { ...before.user, type: 'Contractor (nights)' } });
    await setPerson({ type: 'employee' });
  });

  test('no one is told anything, and a person whom support has disabled is told so [S6.013]', async () => {
    expect((await nobody().ask('/api/device-compliance/v1/user')).body).toMatchObject({ code: 'not_signed_in' });
    await setPerson({ disabledAt: server.context.now() });
    for (const path of ['/api/device-compliance/v1/user', '/api/online/v1/feature-settings']) {
      const { status, body } = await visitor.ask(path);
      expect([status, body.code]).toEqual([403, 'account_disabled']);
    }
  });
});

describe('userget-info', () => {
  const path = '/api/device-compliance/v1/userget-info';

  test('is written exactly so and takes an access token after the word JWT [S7.009, S7.010, S6.014]', async () => {
    const token = await accessToken('device-v2', '?duration=600');
    const { status, body } = await nobody().ask<{ expiresAt: string }>(path, {
      headers: { authorization: `JWT ${token}` },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ userLogin: 'nadia', companyName: 'Alderbrook' });
    expect(Date.parse(body.expiresAt) - server.context.now().getTime()).toBe(600_000);
    const withSlash = await nobody().ask('/api/device-compliance/v1/user/get-info', {
      headers: { authorization: `JWT ${token}` },
    });
    expect(withSlash.status).toBe(404);
  });

  test.each([
    ['a session alone', async () => visitor.ask(path), 401, 'access_token_wrong'],
    ['no token', async () => nobody().ask(path), 401, 'access_token_wrong'],
    [
      'another scheme',
      async () => nobody().ask(path, { headers: { authorization: `Bearer ${await accessToken('device-v2')}` } }),
      401,
      'access_token_wrong',
    ],
    [
      'the restricted scope',
      async () => {
        const token = await accessToken('device-v2-restricted');
        return nobody().ask(path, { headers: { authorization: `JWT ${token}` } });
      },
      403,
      'access_token_scope',
    ],
  ])('is refused with %s', async (_what, asking, status, code) => {
    const reply = await asking();
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  test('is refused once the token is over', async () => {
    const token = await accessToken('device-v2', '?duration=60');
    server.advance(60_001);
    const reply = await nobody().ask(path, { headers: { authorization: `JWT ${token}` } });
    expect(reply.body).toMatchObject({ code: 'access_token_wrong' });
  });
});

describe('settings', () => {
  const path = '/api/device-compliance/v1/settings';

  test('are the same by session and by token, whole [S7.020, S3.044, S3.045]', async () => {
    const bySession = await visitor.ask<{ user: object; displaySessionId: string }>(path);
    const authorization = `JWT ${await accessToken('device-v2')}`;
    const byToken = await nobody().ask(path, { headers: { authorization } });
    expect(bySession.status).toBe(200);
    expect(byToken.body).toEqual(bySession.body);
    expect(bySession.body.displaySessionId).toMatch(/^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/);
    expect(keysOf(bySession.body.user)).toEqual(
      [
        ...['id', 'displayName', 'login', 'upn', 'email', 'type', 'updateChannel', 'isFastCheckModeEnabled'],
        ...['isRemediationEnabled', 'isDevicesMenuItemEnabled', 'specialUpdateChannelsEnabled'],
        ...['requireNativeAppInstallation', 'deviceUserId'],
      ].toSorted(),
    );
  });

  test('name the company and the silo, each with its fields [S3.046, S3.047, S3.090]', async () => {
    const { body } = await visitor.ask<{
      company: object;
      silo: { devicesV2ApiEndpoints: object[] };
      push: { url: string };
    }>(path);
    expect(keysOf(body.company)).toEqual(
      ['id', 'mspId', 'displayName', 'name', 'topLevelDomain', 'supportPhone', 'logoUrl'].toSorted(),
    );
    expect(keysOf(body.silo)).toEqual(['clientDownloadBasePath', 'devicesV2ApiEndpoints', 'id', 'regions']);
    expect(body.silo.devicesV2ApiEndpoints).toEqual([{ id: 'main', url: server.url, isMain: true }]);
    expect(body.push).toEqual({ url: `${server.url}/api/online/v1/events` });
  });

  test('follow the company, unless something else is set for the person', async () => {
    const mode = async () =>
      (await visitor.ask<{ user: { isFastCheckModeEnabled: boolean } }>(path)).body.user.isFastCheckModeEnabled;
    expect(await mode()).toBe(false);
    await configure(company, { isFastCheckModeEnabled: true });
    expect(await mode()).toBe(true);
    await setPerson({ settings: { isFastCheckModeEnabled: false } });
    expect(await mode()).toBe(false);
  });
});

describe('feature flags', () => {
  test('list the known keys, set or not [S7.011, S3.056, S3.057]', async () => {
    const { status, body } = await visitor.ask('/api/online/v1/feature-settings');
    expect(status).toBe(200);
    expect(body).toEqual(KNOWN_FEATURE_FLAGS.map((key) => ({ key, active: false })));
    expect(KNOWN_FEATURE_FLAGS).toEqual(['isDumboCompany', 'fci', 'isWebAppLiveChatEnabled']);
  });

  test('are the person’s own over the company’s [S1.035, S3.058, S3.059]', async () => {
    await configure(company, { features: { fci: true, isWebAppLiveChatEnabled: true, 'own-flag': true } });
    await setPerson({ settings: { features: { fci: false } } });
    const { body } = await visitor.ask('/api/online/v1/feature-settings');
    expect(body).toEqual([
      { key: 'isDumboCompany', active: false },
      { key: 'fci', active: false },
      { key: 'isWebAppLiveChatEnabled', active: true },
      { key: 'own-flag', active: true },
    ]);
    const colleague = nobody();
    await colleague.signIn(1);
    expect((await colleague.ask('/api/online/v1/feature-flags/fci')).body).toEqual({ key: 'fci', active: true });
  });

  test('are asked for one by one as well; one that no one has set is not active [S7.006]', async () => {
    await configure(company, { features: { fci: true } });
    const asked = async (key: string) => (await visitor.ask(`/api/online/v1/feature-flags/${key}`)).body;
    expect(await asked('fci')).toEqual({ key: 'fci', active: true });
    expect(await asked('unheard-of')).toEqual({ key: 'unheard-of', active: false });
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect(await asked(key)).toEqual({ key, active: false });
  });
});

describe('how the company wants its gate', () => {
  test('is said without a session: policy as it stands, session type, theme [S7.003, S3.048, S3.049]', async () => {
    const { status, body } = await nobody().ask<object>('/api/online/v1/company-settings');
    expect(status).toBe(200);
    const { policy } = await server.company();
    expect(body).toMatchObject({
      workplaceAccessPolicy: policy.policy.workplaceAccessPolicy,
      sessionType: 'Unknown',
      theme: { companyLogoUrl: expect.stringMatching(/^data:image/), accentColor: null },
      managedDeviceService: null,
      isSkippingOffered: false,
    });
    await configure(company, { skipping: { isAllowed: true } });
    const open = await nobody().ask<object>('/api/online/v1/company-settings');
    expect(open.body).toMatchObject({ isSkippingOffered: true });
    for (const shut of [{ until: '2020-01-01T00:00:00Z' }, { applications: [] }]) {
      await configure(company, { skipping: { isAllowed: true, ...shut } });
      const { body: said } = await nobody().ask<object>('/api/online/v1/company-settings');
      expect(said).toMatchObject({ isSkippingOffered: false });
    }
    await configure(company, {});
  });

  test('may be a containerised session, a colour and a managed-device service [S3.050, S1.019, S1.022]', async () => {
    const managedDeviceService = { name: 'Fleet care', enrollUrl: 'https://mdm.example/enroll', mayOptOut: true };
    await configure(company, { sessionType: 'Containerised', accentColor: '#1d6b5c', managedDeviceService });
    const { body } = await nobody().ask('/api/online/v1/company-settings');
    expect(body).toMatchObject({
      sessionType: 'Containerised',
      theme: { accentColor: '#1d6b5c' },
      managedDeviceService,
    });
  });

  test('comes with the person’s flags for anyone who is signed in [S7.012]', async () => {
    await setPerson({ settings: { features: { fci: true } } });
    const { status, body } = await visitor.ask('/api/online/v1/settings');
    expect(status).toBe(200);
    const { body: ofCompany } = await nobody().ask<object>('/api/online/v1/company-settings');
    const { body: features } = await visitor.ask('/api/online/v1/feature-settings');
    expect(body).toEqual({ ...ofCompany, features, signupPath: '/onboarding/signup' });
    expect((await nobody().ask('/api/online/v1/settings')).status).toBe(401);
  });

  test('has no sign-up where people have no password here', async () => {
    await configure(company, { isLocalSignInEnabled: false });
    expect((await visitor.ask('/api/online/v1/settings')).body).toMatchObject({ signupPath: null });
  });
});

describe('support', () => {
  const SUPPORT = {
    helpCenterUrl: 'https://help.example',
    phone: '+1 555 0142',
    phoneHours: 'Always',
    email: 'help@alderbrook.example',
    supportWebSite: 'https://support.example',
    requestSupportUrl: 'https://support.example/new',
    shareScreenUrl: 'https://share.example',
  };

  test('has its seven fields, for anyone who is signed in [S7.014, S3.051]', async () => {
    await setSupport(SUPPORT);
    const { status, body } = await visitor.ask('/api/online/v1/support/get-info');
    expect([status, body]).toEqual([200, SUPPORT]);
    expect((await nobody().ask('/api/online/v1/support/get-info')).status).toBe(401);
  });

  test('is shown without a session at an address of its own [S7.002]', async () => {
    await setSupport(SUPPORT);
    await configure(company, { productName: 'Doorway' });
    const { status, body } = await nobody().ask('/api/online/v1/support/public-info');
    expect([status, body]).toEqual([200, { ...SUPPORT, companyName: 'Alderbrook', productName: 'Doorway' }]);
  });

  test('has no number until the company sets one: none is shipped [S8.018, S9.055, S9.056]', async () => {
    await setSupport({});
    expect((await nobody().ask('/api/online/v1/support/phone')).body).toEqual({ phone: '' });
    expect((await visitor.ask('/api/online/v1/support/get-info')).body).toMatchObject({ phone: '', email: '' });
    await setSupport(SUPPORT);
    expect((await nobody().ask('/api/online/v1/support/phone')).body).toEqual({ phone: '+1 555 0142' });
  });

  test('has at the host of a partner’s brand that brand’s number, and no other [S9.054]', async () => {
    const brand = await addCompany(server, 'brand');
    await setSupport(SUPPORT);
    const numberAt = async (place: TestCompany) =>
      (await new Visitor(place).ask<{ phone: string }>('/api/online/v1/support/phone')).body.phone;
    expect([await numberAt(brand), await numberAt(company)]).toEqual(['+1 555 brand', '+1 555 0142']);
    await server.context.database.update(companies).set({ support: {} }).where(eq(companies.id, brand.id));
    server.context.companies.forget();
    expect(await numberAt(brand)).toBe('');
  });

  test('tells its number with or without Authorization, JWT or bearer [S7.015, S6.015]', async () => {
    await setSupport(SUPPORT);
    const token = await accessToken('device-v2');
    const restricted = await accessToken('device-v2-restricted');
    for (const authorization of [`JWT ${token}`, `Bearer ${token}`, `Bearer ${restricted}`]) {
      const reply = await nobody().ask('/api/online/v1/support/phone', { headers: { authorization } });
      expect([reply.status, reply.body]).toEqual([200, { phone: '+1 555 0142' }]);
    }
    expect((await visitor.ask('/api/online/v1/support/phone')).status).toBe(200);
  });

  test.each(['JWT wrong', 'Bearer wrong', 'Basic bmFkaWE6eA==', 'JWT', ''])(
    'tells nothing for a wrong Authorization header: %j',
    async (authorization) => {
      const reply = await nobody().ask('/api/online/v1/support/phone', { headers: { authorization } });
      expect([reply.status, reply.body.code]).toEqual([401, 'access_token_wrong']);
    },
  );
});

test('the licence agreement is there for everybody, and is the company’s own where it has one [S7.013]', async () => {
  const shipped = await nobody().ask<{ text: string }>('/api/online/v1/eula');
  expect([shipped.status, shipped.body.text]).toEqual([200, expect.stringContaining('Licence agreement')]);
  await configure(company, { eula: '<p>Ours.</p>' });
  expect((await nobody().ask('/api/online/v1/eula')).body).toEqual({ text: '<p>Ours.</p>' });
});

describe('live chat', () => {
  const path = '/api/livechat/v1/settings?type=support';
  const liveChat = { widgetSourceUrl: 'https://chat.example/widget.js', secret: 'between us' };

  test('is started with a token that only the company’s chat service can check [S7.017, S3.060]', async () => {
    await configure(company, { liveChat, features: { isWebAppLiveChatEnabled: true } });
    const { status, body } = await visitor.ask<{ token: string }>(path);
    expect(status).toBe(200);
    expect(body).toEqual({ widgetSourceUrl: liveChat.widgetSourceUrl, token: expect.any(String) });
    const [personId, expiry, digest] = body.token.split('.');
    const { body: user } = await visitor.ask<{ userId: string }>('/api/device-compliance/v1/user');
    expect(personId).toBe(user.userId);
    expect(Number(expiry) * 1000 - server.context.now().getTime()).toBeGreaterThan(3_590_000);
    expect(digest).toBe(createHmac('sha256', liveChat.secret).update(`${personId}.${expiry}`).digest('base64url'));
    expect(JSON.stringify(body)).not.toContain(liveChat.secret);
  });

  test('may bring a script from the configured origin and from no other', async () => {
    const policy = async () => (await nobody().ask('/device-check/')).headers.get('content-security-policy') ?? '';
    const directive = async (name: string) =>
      new RegExp(`(?:^|;)${name} ?([^;]*)`)
        .exec(await policy())?.[1]
        ?.trim()
        .split(/ +/);
    expect(await directive('script-src')).toEqual(["'self'"]);
    await configure(company, { liveChat });
    expect(await directive('script-src')).toEqual(["'self'", 'https://chat.example']);
    expect(await directive('frame-src')).toEqual(['https://chat.example']);
    expect(await policy()).not.toContain('unsafe');
  });

  test.each([
    ['the company has none', { features: { isWebAppLiveChatEnabled: true } }],
    ['the flag is off', { liveChat }],
  ])('is not there when %s', async (_why, settings) => {
    await configure(company, settings);
    const reply = await visitor.ask(path);
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('of a kind no one knows is a malformed request', async () => {
    const reply = await visitor.ask('/api/livechat/v1/settings?type=sales');
    expect([reply.status, reply.body.code]).toEqual([400, 'request_malformed']);
    expect(reply.body.message).toContain('query.type');
  });
});

import { type Call, CALLS, companyConfigurationSchema } from '@vestibule/contracts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { companies } from '../../database/schema.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { make } from '../../testing/contract-call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, newestAudit, openDesk, given } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const set = (values: object, reset: string[] = []) => desk.call('adminSetSettings', { body: { set: values, reset } });

/** What a page without a session is told. */
async function told<Answer extends z.ZodMiniType>(
  call: Call & { readonly answers: { readonly 200: Answer } },
): Promise<z.infer<Answer>> {
  return call.answers[200].parse(JSON.parse((await make(company, call, {}, {})).text));
}

describe('the settings of a company', () => {
  test('hold at once, and a standard is not stored', async () => {
    expect((await set({ accentColor: '#0f6b5c' })).body.changes).toEqual([
      { field: 'accentColor', from: null, to: '#0f6b5c' },
    ]);
    expect((await told(CALLS.companySettings)).theme.accentColor).toBe('#0f6b5c');
    const { body } = await desk.call('adminSettings');
    expect(body.explicit).toContain('accentColor');
    expect(body.settings).toMatchObject({ accentColor: '#0f6b5c', productName: 'Workplace' });
    const [row] = await server.context.database.select().from(companies).where(eq(companies.id, company.id));
    expect(Object.keys(row?.settings ?? {}).toSorted()).toEqual([
      'accentColor',
      'isFastCheckModeEnabled',
      'registration',
    ]);
    expect((await set({}, ['accentColor'])).body.changes).toEqual([
      { field: 'accentColor', from: '#0f6b5c', to: null },
    ]);
    expect((await set({}, ['accentColor'])).body.changes).toEqual([]);
  });

  test.each([
    ['#b3202b', 'red'],
    ['#E4002B', 'red'],
    ['#ff7a3d', 'amber'],
    ['#b25e00', 'amber'],
    ['#ffd400', null],
    ['#1d6b5c', null],
    ['#2a55cc', null],
    ['#c2185b', null],
    ['#4a3f3f', null],
  ])('of the colour %s it is said whether it looks like a meaning of the pages: %s', async (accentColor, near) => {
    const { warnings } = (await desk.dryRun('adminSetSettings', { body: { set: { accentColor }, reset: [] } })).body;
    if (near === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringContaining(`near the ${near} that stands for`)]);
  });

  test.each(['', '  '])('with a product name that is blank (%j) have the standard one', (productName) => {
    expect(companyConfigurationSchema.parse({ productName }).productName).toBe('Workplace');
  });

  test('keep of a group what is not named, and say where computers register themselves from then on', async () => {
    await configure(company, { registration: { mode: 'verified' } });
    const { body: tightened } = await set({ registration: { maximumPerPerson: 3 } });
    expect(tightened).toMatchObject({ warnings: [], changes: [{ to: { mode: 'verified', maximumPerPerson: 3 } }] });
    const itself = expect.stringContaining('registered by its first valid report') as unknown;
    expect((await set({ registration: { mode: 'automatic' } })).body.warnings).toContainEqual(itself);
    await configure(company, { registration: { mode: 'verified' } });
    expect((await set({}, ['registration'])).body.warnings).toContainEqual(itself);
    await configure(company, {
      skipping: { isAllowed: true, until: '2030-01-01T00:00:00.000Z', applications: ['Mail'] },
    });
    const { body } = await set({ skipping: { hours: 4, applications: null } });
    expect(body.changes).toMatchObject([
      { to: { isAllowed: true, hours: 4, until: '2030-01-01T00:00:00.000Z', applications: null } },
    ]);
    // Values under names that someone chose are written whole.
    await set({ features: { one: true } });
    expect((await set({ features: { two: true } })).body.changes).toMatchObject([{ to: { two: true } }]);
    await configure(company, {});
  });

  test('say whom they would keep out, before they do', async () => {
    const notes = async (values: object) =>
      (await desk.dryRun('adminSetSettings', { body: { set: values, reset: [] } })).body.warnings;
    expect(await notes({ isLocalSignInEnabled: false })).toEqual([
      expect.stringMatching(
        /^(\d+) of \d+ people sign in here alone, and could sign in no longer\. Without --accept-blocking \1 this is refused\./,
      ),
      expect.stringContaining('No administrator has a passkey here'),
    ]);
    expect(await notes({ secondFactor: 'device' })).toEqual([
      expect.stringMatching(/^(\d+) of \1 people have no computer with Workplace yet, and get into no application/),
    ]);
    expect(await notes({ secondFactor: 'required' })).toEqual([expect.stringContaining('have no second factor yet')]);
    expect(await notes({ requireNativeAppInstallation: true })).toEqual([
      expect.stringContaining('asked to install it first'),
    ]);
    expect(
      await notes({ isLocalSignInEnabled: true, secondFactor: 'off', requireNativeAppInstallation: false }),
    ).toEqual([]);
  });

  test('change nothing in a dry run', async () => {
    const dry = await desk.dryRun('adminSetSettings', { body: { set: { productName: 'Gate' }, reset: [] } });
    expect(dry.body).toMatchObject({
      isDryRun: true,
      changes: [{ field: 'productName', from: 'Workplace', to: 'Gate' }],
    });
    expect((await desk.call('adminSettings')).body.settings['productName']).toBe('Workplace');
    expect(await newestAudit(company)).toMatchObject({ action: 'admin-read' });
  });

  test.each([
    [{ accentColor: 'red' }, 'set.accentColor'],
    [{ productName: '' }, 'set.productName: a name has letters in it'],
    [{ productName: ' \t ' }, 'set.productName: a name has letters in it'],
    [{ temporaryAccess: { maximumHours: 0 } }, 'set.temporaryAccess.maximumHours'],
    [{ temporaryAccess: { maximumHour: 5 } }, 'set.temporaryAccess.maximumHour'],
    [{ managedDeviceService: { name: 'X', enrollUrl: 'http://x.example' } }, 'set.managedDeviceService.enrollUrl'],
    [{ helpArticleUrl: 'javascript:alert(1)' }, 'set.helpArticleUrl'],
    [{ registration: { mode: 'anyone' } }, 'set.registration.mode'],
    [{ colour: 'red' }, 'colour'],
    [{ features: { fci: 'yes' } }, 'set.features.fci'],
    [{ supportedVersions: { mac: {} } }, 'set.supportedVersions'],
  ])('are refused with the name of the field: %j', async (values, field) => {
    const { status, body } = await set(values);
    expect([status, body.code]).toEqual([400, 'request_malformed']);
    expect(body.message).toContain(field);
  });

  test('to let administrators alone register computers warns where the policy lets all others in', async () => {
    const change = async (policy: string) => {
      await configure(company, { registration: { mode: 'verified' } });
      await setPolicy(company, `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  ${policy}\n`);
      const { body } = await set({ registration: { mode: 'approved' } });
      await configure(company, {});
      return body.warnings.filter((warning) => warning.includes('does not require KnownDevice'));
    };
    expect(await change('OSSupported: { severity: required }')).toHaveLength(1);
    expect(await change('KnownDevice: { severity: required }')).toEqual([]);
  });

  test('cannot be set and reset at once, nor reset when there are none such', async () => {
    expect((await set({ productName: 'X' }, ['productName'])).status).toBe(400);
    expect((await set({}, ['colour'])).body.message).toContain('colour');
  });

  test('[S1.019, S1.022] name the managed-device service, and whether one may opt out of it', async () => {
    const managedDeviceService = { name: 'Fleet', enrollUrl: 'https://fleet.example/enroll', mayOptOut: false };
    await set({ managedDeviceService });
    const nothing = { can: [], cannot: [] };
    expect((await told(CALLS.companySettings)).managedDeviceService).toEqual({ ...managedDeviceService, ...nothing });
    const powers = { can: ['Erase work data'], cannot: ['See your files'] };
    await set({ managedDeviceService: { ...managedDeviceService, ...powers } });
    expect((await told(CALLS.companySettings)).managedDeviceService).toEqual({ ...managedDeviceService, ...powers });
    for (const can of [[''], ['x'.repeat(121)], Array.from({ length: 7 }, () => 'x')])
      expect((await set({ managedDeviceService: { ...managedDeviceService, can } })).status).toBe(400);
    await set({ managedDeviceService: null });
    expect((await told(CALLS.companySettings)).managedDeviceService).toBeNull();
  });

  test('[S7.019] name the versions that are supported; without, those that this version ships', async () => {
    const shipped = await told(CALLS.supportedVersions);
    const list = { supportedOs: [{ name: 'Only this', version: '1.0' }], supportedBrowsers: [] };
    const platform = { frontline: list, secureEnclave: list, other: list };
    await set({ supportedVersions: { mac: platform, windows: platform } });
    expect((await told(CALLS.supportedVersions)).mac.frontline.supportedOs).toEqual(list.supportedOs);
    await set({}, ['supportedVersions']);
    expect(await told(CALLS.supportedVersions)).toEqual(shipped);
  });

  test('hold a licence agreement and a disclaimer of nothing but the five elements', async () => {
    const eula = '<h1>Terms</h1>\n<p onclick="x()">Be <b>good</b><script>steal()</script></p>';
    const { body } = await set({
      eula,
      disclaimer: { text: 'a<img src=x onerror=y>', redText: '<svg/onload=z>', boldText: '<strong>b</strong>' },
    });
    expect(body.warnings).toEqual([
      'eula, line 1, column 1: <h1> is written as <div>.',
      'eula, line 2, column 1: The attribute onclick of <p> is left out.',
      'eula, line 2, column 21: <b> is written as <strong>.',
      'eula, line 2, column 32: <script> is left out with all that is in it.',
      'disclaimer.text, line 1, column 2: <img> is left out, its text stays.',
      'disclaimer.redText, line 1, column 1: <svg> is left out with all that is in it.',
    ]);
    expect((await told(CALLS.eula)).text).toBe('<div>Terms</div>\n<p>Be <strong>good</strong></p>');
    expect((await desk.call('adminSettings')).body.settings['disclaimer']).toEqual({
      text: 'a',
      redText: '',
      boldText: '<strong>b</strong>',
    });
    expect((await set({ disclaimer: { text: 1 } })).body.message).toContain('set.disclaimer');
  });

  test('keep the secret of the live chat to themselves', async () => {
    const liveChat = { widgetSourceUrl: 'https://chat.example/w.js', secret: 'very-secret-words' };
    const first = await set({ liveChat });
    const shown = await desk.call('adminSettings');
    // Sent back as it was shown, it stays.
    const again = await set({ liveChat: shown.body.settings['liveChat'] });
    expect(again.body.changes).toEqual([]);
    const renewed = await set({ liveChat: { ...liveChat, secret: 'other-secret-words' } });
    expect(renewed.body.changes).toHaveLength(1);
    const [row] = await server.context.database.select().from(companies).where(eq(companies.id, company.id));
    expect(companyConfigurationSchema.parse(row?.settings).liveChat?.secret).toBe('other-secret-words');
    const written = await findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
    expect(JSON.stringify([first, shown, again, renewed, written])).not.toContain('secret-words');
  });

  test('[S3.056] switch feature flags on and off, for the company and one person', async () => {
    const visitor = new Visitor(company);
    await visitor.signIn();
    const flag = async () => (await visitor.ask<{ active: boolean }>('/api/online/v1/feature-flags/fci')).body.active;
    expect(await flag()).toBe(false);
    const parameters = { key: 'fci' };
    await desk.call('adminSetFeature', { parameters, body: { isActive: true } });
    expect(await flag()).toBe(true);
    const { people } = (await desk.call('adminPeople', { query: { login: 'nadia' } })).body;
    const own = { parameters: { key: 'fci', personId: given(people[0]).id }, body: { isActive: false } };
    await desk.call('adminSetPersonFeature', own);
    expect(await flag()).toBe(false);
    await desk.call('adminSetPersonFeature', { ...own, body: { isActive: null } });
    expect(await flag()).toBe(true);
    await desk.call('adminSetFeature', { parameters, body: { isActive: null } });
    expect(await flag()).toBe(false);
  });

  test('say of a flag that nothing looks at that it may be misspelt, unless it is taken out', async () => {
    const { people } = (await desk.call('adminPeople', { query: { login: 'nadia' } })).body;
    const personId = given(people[0]).id;
    const said = async (key: string, isActive: boolean | null) => {
      const ofCompany = await desk.call('adminSetFeature', { parameters: { key }, body: { isActive } });
      const ofPerson = await desk.call('adminSetPersonFeature', { parameters: { key, personId }, body: { isActive } });
      return [ofCompany.body.warnings, ofPerson.body.warnings];
    };
    const warning = [expect.stringContaining('Known are isDumboCompany, fci, isWebAppLiveChatEnabled.')];
    expect(await said('isWebAppLivechatEnabled', true)).toEqual([warning, warning]);
    expect(await said('isWebAppLivechatEnabled', null)).toEqual([[], []]);
    expect(await said('isWebAppLiveChatEnabled', true)).toEqual([[], []]);
    expect(await said('isWebAppLiveChatEnabled', null)).toEqual([[], []]);
  });

  test('keep both of two flags that are switched at the same instant, for the company and one person', async () => {
    const { people } = (await desk.call('adminPeople', { query: { login: 'nadia' } })).body;
    const personId = given(people[0]).id;
    for (let round = 0; round < 5; round += 1) {
      const keys = [`a${round}`, `b${round}`, `c${round}`];
      await Promise.all(
        keys.flatMap((key) => [
          desk.call('adminSetFeature', { parameters: { key }, body: { isActive: true } }),
          desk.call('adminSetPersonFeature', { parameters: { key, personId }, body: { isActive: true } }),
        ]),
      );
    }
    const all = ['a', 'b', 'c'].flatMap((letter) => [0, 1, 2, 3, 4].map((round) => `${letter}${round}`)).toSorted();
    const [row] = await server.context.database.select().from(companies).where(eq(companies.id, company.id));
    const { features } = companyConfigurationSchema.parse(row?.settings);
    expect(
      Object.keys(features)
        .filter((key) => /^[abc]\d$/.test(key))
        .toSorted(),
    ).toEqual(all);
    const own = (await desk.call('adminPerson', { parameters: { personId } })).body.settings['features'];
    expect(Object.keys(own as object).toSorted()).toEqual(expect.arrayContaining(all));
  });
});

describe('the support block', () => {
  const block = (body: object) => desk.call('adminSetSupport', { body });

  test('shows what is set, and hides what is taken out [S8.018]', async () => {
    expect((await block({ phone: '+49 30 5550142', shareScreenUrl: 'https://share.example' })).body.changes).toEqual([
      { field: 'phone', from: '+1 555 0142', to: '+49 30 5550142' },
      { field: 'shareScreenUrl', from: null, to: 'https://share.example' },
    ]);
    expect(await told(CALLS.publicSupportInfo)).toMatchObject({
      phone: '+49 30 5550142',
      email: 'help@alderbrook.example',
    });
    await block({ phone: null });
    expect((await told(CALLS.publicSupportInfo)).phone).toBe('');
    expect((await desk.call('adminCompany')).body.support.phone).toBe('');
  });

  test.each([
    [{ phone: 'call me' }],
    [{ email: 'nobody' }],
    [{ helpCenterUrl: 'javascript:x' }],
    [{ requestSupportUrl: 'http://x.example' }],
  ])('refuses %j', async (body) => {
    expect((await block(body)).body.message).toContain(Object.keys(body)[0]);
  });
});

describe('the logo', () => {
  const PNG =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const logo = (logoUrl: string | null) => desk.call('adminSetLogo', { body: { logoUrl } });

  test.each([
    PNG,
    'https://www.example.com/logo.png',
    `data:image/svg+xml,${encodeURIComponent('<?xml version="1.0"?><!-- c --><svg xmlns="http://www.w3.org/2000/svg"/>')}`,
  ])('is taken: %s', async (logoUrl) => {
    expect((await logo(logoUrl)).status).toBe(200);
    expect((await told(CALLS.companySettings)).theme.companyLogoUrl).toBe(logoUrl);
  });

  test.each([
    'http://www.example.com/logo.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'data:image/png,notbase64',
    'data:image/jpeg;base64,iVBORw0KGgo=',
    'data:image/webp;base64,iVBORw0KGgo=',
    `data:image/svg+xml,${encodeURIComponent('<html xmlns="http://www.w3.org/1999/xhtml"/>')}`,
    'data:image/svg+xml,%E0%A4%A',
    'data:image/svg+xml,<svg',
  ])('is refused: %s', async (logoUrl) => {
    expect((await logo(logoUrl)).body.message).toContain('logoUrl');
  });

  test('does not fill the audit log', async () => {
    await logo(null);
    await logo(PNG);
    const entry = await newestAudit(company);
    expect(entry?.details['changes']).toMatchObject([{ field: 'logoUrl', from: null }]);
    expect(JSON.stringify(entry).length).toBeLessThan(600);
  });
});

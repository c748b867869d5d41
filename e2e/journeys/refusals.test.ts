import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { CheckResult, FlattenedJws } from '@vestibule/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { useWorld } from '../support/shared-world.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
let world: World;

const UPLOADS = '**/api/devices/v2/upload/**';
const REQUIRED = createPolicy({ OsAutoUpdateEnable: 'required' });

/** Code of the first refusal among the answers to uploads. */
function firstRefusal(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.on('response', async (response) => {
      if (!response.url().includes('/api/devices/v2/upload/') || response.ok()) return;
      resolve(((await response.json()) as { code: string }).code);
    });
  });
}

/** Has the page ask for an address of this body's length and send this body, whatever the client has signed. */
async function sendInstead(page: Page, body: string): Promise<void> {
  await page.route('**/api/devices/v2/upload-url?**', (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('deviceDataLength', String(Buffer.byteLength(body)));
    return route.continue({ url: address.href });
  });
  await page.route(UPLOADS, (route) => route.continue({ postData: body }));
}

/** What the page uploads next. */
async function nextUpload(page: Page): Promise<string> {
  const request = await page.waitForRequest((sent) => sent.url().includes('/api/devices/v2/upload/'));
  return request.postData() ?? '';
}

describe('a page that was taken over cannot', () => {
  test('change the report that the client has signed', async () => {
    world = await startWorld(REQUIRED);
    const { page } = world;
    await page.route(UPLOADS, (route) => {
      const report = route.request().postDataJSON() as FlattenedJws;
      const payload = Buffer.from(report.payload, 'base64url').toString();
      const better = payload.replace('"state":"off"', '"state":"on"');
      // The upload address takes exactly the announced length, so the lie is made to fit.
      const fitting = better.padEnd(payload.length, ' ').slice(0, payload.length);
      expect(fitting).not.toBe(payload);
      const body = JSON.stringify({ ...report, payload: Buffer.from(fitting).toString('base64url') });
      return route.continue({ postData: body });
    });
    const refusal = firstRefusal(page);
    await signIn(world);
    expect(await refusal).toBe('report_altered');
    expect(await page.getByText('Security checks passed').count()).toBe(0);
  });

  test('send a report twice', async () => {
    world = await startWorld(REQUIRED);
    const { page, computer } = world;
    const upload = nextUpload(page);
    await signIn(world);
    await sendInstead(page, await upload);
    await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
    const refusal = firstRefusal(page);
    await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
    expect(await refusal).toBe('report_replayed');
    expect(await page.getByText('Security checks passed').count()).toBe(0);
  });

  test('send a good report of an earlier session', async () => {
    world = await startWorld(REQUIRED, { settings: { [UPDATES_FILE]: UPDATES_ON } });
    const { page, computer } = world;
    const upload = nextUpload(page);
    await signIn(world);
    const good = await upload;
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await computer.writeSetting(UPDATES_FILE, 'APT::Periodic::Unattended-Upgrade "0";\n');
    await page.context().clearCookies();
    await sendInstead(page, good);
    const refusal = firstRefusal(page);
    await signIn(world);
    expect(await refusal).toBe('report_wrong_session');
  });

  test('redeem a permit twice', async () => {
    world = await startWorld(REQUIRED, { settings: { [UPDATES_FILE]: UPDATES_ON } });
    const { page } = world;
    const polls = '**/api/devices/v2/check-result?**';
    const codes = new Promise<string[]>((resolve) => {
      void page.route('**/api/devices/v2/saml-response', async (route) => {
        // A verdict in between would bring a newer permit, and this one would be unknown.
        await page.route(polls, (poll) => poll.abort());
        const first = await route.fetch();
        if (first.status() !== 200) {
          // One was on its way already: the page goes on with the permit that it brought.
          await page.unroute(polls);
          return route.fulfill({ response: first });
        }
        const second = await route.fetch();
        resolve([String(first.status()), ((await second.json()) as { code: string }).code]);
        return route.fulfill({ response: first });
      });
    });
    await signIn(world);
    expect(await codes).toEqual(['200', 'permit_used']);
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('get a permit, or a response without one, while a required check fails under Strict', async () => {
    world = await startWorld(REQUIRED);
    const { page } = world;
    const permits: unknown[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/check-result') || response.status() !== 200) return;
      permits.push(((await response.json()) as CheckResult).encryptedPermit);
    });
    await signIn(world);
    await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
    const answer = await page.evaluate(async () => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch('/api/devices/v2/saml-response', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(xsrf) },
        body: JSON.stringify('x'.repeat(43)),
      });
      return `${response.status} ${((await response.json()) as { code: string }).code}`;
    });
    expect(answer).toBe('403 permit_unknown');
    await expect.poll(() => permits.length).toBeGreaterThan(0);
    expect(permits.every((permit) => permit === null)).toBe(true);
  });
});

describe('the person sees', () => {
  test('a plain sentence for a wrong password, and can try again at once', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'recommended' }));
    const { page } = world;
    await signIn(world, 'nadia', 'not the password');
    await page.getByText('The login or the password is wrong.').first().waitFor();
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
  });

  test('a page with two codes, and nothing is posted, when an application names an address that is not its own', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'recommended' }));
    const { page, gate } = world;
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url());
    });
    const reply = await page.goto(`${gate.url}/saml/sso?${requestFor(gate.url, gate.workApp)}`);
    expect(reply?.status()).toBe(400);
    await page.getByRole('heading', { name: 'This sign-in cannot go on' }).waitFor();
    await page.getByText('saml_request_acs_not_registered').waitFor();
    expect(posted).toEqual([]);
  });
});

/** The work application's own request, but for an address that is not registered. */
function requestFor(gate: string, workApp: string): string {
  const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${gate}/saml/sso" AssertionConsumerServiceURL="${workApp}/saml/acs/elsewhere"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${workApp}/saml/metadata</saml:Issuer></samlp:AuthnRequest>`;
  return new URLSearchParams({ SAMLRequest: deflateRawSync(Buffer.from(xml)).toString('base64') }).toString();
}

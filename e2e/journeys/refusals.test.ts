import type { FlattenedJws } from '@vestibule/contracts';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { signIn, startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

let world: World;
afterEach(() => world.close());

const UPLOADS = '**/api/devices/v2/upload/**';

/** Code of the first refusal among the answers to uploads. */
function firstRefusal(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.on('response', async (response) => {
      if (!response.url().includes('/api/devices/v2/upload/') || response.ok()) return;
      resolve(((await response.json()) as { code: string }).code);
    });
  });
}

describe('a page that was taken over cannot', () => {
  test('change the report that the client has signed', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
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
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
    const { page, computer } = world;
    let first: string | null = null;
    await page.route(UPLOADS, (route) => {
      first ??= route.request().postData();
      return route.continue({ postData: first ?? '' });
    });
    await signIn(world);
    await page.getByText('Automatic updates are turned off').waitFor();
    const refusal = firstRefusal(page);
    await computer.writeSetting('/etc/apt/apt.conf.d/20auto-upgrades', 'APT::Periodic::Unattended-Upgrade "0";\n\n');
    await computer.writeSetting('/etc/ufw/ufw.conf', 'ENABLED=no\n');
    expect(['report_replayed', 'upload_length_wrong']).toContain(await refusal);
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
    const answer = await page.goto(`${gate.workApp}/start`);
    const request = new URL(answer?.request().redirectedFrom()?.url() ?? gate.url);
    const reply = await page.goto(`${gate.url}/saml/sso?SAMLRequest=${encodeURIComponent('bm90IHhtbA==')}`);
    expect(reply?.status()).toBe(400);
    await page.getByRole('heading', { name: 'This sign-in cannot go on' }).waitFor();
    await page.getByText('saml_request_malformed').waitFor();
    expect(request.origin).toBe(gate.url);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PEOPLE } from '../../apps/server/src/subjects/people/trial-people.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/test-server.ts';
import { createAuthnRequest } from '../../apps/server/src/testing/visitor.ts';
import { startBrowser, startVisitor } from '../support/visitors.ts';

const LIMIT = 25;
const TIMES = 40;

let gate: TestServer;
let foreign: Server;
let browser: Browser;

/** A page of another site that asks the gate for all it can, without its person doing anything. */
const PAGE = `<!doctype html><title>A page of another site</title><script>
async function ask(gate, times) {
  const pages = ['/saml/sso?SAMLRequest=x', '/saml/continue?login=x', '/oidc/auth?client_id=x', '/online/open?token=x'];
  for (let index = 0; index < times; index += 1) {
    const asked = pages.map((path) => fetch(gate + path, { mode: 'no-cors', credentials: 'include' }));
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? '{"login":"nadia","password":"wrong"}' : undefined;
      asked.push(fetch(gate + '/api/online/v1/sign-in', { method, mode: 'no-cors', body }));
    }
    asked.push(fetch(gate + '/saml/sso', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ SAMLRequest: 'x' }) }));
    await Promise.allSettled(asked);
    for (const path of pages) new Image().src = gate + path + '&picture=' + index;
    const frame = document.createElement('iframe');
    frame.src = gate + pages[index % pages.length] + '&frame=' + index;
    const loaded = new Promise((done) => { frame.onload = done; frame.onerror = done; setTimeout(done, 500); });
    document.body.append(frame);
    await loaded;
    frame.remove();
  }
}
</script><body></body>`;

beforeAll(async () => {
  gate = await startTestServer({ databaseUrl: undefined, calls: { signIns: LIMIT, pages: LIMIT, malformed: 1 } });
  foreign = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(PAGE));
  await new Promise<void>((done) => foreign.listen(0, '127.0.0.1', done));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  foreign.close();
  await gate.close();
});

async function signIn(page: Page, { login, password }: { login: string; password: string }): Promise<void> {
  await page.goto(`${gate.url}/online/`);
  await page.getByRole('textbox', { name: /login/i }).fill(login);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await page.waitForURL(/session-status/);
}

test('a page of another site keeps no one at its address from signing in, in this browser or another', async () => {
  const victim = await startVisitor(browser);
  await victim.page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const refused = new Set<number>();
  victim.page.on('response', (response) => {
    if (response.url().startsWith(gate.url)) refused.add(response.status());
  });
  await victim.page.evaluate(`ask('${gate.url}', ${TIMES})`);
  expect([...refused].filter((status) => status === 429 || status < 400)).toEqual([]);
  expect(refused.has(400)).toBe(true);

  const [nadia, tomas] = DEMO_PEOPLE;
  const colleague = await startVisitor(browser);
  const opened = await colleague.page.goto(`${gate.url}/saml/sso?${createAuthnRequest(gate)}`);
  expect(opened?.status()).toBe(200);
  await signIn(colleague.page, tomas);
  await signIn(victim.page, nadia);
});

import { EXTENSION_ATTRIBUTE, type MessageAnswer, type MessageType, PRODUCT_VERSION } from '@vestibule/contracts';
import { importAgreementKey, sealPermit, verifyReport } from '@vestibule/device-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession } from './create-session.ts';
import { connectPage, receiveAnswer, receivePush, sendRequest } from './page-client.ts';
import { launchTestBrowser, missingBrowser, OS_RELEASE, type TestBrowser, writeScratchFile } from './test-browser.ts';

const missing = missingBrowser();
if (missing !== null) process.stdout.write(`Skipped: ${missing}\n`);

describe.skipIf(missing !== null)('extension and client in a real Chromium', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchTestBrowser();
  });

  afterAll(async () => {
    await browser?.close();
  });

  test.each(['direct', 'bridge'] as const)('[S1.004] the client answers a page of the portal, way: %s', async (way) => {
    const page = await browser.openPage(browser.portal);
    await connectPage(page, way, browser.extensionId);
    await sendRequest(page, '1', 'get-device-name');
    expect(await receiveAnswer(page, '1')).toMatchObject({
      ok: true,
      payload: { deviceName: 'ada-laptop', clientVersion: PRODUCT_VERSION },
    });
    await sendRequest(page, '2', 'get-everything');
    expect(await receiveAnswer(page, '2')).toMatchObject({ ok: false, error: { code: 'unknown-message' } });
    await page.close();
  });

  test('the mark of the extension is there before the first script of the page runs', async () => {
    const page = await browser.openPage(browser.portal);
    expect(await page.evaluate(() => window.early)).toBe(browser.extensionId);
    expect(await page.getAttribute('html', EXTENSION_ATTRIBUTE)).toBe(browser.extensionId);
    await page.close();
  });

  test('a page on another port of the same host gets nothing', async () => {
    const page = await browser.openPage(browser.stranger);
    expect(await page.getAttribute('html', EXTENSION_ATTRIBUTE)).toBeNull();
    await connectPage(page, 'direct', browser.extensionId);
    await page.waitForFunction(() => window.vestibuleClosed);
    await connectPage(page, 'bridge', browser.extensionId);
    await sendRequest(page, '1', 'get-device-name');
    await expect(receiveAnswer(page, '1', 1000)).rejects.toThrow('Timeout');
    await page.close();
  });

  test('two pages may use the same ids', async () => {
    const pages = [await browser.openPage(browser.portal), await browser.openPage(browser.portal)];
    await Promise.all(
      pages.map(async (page, index) => {
        await connectPage(page, 'direct', browser.extensionId);
        await sendRequest(page, 'same', index === 0 ? 'get-device-name' : 'get-device-compliance-info');
      }),
    );
    const [name, compliance] = await Promise.all(pages.map((page) => receiveAnswer(page, 'same')));
    expect(name).toMatchObject({ ok: true, payload: { clientVersion: PRODUCT_VERSION } });
    expect(compliance).toMatchObject({ ok: true, payload: { deviceType: 1 } });
    // The client of a page that was closed before may still be on its way out.
    await expect.poll(() => browser.hosts(), { timeout: 15_000 }).toHaveLength(1);
    for (const page of pages) await page.close();
  });

  test('a client that is killed is told apart, and starts again with the next message', async () => {
    const page = await browser.openPage(browser.portal);
    await connectPage(page, 'direct', browser.extensionId);
    await sendRequest(page, '1', 'get-device-name');
    await receiveAnswer(page, '1');
    await expect.poll(() => browser.hosts(), { timeout: 15_000 }).toHaveLength(1);
    const [host] = await browser.hosts();
    if (host === undefined) throw new Error('No host runs.');
    process.kill(host, 'SIGSTOP');
    await sendRequest(page, '2', 'get-device-name');
    // Until it has reached the client: a worker that hears of the end before starts another one for it.
    await page.waitForTimeout(1000);
    process.kill(host, 'SIGKILL');
    expect(await receiveAnswer(page, '2')).toMatchObject({ ok: false, error: { code: 'host-stopped' } });
    await sendRequest(page, '3', 'get-device-name');
    expect(await receiveAnswer(page, '3')).toMatchObject({ ok: true });
    expect(await browser.hosts()).not.toContain(host);
    await page.close();
  });

  test('[S1.010, S1.011] a session is registered, a report signed and a permit opened', async () => {
    const page = await browser.openPage(browser.portal);
    await connectPage(page, 'direct', browser.extensionId);
    const ask = async <Type extends MessageType>(type: Type, payload: object = {}): Promise<MessageAnswer<Type>> => {
      await sendRequest(page, type, type, payload);
      const answer = await receiveAnswer(page, type);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      return answer.payload as MessageAnswer<Type>;
    };
    const device = await ask('devices-v2/get-create-session-parameters');
    const { session, serverSessionKey } = await createSession(browser, device.deviceId);
    await ask('devices-v2/set-session-data', { session });
    expect(await ask('devices-v2/get-session-data', { signIn: session.signIn })).toEqual({ session });
    const { signedReport } = await ask('devices-v2/get-device-data');
    const report = await verifyReport(signedReport, device.identityKey);
    expect(report).toMatchObject({
      ok: true,
      value: { sequence: 1, nonce: session.nonce, report: { client: { systemRoot: 'scratch' } } },
    });
    const { deviceId } = device;
    const sealed = await sealPermit({
      permit: 'handle',
      sessionServerPrivateKey: await importAgreementKey(serverSessionKey),
      deviceAgreementPublicKey: device.agreementKey,
      context: { version: 1, sessionId: session.sessionId, deviceId },
    });
    expect(await ask('devices-v2/decrypt-permit', sealed)).toEqual({ permit: 'handle' });
    await page.close();
  });

  test('a change of a watched file is pushed to the page, and a heartbeat comes', async () => {
    const page = await browser.openPage(browser.portal);
    await connectPage(page, 'direct', browser.extensionId);
    await sendRequest(page, '1', 'get-extension-status');
    expect(await receiveAnswer(page, '1')).toMatchObject({ ok: true, payload: { status: 'ok' } });
    // A change is one against what the client has read: while it reads for the first time, there is none.
    let release = 12;
    const change = async () => {
      release += 1;
      await writeScratchFile(browser.scratchRoot, '/etc/os-release', OS_RELEASE.replace('12', String(release)));
      return receivePush(page, 'device-changed', 2000).catch(() => null);
    };
    await expect.poll(change, { timeout: 15_000 }).not.toBeNull();
    const push = await receivePush(page, 'device-changed');
    expect(push.payload?.importantDataHash).toMatch(/^[\w-]{43}$/);
    await receivePush(page, 'heartbeat');
    await page.close();
  });

  test('the client ends when no page is left', async () => {
    await expect.poll(() => browser.hosts(), { timeout: 15_000 }).toEqual([]);
  });
});

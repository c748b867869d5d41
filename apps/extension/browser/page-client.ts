import { type AnswerEnvelope, PAGE_PORT_NAME, type PushEnvelope } from '@vestibule/contracts';
import type { Page } from 'playwright-core';

/** How a page reaches the extension: directly, or by window messages through the content script. */
export type Way = 'direct' | 'bridge';

type Received = AnswerEnvelope | PushEnvelope;

interface BridgeMessage {
  readonly channel: string;
  readonly direction: string;
  readonly envelope: Received;
}

declare global {
  interface Window {
    vestibuleSend?: (envelope: unknown) => void;
    vestibuleReceived?: Received[];
    vestibuleClosed?: boolean;
    /** What the page's first script found of the extension. */
    early?: string;
  }
}

/** Connects a page as the portal's adapter does. */
export async function connectPage(page: Page, way: Way, extensionId: string): Promise<void> {
  await page.evaluate(
    ({ isDirect, id, portName }) => {
      const received: Received[] = [];
      window.vestibuleReceived = received;
      window.vestibuleClosed = false;
      if (isDirect) {
        const port = chrome.runtime.connect(id, { name: portName });
        port.onMessage.addListener((message: Received) => received.push(message));
        port.onDisconnect.addListener(() => {
          window.vestibuleClosed = true;
        });
        window.vestibuleSend = (envelope) => port.postMessage(envelope);
        return;
      }
      window.addEventListener('message', ({ data }: MessageEvent<BridgeMessage>) => {
        if (data.channel === 'vestibule-bridge' && data.direction === 'to-page') received.push(data.envelope);
      });
      window.vestibuleSend = (envelope) =>
        window.postMessage({ channel: 'vestibule-bridge', direction: 'to-extension', envelope }, location.origin);
    },
    { isDirect: way === 'direct', id: extensionId, portName: PAGE_PORT_NAME },
  );
}

/** Sends a request; the answer is waited for by `receiveAnswer`. */
export async function sendRequest(page: Page, id: string, type: string, payload: object = {}): Promise<void> {
  const envelope = { v: 1, id, type, payload, sentAt: new Date().toISOString(), correlationId: 'test' };
  await page.evaluate((sent) => window.vestibuleSend?.(sent), envelope);
}

export function receiveAnswer(page: Page, id: string, timeout = 15_000): Promise<AnswerEnvelope> {
  return receive(page, timeout, { id, push: null }) as Promise<AnswerEnvelope>;
}

export function receivePush(page: Page, push: PushEnvelope['push'], timeout = 15_000): Promise<PushEnvelope> {
  return receive(page, timeout, { id: null, push }) as Promise<PushEnvelope>;
}

async function receive(
  page: Page,
  timeout: number,
  wanted: { id: string | null; push: string | null },
): Promise<Received> {
  const found = await page.waitForFunction(
    ({ id, push }) =>
      window.vestibuleReceived?.find((one) => ('push' in one ? one.push === push : one.id === id)) ?? false,
    wanted,
    { timeout, polling: 10 },
  );
  const value = await found.jsonValue();
  if (value === false) throw new Error('Nothing was received.');
  return value;
}

import { BRIDGE_CHANNEL, PAGE_PORT_NAME, type RequestEnvelope } from '@vestibule/contracts';

export interface Channel {
  /** @returns false when the message could not be handed over */
  post(envelope: RequestEnvelope): boolean;
}

interface ExtensionPort {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

interface ExtensionRuntime {
  connect(extensionId: string, options: { name: string }): ExtensionPort;
}

/** Browsers that let pages talk to extensions (`externally_connectable`) show `chrome.runtime` to this page. */
function findRuntime(): ExtensionRuntime | null {
  const browserApi = (globalThis as { chrome?: { runtime?: Partial<ExtensionRuntime> } }).chrome;
  const runtime = browserApi?.runtime;
  return typeof runtime?.connect === 'function' ? (runtime as ExtensionRuntime) : null;
}

/** The first way: a port from page to extension. Null where the browser has none. */
export function openExtensionChannel(
  extensionId: string,
  receive: (message: unknown) => void,
  close: () => void,
): Channel | null {
  const runtime = findRuntime();
  if (runtime === null) return null;
  const port = runtime.connect(extensionId, { name: PAGE_PORT_NAME });
  port.onMessage.addListener(receive);
  port.onDisconnect.addListener(close);
  return {
    post(envelope) {
      try {
        port.postMessage(envelope);
        return true;
      } catch {
        close();
        return false;
      }
    },
  };
}

/** The second way: window messages, relayed by the extension's content script. */
export function openBridgeChannel(receive: (message: unknown) => void): Channel {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window || event.origin !== location.origin) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('channel' in data) || !('direction' in data)) return;
    if (data.channel === BRIDGE_CHANNEL && data.direction === 'to-page' && 'envelope' in data) receive(data.envelope);
  });
  return {
    post(envelope) {
      window.postMessage({ channel: BRIDGE_CHANNEL, direction: 'to-extension', envelope }, location.origin);
      return true;
    },
  };
}

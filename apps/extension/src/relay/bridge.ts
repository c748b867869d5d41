import { BRIDGE_CHANNEL, PROTOCOL_VERSION } from '@vestibule/contracts';
import type { Channel } from './channel.ts';

/** The window of the page, as the bridge uses it. */
export interface BridgeWindow {
  /** @param listener told only messages of this very window and origin */
  readonly onMessage: (listener: (data: unknown) => void) => void;
  readonly post: (data: unknown) => void;
}

export interface BridgeOptions {
  readonly window: BridgeWindow;
  /** Opens a connection to the worker; null when this copy of the extension has been removed or replaced. */
  readonly connect: () => Channel | null;
}

/**
 * Carries messages between window messages of the page and the worker. The page's scripts can read and forge all of it:
 * this channel carries no authority, the server's grants and the client's signatures do.
 */
export function startBridge({ window, connect }: BridgeOptions): void {
  let worker: Channel | null = null;
  const waiting = new Set<string>();
  const toPage = (envelope: unknown) => window.post({ channel: BRIDGE_CHANNEL, direction: 'to-page', envelope });
  const refuse = (id: string, code: 'extension-missing' | 'host-stopped', message: string) =>
    toPage({ v: PROTOCOL_VERSION, id, ok: false, error: { code, message } });

  const open = () => {
    if (worker !== null) return worker;
    const opened = connect();
    worker = opened;
    opened?.onMessage((envelope) => {
      const id = idOf(envelope);
      if (id !== null) waiting.delete(id);
      toPage(envelope);
    });
    opened?.onClose(() => {
      worker = null;
      for (const id of waiting) refuse(id, 'host-stopped', 'The extension was restarted. Try again.');
      waiting.clear();
    });
    return opened;
  };

  window.onMessage((data) => {
    if (!isForExtension(data)) return;
    const id = idOf(data.envelope);
    if (id === null) return;
    const opened = open();
    if (opened === null) {
      refuse(id, 'extension-missing', 'The extension was removed or updated. Reload the page.');
      return;
    }
    waiting.add(id);
    opened.post(data.envelope);
  });
}

function isForExtension(data: unknown): data is { readonly envelope: unknown } {
  if (typeof data !== 'object' || data === null || !('channel' in data) || !('direction' in data)) return false;
  return data.channel === BRIDGE_CHANNEL && data.direction === 'to-extension' && 'envelope' in data;
}

function idOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  return typeof message.id === 'string' ? message.id : null;
}

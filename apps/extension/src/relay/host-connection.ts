import type { MessageErrorCode } from '@vestibule/contracts';
import type { Channel } from './channel.ts';

/** Why there is no answer from the client. */
export interface HostFailure {
  readonly code: Extract<MessageErrorCode, 'host-missing' | 'host-stopped'>;
  readonly message: string;
  readonly detail?: string;
}

/** Words with which browsers say that there is no client to start, in Chromium and in Firefox. */
const MISSING = /host not found|is forbidden|failed to start|no such native application/i;

/** Makes a failure of the browser's words for a connection that ended. */
export function hostFailure(reason: string | undefined): HostFailure {
  const detail = reason === undefined ? {} : { detail: reason };
  return reason !== undefined && MISSING.test(reason)
    ? { code: 'host-missing', message: 'Workplace is not installed for this browser.', ...detail }
    : { code: 'host-stopped', message: 'Workplace has stopped. It starts again with the next message.', ...detail };
}

/** The one connection to the client, made when it is needed and again after it ended. */
export interface HostConnection {
  readonly open: () => void;
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

export interface HostConnectionOptions {
  readonly connect: () => Channel;
  readonly onMessage: (message: unknown) => void;
  readonly onEnd: (failure: HostFailure) => void;
}

export function createHostConnection({ connect, onMessage, onEnd }: HostConnectionOptions): HostConnection {
  let channel: Channel | null = null;
  const open = () => {
    if (channel !== null) return channel;
    const opened = connect();
    channel = opened;
    opened.onMessage(onMessage);
    opened.onClose((reason) => {
      if (channel !== opened) return;
      channel = null;
      onEnd(hostFailure(reason));
    });
    return opened;
  };
  return {
    open: () => void open(),
    post: (message) => open().post(message),
    close: () => {
      const closing = channel;
      channel = null;
      closing?.close();
    },
  };
}

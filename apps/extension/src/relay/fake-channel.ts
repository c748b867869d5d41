import type { Channel } from './channel.ts';

/** A connection whose other side a test plays. */
export interface FakeChannel extends Channel {
  readonly posted: unknown[];
  readonly receive: (message: unknown) => void;
  /** The other side goes. */
  readonly end: (reason?: string) => void;
  readonly isClosed: () => boolean;
}

export function createFakeChannel(): FakeChannel {
  const listeners: ((message: unknown) => void)[] = [];
  const closers: ((reason: string | undefined) => void)[] = [];
  const posted: unknown[] = [];
  let isClosed = false;
  return {
    posted,
    post: (message) => void posted.push(message),
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
    close: () => {
      isClosed = true;
    },
    receive: (message) => {
      for (const listener of listeners) listener(message);
    },
    end: (reason) => {
      for (const closer of closers) closer(reason);
    },
    isClosed: () => isClosed,
  };
}

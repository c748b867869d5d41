import { EventEmitter } from 'node:events';
import type { EventSubject } from '@vestibule/contracts';

/** Says "look", to the pages of one person, or of everybody in a company. Carries no data. */
export interface LookEvent {
  readonly companyId: string;
  /** Null: everybody in the company. */
  readonly personId: string | null;
  /** `company`: the servers themselves, because something of the company was changed. */
  readonly subject: EventSubject | 'company';
}

export interface EventBus {
  publish(event: LookEvent): Promise<void>;
  /** @returns ends the subscription */
  subscribe(listener: (event: LookEvent) => void): () => void;
  close(): Promise<void>;
}

/** Events within this process: enough for the embedded database, which only one process may open. */
export function createLocalEventBus(): EventBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: async (event) => {
      emitter.emit('look', event);
    },
    subscribe: (listener) => {
      emitter.on('look', listener);
      return () => emitter.off('look', listener);
    },
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}

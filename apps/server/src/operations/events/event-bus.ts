import { EventEmitter } from 'node:events';
import { EVENT_SUBJECTS } from '@vestibule/contracts';

/** Says "look", to the pages of one person, or of everybody in a company. Carries no data. */
export interface LookEvent {
  readonly companyId: string;
  /** Null: everybody in the company. */
  readonly personId: string | null;
  readonly subject: (typeof LOOK_SUBJECTS)[number];
}

/**
 * What pages of people are told; and what they are not. `company`: something of the company was changed, which the servers
 * themselves look at, and the console. `sign-in` and `verdict`: the console alone.
 */
export const LOOK_SUBJECTS = [...EVENT_SUBJECTS, 'company', 'sign-in', 'verdict'] as const;

export interface EventBus {
  /** Never fails: an event that is lost is found by the pages' own polls. */
  readonly publish: (event: LookEvent) => Promise<void>;
  /**
   * @param onGap events may have been lost: look at everything
   * @returns ends the subscription
   */
  readonly subscribe: (listener: (event: LookEvent) => void, onGap: () => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface LocalEventBus extends EventBus {
  /** Tells every subscriber that events may have been lost. */
  readonly announceGap: () => void;
}

/** Events within this process: enough for the embedded database, which only one process may open. */
export function createLocalEventBus(): LocalEventBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: async (event) => {
      emitter.emit('look', event);
    },
    announceGap: () => {
      emitter.emit('gap');
    },
    subscribe: (listener, onGap) => {
      emitter.on('look', listener);
      emitter.on('gap', onGap);
      return () => {
        emitter.off('look', listener);
        emitter.off('gap', onGap);
      };
    },
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}

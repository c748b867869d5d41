import { CONSOLE_TOPICS, type ConsoleTopic } from '@vestibule/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOldAfter } from './topics.ts';

/** However much is heard, the page asks so often at most. */
const GATHER_MS = 1000;

export interface Refresh {
  /** Something of this is of before. */
  readonly look: (topic: ConsoleTopic) => void;
  /** No one knows what was missed. */
  readonly lookAtEverything: () => void;
  readonly end: () => void;
}

/**
 * Asks again what is of before, of what is shown. Rows wait while the pointer or the focus is on them, and rows that are to
 * stand still wait for the person.
 * @param isPointedAt whether a person points at rows, or works in them, at this moment
 */
export function createRefresh(queries: QueryClient, isPointedAt: () => boolean): Refresh {
  const due = new Set<ConsoleTopic>();
  const dueForRows = new Set<ConsoleTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function askAgain(isWanted: (query: Query) => boolean): void {
    // One that is under way is of this moment: where answers take long, asking again each time would never end.
    void queries.invalidateQueries({ predicate: isWanted }, { cancelRefetch: false });
  }

  function go(): void {
    timer = undefined;
    const topics = new Set(due);
    due.clear();
    for (const topic of topics) dueForRows.add(topic);
    askAgain((query) => query.meta?.['rows'] === undefined && isOldAfter(topics, nameOf(query)));
    if (isPointedAt()) return again();
    const forRows = new Set(dueForRows);
    dueForRows.clear();
    askAgain((query) => query.meta?.['rows'] === 'held' && isOldAfter(forRows, nameOf(query)));
  }

  function again(): void {
    timer ??= setTimeout(go, GATHER_MS);
  }

  return {
    look(topic) {
      due.add(topic);
      again();
    },
    lookAtEverything() {
      for (const topic of CONSOLE_TOPICS) due.add(topic);
      clearTimeout(timer);
      // Also whose session it is, and in which role.
      askAgain((query) => nameOf(query).startsWith('GET ') && !nameOf(query).startsWith('GET /api/admin/'));
      go();
    },
    end: () => clearTimeout(timer),
  };
}

function nameOf({ queryKey: [name] }: Query): string {
  return typeof name === 'string' ? name : '';
}

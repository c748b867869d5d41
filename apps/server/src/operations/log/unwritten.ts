import type { FastifyBaseLogger } from 'fastify';

export const UNWRITTEN_KINDS = ['evidence', 'database', 'sign-ins'] as const;
export type UnwrittenKind = (typeof UNWRITTEN_KINDS)[number];

/** Something that could not be written, and how often. */
export interface UnwrittenNote {
  readonly what: UnwrittenKind;
  /** One sentence for the operator of the server, with what to do. It holds no secret. */
  readonly message: string;
  readonly since: Date;
  readonly last: Date;
  readonly times: number;
}

/** What could not be written lately: for the log, the status and the doctor. */
export interface Unwritten {
  /** Says it in the log at once, and then once a minute, however often it happens. */
  note(what: UnwrittenKind, message: string): void;
  /** It was written again. */
  good(what: UnwrittenKind): void;
  read(): readonly UnwrittenNote[];
}

const MINUTE_MS = 60_000;
/** What did not happen again for this long is over. */
const FORGOTTEN_AFTER_MS = 60 * MINUTE_MS;

export function createUnwritten(logger: Pick<FastifyBaseLogger, 'error' | 'info'>, now: () => Date): Unwritten {
  const notes = new Map<UnwrittenKind, UnwrittenNote & { readonly saidAt: number; readonly unsaid: number }>();
  const find = (what: UnwrittenKind) => {
    const known = notes.get(what);
    return known === undefined || now().getTime() - known.last.getTime() > FORGOTTEN_AFTER_MS ? null : known;
  };
  return {
    note(what, message) {
      const known = find(what);
      const at = now();
      const isDue = known === null || at.getTime() - known.saidAt >= MINUTE_MS;
      const times = (known?.times ?? 0) + 1;
      const unsaid = isDue ? 0 : known.unsaid + 1;
      if (isDue) logger.error({ what, times, sinceLastLine: (known?.unsaid ?? 0) + 1 }, message);
      const saidAt = isDue ? at.getTime() : known.saidAt;
      notes.set(what, { what, message, since: known?.since ?? at, last: at, times, saidAt, unsaid });
    },
    good(what) {
      if (find(what) !== null) logger.info({ what }, 'What could not be written is written again.');
      notes.delete(what);
    },
    read: () =>
      UNWRITTEN_KINDS.flatMap((what) => {
        const known = find(what);
        if (known === null) return [];
        const { message, since, last, times } = known;
        return [{ what, message, since, last, times }];
      }),
  };
}

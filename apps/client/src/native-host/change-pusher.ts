import { PROTOCOL_VERSION, type PushEnvelope } from '@vestibule/contracts';
import type { ReportBuilder } from '../report/report-builder.ts';
import type { Log } from '../state/log.ts';
import { watchPaths } from './watch-paths.ts';

/** Tells the pages when a fact that can change a verdict has changed. */
export interface ChangePusher {
  /** Begins to watch; repeatable. */
  readonly start: () => void;
  readonly onReported: (importantDataHash: string) => void;
  /** Reads everything now: after a fix, whose effect need not be a file that is watched. */
  readonly recheck: () => void;
  readonly close: () => void;
}

export interface ChangePusherOptions {
  readonly reports: () => Promise<ReportBuilder | null>;
  readonly watched: () => ReadonlyMap<string, readonly string[]>;
  readonly push: (push: PushEnvelope) => void;
  readonly log: Log;
}

/** On a change of a watched file the groups that hang on it are read again, and a changed hash is pushed. */
export function createChangePusher({ reports, watched, push, log }: ChangePusherOptions): ChangePusher {
  let known: string | null = null;
  let close: (() => void) | null = null;

  const reread = async (groups?: readonly string[]) => {
    const builder = await reports();
    if (builder === null) return;
    const { importantDataHash } = await builder.read(groups);
    if (known === importantDataHash) return;
    const isFirst = known === null;
    known = importantDataHash;
    if (!isFirst) push({ v: PROTOCOL_VERSION, push: 'device-changed', payload: { importantDataHash } });
  };
  const safely = (reading: Promise<void>) =>
    reading.catch((error: unknown) => log.write({ event: 'change-not-read', detail: String(error) }));

  return {
    start: () => {
      if (close !== null) return;
      const watcher = watchPaths({
        paths: watched(),
        onChange: (groups) => {
          log.write({ event: 'change', groups: groups.join(' ') });
          void safely(reread(groups));
        },
        onError: (folder, error) => log.write({ event: 'watch-failed', folder, detail: String(error) }),
      });
      close = watcher.close;
      void safely(watcher.ready.then(() => (known === null ? reread() : undefined)));
    },
    onReported: (importantDataHash) => {
      known = importantDataHash;
    },
    recheck: () => void safely(reread()),
    close: () => close?.(),
  };
}

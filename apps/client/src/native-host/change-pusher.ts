import { sep } from 'node:path';
import { PROTOCOL_VERSION, type PushEnvelope } from '@vestibule/contracts';
import type { ReportBuilder } from '../report/report-builder.ts';
import type { Log } from '../state/log.ts';
import { type WatchFolder, watchPaths } from './watch-paths.ts';
import { watchSigns } from './watch-signs.ts';

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
  /** What changes without an event. */
  readonly silent: () => ReadonlyMap<string, readonly string[]>;
  /** Absolute path of the tool that tells of mounts; null: there is none here. */
  readonly mountTool: () => Promise<string | null>;
  readonly push: (push: PushEnvelope) => void;
  readonly log: Log;
  /** The system's own events, when left out. */
  readonly watchFolder?: WatchFolder;
}

/** On a change of a watched file, or of a sign that tells no event, the groups that hang on it are read again, and a changed hash is pushed. */
export function createChangePusher(options: ChangePusherOptions): ChangePusher {
  const { reports, watched, silent, mountTool, push, log, watchFolder } = options;
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
      const paths = watched();
      const onChange = (groups: readonly string[]) => {
        log.write({ event: 'change', groups: groups.join(' ') });
        void safely(reread(groups));
      };
      const poll = watchSigns({ signs: silent(), onChange, mountTool, log });
      const watcher = watchPaths({
        paths,
        onChange,
        ...(watchFolder === undefined ? {} : { watchFolder }),
        onError: (folder, error) => {
          log.write({ event: 'watch-failed', folder, detail: String(error) });
          for (const [group, below] of pathsBelow(folder, paths)) poll.add(group, below);
        },
      });
      close = () => {
        watcher.close();
        poll.close();
      };
      // What changed after a report and before the first watcher is told too.
      void safely(watcher.ready.then(() => reread()));
    },
    onReported: (importantDataHash) => {
      known = importantDataHash;
    },
    recheck: () => void safely(reread()),
    close: () => close?.(),
  };
}

/** What is in a folder that cannot be watched, as when this person watches more than the system allows. */
function pathsBelow(
  folder: string,
  paths: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [group: string, paths: readonly string[]])[] {
  return [...paths].flatMap(([group, listed]) => {
    const below = listed.filter((path) => path === folder || path.startsWith(`${folder}${sep}`));
    return below.length === 0 ? [] : [[group, below] as const];
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { measureStreams, StreamFigures } from './measure-streams.ts';

const resultsFolder = join(import.meta.dirname, '../../results');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Says what was measured, and writes `bench/results/streams.md`. */
export async function writeStreams(
  machine: string,
  load: number,
  { bare, gate }: Awaited<ReturnType<typeof measureStreams>>,
  tell: (line: string) => void,
): Promise<void> {
  const row = (what: string, figures: StreamFigures) => {
    const { beforeMb, withMb, server, database, openSeconds, heartbeatsEach, standing } = figures;
    tell(`${what}: ${standing} streams; ${withMb} MB (${beforeMb} before); processor ${percent(server)}`);
    return `| ${what} | ${standing} | ${openSeconds.toFixed(1)} s | ${beforeMb} MB | ${withMb} MB | ${percent(server)} | ${percent(database)} | ${heartbeatsEach.toFixed(1)} |`;
  };
  const lines = [
    '# Open event streams',
    '',
    `Machine: ${machine}, with server, database and generator on it, a load of ${load.toFixed(1)} before. \`npm run bench -- streams\`.`,
    'Each stream is of a session of its own; nothing happens but heartbeats, every five seconds, for one minute.',
    '',
    '| | Standing at the end | Opened in | Server before | With them | Server, of one processor | Database, of one processor | Heartbeats each |',
    '|---|---|---|---|---|---|---|---|',
    row('bare server', bare),
    row('the gate, PostgreSQL', gate),
    '',
  ];
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'streams.md'), lines.join('\n'));
}

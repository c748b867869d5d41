import { type LogLine, readLog } from '../../state/log-lines.ts';
import { logPath } from '../../state/log.ts';
import { type Command, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { formatTable } from '../table.ts';

const USUAL_LINES = 50;

export const logsCommand: Command = {
  name: 'logs',
  usage: '[--lines N] [--json]',
  summary: 'See what Workplace did lately: browsers, messages, how each ended',
  explanation: [
    'Shows the newest lines of the log, the latest at the bottom. The log holds names, codes and durations, no secrets:',
    'it may be sent to support as it is. The correlation id is the one that the support screen of the sign-in page shows.',
  ],
  examples: ['workplace logs', 'workplace logs --lines 500 --json > workplace.jsonl'],
  options: {
    lines: { kind: 'text', placeholder: 'N', help: `How many lines (${USUAL_LINES})` },
    json: { kind: 'flag', help: 'One JSON object a line, as they are kept' },
  },
  positionals: 0,
  run: async (given, { state, terminal }) => {
    const lines = await readLog(state, readCount(given.text('lines')));
    if (given.flag('json')) for (const line of lines) terminal.print(JSON.stringify(line));
    else if (lines.length === 0) terminal.print('Nothing was logged yet: no browser has started Workplace.');
    else terminal.print(`${formatTable(lines.map(rowOf))}\n\nAll of it: ${logPath(state)}`);
    return EXIT_CODES.fine;
  },
};

function readCount(text: string | undefined): number {
  if (text === undefined) return USUAL_LINES;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--lines takes a number from 1 up, not "${text}".`);
  return count;
}

function rowOf({ time, process, event, ...details }: LogLine): readonly string[] {
  const told = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  return [time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'), `[${process}]`, event, told.join(' ')];
}

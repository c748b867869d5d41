import { diagnose } from '../../install/doctor.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

const NOTHING_FOUND = `Nothing is wrong on this computer. When the sign-in page still does not find it: see that the browser extension is
installed and turned on, end the browser completely, and start it again.`;

const TO_DO = 'Do what the lines with FIX say, from the top, then run `workplace doctor` again.';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'Find out why the sign-in page does not reach this computer',
  explanation: [
    'Looks at the state folder, the keys, the registered portals and extensions, what every browser knows about',
    'Workplace, and the clock. Each line is fine or says what to do.',
  ],
  examples: ['workplace doctor', 'workplace doctor --json'],
  options: { json: { kind: 'flag', help: 'A JSON array of { ok, text }' } },
  positionals: 0,
  run: async (given, context) => {
    const lines = await diagnose(context);
    const isFine = lines.every(({ ok }) => ok);
    if (given.flag('json')) {
      context.terminal.print(JSON.stringify(lines, null, 2));
      return isFine ? EXIT_CODES.fine : EXIT_CODES.attention;
    }
    for (const { ok, text } of lines) context.terminal.print(`${ok ? 'ok  ' : 'FIX '}  ${text}`);
    context.terminal.print(`\n${isFine ? NOTHING_FOUND : TO_DO}`);
    return isFine ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

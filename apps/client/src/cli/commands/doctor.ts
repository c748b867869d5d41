import { diagnose } from '../../install/doctor.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Find out why the sign-in page does not reach this computer',
  explanation: [
    'Looks at the state folder, the keys, the registered portals and extensions, what every browser knows about',
    'Workplace, and the clock. Each line is fine or says what to do.',
  ],
  examples: ['workplace doctor'],
  options: {},
  positionals: 0,
  run: async (_, context) => {
    const lines = await diagnose(context);
    for (const { ok, text } of lines) context.terminal.print(`${ok ? 'ok  ' : 'FIX '}  ${text}`);
    return lines.every(({ ok }) => ok) ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SUBJECTS } from '../e2e/states/all.ts';
import { isDisposable, NOT_DISPOSABLE } from './test/disposable.ts';

/**
 * `npm run states [-- --only password,updates]`: states of a computer, made for real on a Debian that is booted for them
 * and read by the built client. `npm run test:system` runs them among others.
 */
const root = join(import.meta.dirname, '..');
const FIREWALL = 'firewall';
const names = SUBJECTS.map(({ name }) => name);

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const HELP = `Makes states of a computer for real on a Debian of its own, and has the built client read them. As root, where the
machine may be thrown away.

  npm run states                            all of them, in about five minutes
  npm run states -- --only password,updates some subjects

Subjects: ${names.join(', ')}
`;

function readOptions(): { readonly only?: string[]; readonly help?: boolean } {
  const options = { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    return refuse('There is no option like that: npm run states -- --help');
  }
}

const { only: lists = [], help } = readOptions();
if (help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const only = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) refuse(`There is no subject "${unknown}". Subjects: ${names.join(', ')}`);
if (!isDisposable()) refuse(NOT_DISPOSABLE);

const isAsked = (name: string) => only.length === 0 || only.includes(name);
// Named rulesets are judged by the kernel, in a test of their own.
const files = ['e2e/states', ...(isAsked(FIREWALL) ? ['e2e/firewall.system.test.ts'] : [])];
const child = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'system*', '--reporter=verbose', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      VESTIBULE_STATES: only.join(','),
      PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`,
    },
  },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});

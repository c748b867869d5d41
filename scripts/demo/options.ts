import { parseArgs } from 'node:util';
import { isLoopbackName } from '../../apps/server/src/operations/config/public-address.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

export interface StartOptions {
  readonly port: number;
  readonly dataFolder: string;
  readonly opensBrowser: boolean;
  readonly isHeadless: boolean;
}

export const START_HELP = `Starts the trial of Vestibule on this computer: a company of fifty, a work application, its console, and a
browser in which this very computer is checked.

  npm start                    everything, with a browser
  npm start -- --no-browser    without the browser: open the address yourself
  npm start -- --headless      with a browser that shows no window (for tests)
  npm start -- --help          this text

  PORT=8090 npm start              another port (default 8080; the work application takes the next one)
  VESTIBULE_DATA=/path npm start   another data folder (default .data; it is kept between starts)

It has an embedded database of its own, in one process: DATABASE_URL and VESTIBULE_WORKERS are for installations.
Ctrl-C ends everything it started. It listens on this computer only.
`;

const OF_A_DATABASE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'VESTIBULE_WORKERS'];

/** The trial has a database of its own. @returns a sentence about what is set for another one, or null */
export function noteOnDatabase(environment: NodeJS.ProcessEnv): string | null {
  const unused = OF_A_DATABASE.filter((name) => environment[name] !== undefined);
  return unused.length === 0
    ? null
    : `The trial has an embedded database of its own, in one process: it does not use ${unused.join(' and ')}. A gate with PostgreSQL is set up by "npx vestibule setup --help".`;
}

/** What would open the trial to others. @returns its name */
function opensIt(environment: NodeJS.ProcessEnv): string | null {
  const { VESTIBULE_HOST: host, VESTIBULE_PUBLIC_URL: url } = environment;
  if (host !== undefined && !LOOPBACK.includes(host.toLowerCase())) return 'VESTIBULE_HOST';
  const hostname = url === undefined ? 'localhost' : (URL.parse(url)?.hostname ?? '');
  return isLoopbackName(hostname) ? null : 'VESTIBULE_PUBLIC_URL';
}

/** @returns the options, or one sentence about what is wrong with them */
export function readStartOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { kind: 'options'; options: StartOptions } | { kind: 'help' } | { kind: 'wrong'; sentence: string } {
  let values: { 'no-browser'?: boolean; headless?: boolean; help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        'no-browser': { type: 'boolean' },
        headless: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch {
    return { kind: 'wrong', sentence: `There is no option like that. "npm start -- --help" lists them.` };
  }
  if (values.help === true) return { kind: 'help' };
  const open = opensIt(environment);
  if (open !== null) {
    const sentence = `${open} names another place than this computer, and the passwords of the trial can be read by everybody: leave it out. A gate for people is set up by "npx vestibule setup --help".`;
    return { kind: 'wrong', sentence };
  }
  const port = Number(environment['PORT'] ?? 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    return { kind: 'wrong', sentence: `PORT must be a number from 1 to 65534, not "${environment['PORT']}".` };
  }
  return {
    kind: 'options',
    options: {
      port,
      dataFolder: environment['VESTIBULE_DATA'] ?? '.data',
      opensBrowser: values['no-browser'] !== true,
      isHeadless: values.headless === true,
    },
  };
}

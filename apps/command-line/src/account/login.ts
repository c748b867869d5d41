import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import {
  asOneLine,
  COMMAND_LINE_PATHS,
  COMMAND_LINE_SIGN_IN_HOURS,
  type CommandLineEnd,
  comparisonOf,
  readAnswer,
  redeemCommandLineCodeCall,
  requestOf,
  showsSomething,
} from '@vestibule/contracts';
import type { Command } from 'commander';
import { createClient } from '../frame/client.ts';
import { CommandFailure, EXIT_CODES, misuse } from '../frame/failure.ts';
import { timeText } from '../frame/output.ts';
import { examples, outputOf, streamsOfCommand } from '../frame/run.ts';
import { type GateOptions, gateAddress, openAddress } from '../frame/transport.ts';
import { awaitCallback } from './await-callback.ts';
import { findKept, type FoundSignIn, forgetSignIn, keepSignIn, type KeptSignIn } from './kept-sign-ins.ts';
import { openBrowser } from './open-browser.ts';

/** Long enough for a sign-in with everything that belongs to it. */
const WAIT_MS = 10 * 60_000;

interface Options extends GateOptions {
  readonly browser?: boolean;
}

export function addAccountCommands(program: Command): void {
  const login = program
    .command('login')
    .description('sign in as yourself, by your browser: commands then act in your name and role')
    .option('--no-browser', 'only print the address; open it in a browser of this computer')
    .action(async (_options: object, command: Command) => signIn(command));
  login.addHelpText(
    'after',
    `
Your browser opens a page of the gate. You sign in there as always, compare the
characters with those shown here, and allow it. No token is typed or copied: it
is kept in a file that only you can read, and lasts ${COMMAND_LINE_SIGN_IN_HOURS} hours. It does what your
role may do, except what the gate takes from no token, such as making tokens,
roles and keys.

It has to be a browser of this computer: what it brings goes to 127.0.0.1. On a
computer without one, and for scripts: vestibule token create --help`,
  );
  examples(login, ['login --url https://gate.example.com', 'login', 'support 7KQ-42M']);
  const logout = program
    .command('logout')
    .description('sign out: end your sign-in at the gate, and forget it here')
    .action(async (_options: object, command: Command) => signOut(command));
  examples(logout, ['logout', 'logout --url https://gate.example.com']);
}

async function signIn(command: Command): Promise<void> {
  const output = outputOf(command);
  const { url, tokenFile, browser } = command.optsWithGlobals<Options>();
  if (output.isJson && browser === false) {
    throw misuse('--no-browser shows an address to a person: leave out --json.');
  }
  const origin = url === undefined ? ((await findKept(undefined))?.origin ?? null) : gateAddress(url).origin;
  if (origin === null) throw misuse('Say which gate: vestibule login --url https://gate.example.com');
  const before = await findKept(origin);
  const [verifier, state] = [createSecret(), createSecret()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const callback = await awaitCallback(state, WAIT_MS);
  let end: CommandLineEnd | null = 'failed';
  try {
    const query = { port: String(callback.port), challenge, state, computer: computerName() };
    const page = `${origin}${COMMAND_LINE_PATHS.page}?${new URLSearchParams(query).toString()}`;
    const isOpened = browser !== false && (await openBrowser(page));
    output.aside(isOpened ? 'Your browser opens. If it does not, open this there:' : 'Open this in your browser:');
    // In one line, however long: it is copied.
    streamsOfCommand(command).err(`${page}\n`);
    output.aside(`Allow it there only if the page shows ${comparisonOf(challenge)}`);
    const brought = await callback.brought;
    if (brought === null) throw notAllowed('No one allowed it in ten minutes. Begin again: vestibule login');
    if (brought.code === null) {
      end = null;
      throw notAllowed('You did not allow it, so you are not signed in here.');
    }
    const kept = await redeem(origin, { code: brought.code, verifier, port: callback.port });
    const file = await keepSignIn(origin, kept);
    end = 'signed-in';
    const { token: _secret, ...shown } = kept;
    output.answer({ ...shown, url: origin, file }, () =>
      output.say(
        `Signed in at ${kept.companyName} as ${kept.login} (${kept.role}) until ${timeText(kept.expiresAt)} UTC. Sign out: vestibule logout`,
      ),
    );
  } finally {
    await callback.end(end === null ? null : `${origin}${COMMAND_LINE_PATHS.page}?end=${end}`);
  }
  // What it takes the place of is of no use to anyone any more.
  if (before !== null) await endAtGate(before).catch(() => undefined);
  if (tokenFile !== undefined) {
    output.aside('VESTIBULE_TOKEN_FILE is set: commands use that token and not this sign-in, until you unset it.');
  }
}

const createSecret = () => randomBytes(32).toString('base64url');

const notAllowed = (message: string) => new CommandFailure(EXIT_CODES.notAllowed, message);

/** What the list of tokens calls this computer. */
function computerName(): string {
  const name = asOneLine(hostname()).slice(0, 60).trim();
  return showsSomething(name) ? name : 'a computer';
}

async function redeem(
  origin: string,
  body: { readonly code: string; readonly verifier: string; readonly port: number },
): Promise<KeptSignIn> {
  const transport = openAddress(origin, null);
  const { method, address, body: text } = requestOf(redeemCommandLineCodeCall, { body });
  const result = readAnswer(redeemCommandLineCodeCall, await transport.send(method, address, text ?? undefined));
  if (result.kind === 'answer') return result.body;
  throw notAllowed(
    result.kind === 'refused' && result.code === 'not_signed_in'
      ? 'The gate did not take what the browser brought: it was too late, used before, or you were signed out meanwhile. Begin again: vestibule login'
      : `The gate at ${origin} did not finish the sign-in. Begin again: vestibule login`,
  );
}

async function signOut(command: Command): Promise<void> {
  const output = outputOf(command);
  const { url } = command.optsWithGlobals<Options>();
  const found = await findKept(url === undefined ? undefined : gateAddress(url).origin);
  if (found === null) {
    throw new CommandFailure(
      EXIT_CODES.refused,
      `You are not signed in${url === undefined ? '' : ` at ${url}`} on this computer.`,
    );
  }
  const { origin, kept } = found;
  await forgetSignIn(origin);
  try {
    await endAtGate(found);
  } catch (error) {
    const isOver = error instanceof CommandFailure && error.details['code'] === 'not_signed_in';
    if (!isOver) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(
        error instanceof CommandFailure ? error.exitCode : EXIT_CODES.serverError,
        `${why} It is forgotten here, but holds at the gate until ${timeText(kept.expiresAt)} UTC. An administrator ends it at once: vestibule token revoke '${kept.name}'`,
      );
    }
  }
  output.answer({ url: origin }, () => output.say(`Signed out at ${kept.companyName} (${origin}).`));
}

async function endAtGate({ origin, kept }: FoundSignIn): Promise<void> {
  const client = createClient(openAddress(origin, kept.token), { company: undefined, isDryRun: false });
  await client.ask('adminEndOwnToken');
}

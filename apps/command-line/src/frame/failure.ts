/** What the command line tells scripts. `vestibule --help` lists them. */
export const EXIT_CODES = Object.freeze({
  done: 0,
  /** The server could not do it, for a reason of its own. */
  serverError: 1,
  /** The command, a file or a value is wrong: nothing was sent, or nothing was taken. */
  notUnderstood: 2,
  /** No server was reached. */
  unreachable: 3,
  /** The caller may not. */
  notAllowed: 4,
  /** It does not go as things stand: there is no such person, the name is taken, the key signs. */
  refused: 5,
});
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Ends a command. The message is for the person at the keyboard and says what to do. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** Of the server, where it was the server that refused. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(exitCode: ExitCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** What `--json` says of a failure, on standard output. */
interface ShownError {
  /** The server's own code, or one for each exit code. */
  readonly code: string;
  readonly message: string;
  /** What to do, or where to look. */
  readonly next: string;
  readonly [detail: string]: unknown;
}

/** @param help the command line that explains the command that failed */
export function errorOf({ exitCode, message, details }: CommandFailure, help: string): ShownError {
  const { code, next } = KINDS[exitCode](help);
  return { code, next, ...details, message };
}

const KINDS = {
  [EXIT_CODES.done]: () => ({ code: 'done', next: '' }),
  [EXIT_CODES.serverError]: () => ({
    code: 'server_error',
    next: 'Look at the server, and into its log: vestibule doctor',
  }),
  [EXIT_CODES.notUnderstood]: (help: string) => ({ code: 'not_understood', next: `What there is: ${help}` }),
  [EXIT_CODES.unreachable]: () => ({ code: 'unreachable', next: 'Look at the server where it runs: vestibule doctor' }),
  [EXIT_CODES.notAllowed]: () => ({
    code: 'not_allowed',
    next: 'Do it on the computer of the server, or with a token of a higher role: vestibule token create --help',
  }),
  [EXIT_CODES.refused]: (help: string) => ({
    code: 'refused',
    next: `Set right what the message names, or look what the command takes: ${help}`,
  }),
} satisfies { readonly [exitCode in ExitCode]: (help: string) => { readonly code: string; readonly next: string } };

export function misuse(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.notUnderstood, message);
}

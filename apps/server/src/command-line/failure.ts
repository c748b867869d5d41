/** What the command line tells scripts. `vestibule --help` lists them. */
export const EXIT_CODES = Object.freeze({
  done: 0,
  /** The server could not do it, for a reason of its own. */
  serverError: 1,
  /** The command, a file or a value is wrong: nothing was sent, or nothing was taken. */
  notUnderstood: 2,
  /** No server was reached. */
  unreachable: 3,
  /** Whoever asks may not. */
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

export function misuse(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.notUnderstood, message);
}

import {
  ADMIN_CALLS,
  apiErrorSchema,
  type Call,
  type CallInput,
  readAnswer,
  requestOf,
  textProblemSchema,
} from '@vestibule/contracts';
import * as z from 'zod/mini';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import type { Answered, Transport } from './transport.ts';

type Calls = typeof ADMIN_CALLS;
export type AdminCallName = keyof Calls;

/** What a call is sent with. `company` and `dryRun` are added by the client. */
export interface CallParts<N extends AdminCallName> {
  readonly parameters?: CallInput<Calls[N]>['parameters'];
  readonly query?: Omit<NonNullable<CallInput<Calls[N]>['query']>, 'company' | 'dryRun'>;
  readonly body?: CallInput<Calls[N]>['body'];
  /** Only looks what it would come to, whatever the command was called with. */
  readonly isDryRun?: true;
}

export type CallAnswer<N extends AdminCallName> = z.infer<Calls[N]['answers'][200]>;

export interface AdminClient {
  /** The server's answer, read by the contract. @throws CommandFailure for everything else */
  readonly ask: <N extends AdminCallName>(name: N, parts?: CallParts<N>) => Promise<CallAnswer<N>>;
}

const problemsSchema = z.object({ problems: z.array(textProblemSchema) });

export function createClient(
  transport: Transport,
  {
    company,
    isDryRun,
    nameField = (message) => message,
  }: {
    readonly company: string | undefined;
    readonly isDryRun: boolean;
    /** Says of an option what the server says of a field. */
    readonly nameField?: (message: string) => string;
  },
): AdminClient {
  return {
    ask: async (name, parts = {}) => {
      const call: Call = ADMIN_CALLS[name];
      const query = {
        ...parts.query,
        company,
        ...(takesDryRun(call) && (isDryRun || parts.isDryRun === true) ? { dryRun: 'true' } : {}),
      };
      const { method, address, body } = requestOf(call, {
        parameters: parts.parameters,
        query,
        body: parts.body,
      });
      const answered = await transport.send(method, address, body ?? undefined);
      const result = readAnswer(call, answered);
      if (result.kind === 'answer') return result.body as CallAnswer<typeof name>;
      if (answered.status !== 200) throw failureOf(answered, { ...transport, nameField });
      throw new CommandFailure(
        EXIT_CODES.serverError,
        `The server at ${transport.place} answers in a way this version does not know. Use the command line of the server’s own version.`,
      );
    },
  };
}

function takesDryRun({ query }: Call): boolean {
  return query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, 'dryRun');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface FailurePlace extends Pick<Transport, 'place' | 'signInAgain'> {
  readonly nameField: (message: string) => string;
}

function failureOf({ status, text }: Answered, { place, signInAgain, nameField }: FailurePlace): CommandFailure {
  const answer = readJson(text);
  const listed = problemsSchema.safeParse(answer);
  if (listed.success) {
    const lines = listed.data.problems.map(
      ({ line, column, message }) => `  line ${line}, column ${column}: ${message}`,
    );
    return new CommandFailure(
      EXIT_CODES.notUnderstood,
      `Nothing was changed, because of this:\n${lines.join('\n')}`,
      listed.data,
    );
  }
  const error = apiErrorSchema.safeParse(answer);
  if (!error.success) {
    return new CommandFailure(
      EXIT_CODES.unreachable,
      `What answers at ${place} is no Vestibule server (status ${status}).`,
    );
  }
  const { code, message, correlationId } = error.data;
  switch (code) {
    case 'not_signed_in':
      if (signInAgain !== undefined) {
        return new CommandFailure(
          EXIT_CODES.notAllowed,
          `Your sign-in at ${place} has ended: its time is over, you signed out everywhere, or your role or account changed. Sign in again: ${signInAgain}`,
          { ...error.data, next: `Sign in again: ${signInAgain}` },
        );
      }
      return new CommandFailure(
        EXIT_CODES.notAllowed,
        'The token is unknown, over, revoked, or of another company than this address is. Make a new one on the server: vestibule token create --help',
        error.data,
      );
    case 'role_missing':
    case 'second_factor_missing':
    case 'account_disabled':
      return new CommandFailure(EXIT_CODES.notAllowed, message, error.data);
    case 'request_malformed':
      return new CommandFailure(EXIT_CODES.notUnderstood, nameField(message), error.data);
    case 'server_error':
      return new CommandFailure(
        EXIT_CODES.serverError,
        `${message} The server’s log has more under ${correlationId}.`,
        error.data,
      );
    case 'database_unreachable':
      return new CommandFailure(EXIT_CODES.serverError, `${message} What is wrong with it: vestibule doctor`, {
        ...error.data,
        next: 'Look what is wrong with it: vestibule doctor',
      });
    default:
      return new CommandFailure(EXIT_CODES.refused, message, error.data);
  }
}

import type {
  CALLS,
  CallName,
  ErrorCode,
  MessageAnswer,
  MessageError,
  MessageRequest,
  MessageType,
  PushEnvelope,
  SamlPostData,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';

/** The calls that the portal makes: only these are loaded into the page. */
export type PortalCallName = Extract<
  CallName,
  | 'accessToken'
  | 'checkResult'
  | 'createSession'
  | 'fixGrant'
  | 'pendingSignIn'
  | 'publicSupportInfo'
  | 'samlResponse'
  | 'settings'
  | 'uploadUrl'
>;

type Infer<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined;
type Ask<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;

/** The body of a call's answers: null where an answer has none. */
export type CallBody<N extends CallName> = {
  [Status in keyof (typeof CALLS)[N]['answers']]: (typeof CALLS)[N]['answers'][Status] extends z.ZodMiniType
    ? Infer<(typeof CALLS)[N]['answers'][Status]>
    : null;
}[keyof (typeof CALLS)[N]['answers']];

export interface CallInput<N extends CallName> {
  readonly parameters?: Ask<(typeof CALLS)[N] extends { parameters: infer P } ? P : undefined>;
  readonly query?: Ask<(typeof CALLS)[N] extends { query: infer Q } ? Q : undefined>;
  readonly body?: Ask<(typeof CALLS)[N] extends { body: infer B } ? B : undefined>;
  /** Access token for device calls. */
  readonly token?: string;
  /** Scope asked for when a token is fetched. */
  readonly scope?: string;
}

/** What became of a call. Nothing here is an exception. */
export type CallResult<Body> =
  | { readonly kind: 'answer'; readonly status: number; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly code: ErrorCode }
  /** No answer, an answer nobody can read, or a status of 500 and more. */
  | { readonly kind: 'unreachable' };

export interface ServerPort {
  call<N extends PortalCallName>(name: N, input: CallInput<N>): Promise<CallResult<CallBody<N>>>;
  /** PUT of exactly this text to the one-time address. */
  upload(address: string, text: string): Promise<CallResult<null>>;
}

export type MessageResult<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: MessageError };

export interface ClientPort {
  /** True as soon as the extension is known to be there. */
  isExtensionPresent(): boolean;
  send<T extends MessageType>(type: T, request: MessageRequest<T>): Promise<MessageResult<MessageAnswer<T>>>;
  /** What the client says on its own. @returns ends the subscription */
  subscribe(listener: (push: PushEnvelope) => void): () => void;
}

export interface PagePort {
  /** Posts the hidden form: the page is left. */
  submitForm(data: SamlPostData): void;
  goTo(path: string): void;
}

export interface Ports {
  readonly server: ServerPort;
  readonly client: ClientPort;
  readonly page: PagePort;
}

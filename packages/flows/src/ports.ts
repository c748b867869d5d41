import type {
  CallBody as RowBody,
  CallInput as RowInput,
  CALLS,
  CallName,
  CallResult,
  MessageAnswer,
  MessageError,
  MessageRequest,
  MessageType,
  PushEnvelope,
  SamlPostData,
} from '@vestibule/contracts';
export type { CallResult };
import type { MemoryPort } from './memory-port.ts';
import type { PushSaid } from './push/push.ts';

/** The calls that the portal makes: only these are loaded into the page, those of single screens when they are made. */
export type PortalCallName = Extract<
  CallName,
  | 'accessToken'
  | 'activate'
  | 'activity'
  | 'askTemporaryAccess'
  | 'check'
  | 'checkByDevice'
  | 'checkResult'
  | 'companySettings'
  | 'confirmRestrictedSession'
  | 'createRestrictedSession'
  | 'createSession'
  | 'createVouchingCode'
  | 'deviceAccount'
  | 'eula'
  | 'featureFlag'
  | 'fixGrant'
  | 'installerParameters'
  | 'keyExchange'
  | 'liveChatSettings'
  | 'logFciAgentInstallation'
  | 'mySession'
  | 'onlineSettings'
  | 'pendingSignIn'
  | 'publicSupportInfo'
  | 'requiredState'
  | 'samlLoginActivity'
  | 'samlResponse'
  | 'samlResponseV1'
  | 'settings'
  | 'skipInstallation'
  | 'softwareInstallationRequirement'
  | 'softwareTerms'
  | 'supportedVersions'
  | 'supportInfo'
  | 'supportPhone'
  | 'temporaryAccessInfo'
  | 'uploadUrl'
  | 'userDetails'
  | 'vouch'
  | 'waitingComputer'
  | 'webToken'
>;

/** The body of a call's answers: null where an answer has none. */
export type CallBody<N extends CallName> = RowBody<(typeof CALLS)[N]>;

export interface CallInput<N extends CallName> extends RowInput<(typeof CALLS)[N]> {
  /** Access token for device calls. */
  readonly token?: string;
  /** Scope asked for when a token is fetched. */
  readonly scope?: string;
  /** Origin of the device endpoint that is asked; without it the page's own. */
  readonly endpoint?: string;
}

export interface ServerPort {
  /**
   * The code of this tab: every call of it carries it, and the server writes it down. Support finds the tab by it where the
   * server has not yet said how it calls this session.
   */
  readonly tabCode: string;
  call<N extends PortalCallName>(name: N, input: CallInput<N>): Promise<CallResult<CallBody<N>>>;
  /** PUT of exactly this text to the one-time address. */
  upload(address: string, text: string): Promise<CallResult<null>>;
  /**
   * By how many milliseconds the clock of this computer is ahead of the server's, negative when it is behind; by the
   * newest answer that told the time (RFC 9110, 6.6.1), to a second and the time on the way. Null before the first.
   */
  clockOffsetMs(): number | null;
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
  /**
   * Shows another screen. One to which the page leads by itself takes the place of this one in the history, so that going
   * back never leads into a page that leads away again; one that a person asked for comes after it.
   */
  goTo(path: string, by?: 'person'): void;
  /** Starts a download next to the page. */
  download(address: string): void;
  /** Saves a file that the page itself made. */
  saveText(name: string, text: string): void;
  /**
   * Leaves the portal for another page of this site; an address of any other site is refused. Takes the place of this page
   * in the history, or comes after it, as `goTo` does.
   */
  leaveFor(path: string, by?: 'person'): void;
  /** Opens an address of the company's choice in a tab of its own, which knows nothing of this one. */
  openTab(address: string): void;
}

export interface EventsPort {
  /**
   * What the server pushes to this browser.
   * @param address of the event stream, from the settings
   * @returns ends it
   */
  listen(address: string, hear: (said: PushSaid) => void): () => void;
}

/** What goes wrong without being shown. Codes only: no token, no name, no id of a person. */
export interface LogPort {
  write(event: string, code: string): void;
}

export interface Ports {
  readonly server: ServerPort;
  readonly client: ClientPort;
  readonly page: PagePort;
  readonly events: EventsPort;
  readonly log: LogPort;
  readonly memory: MemoryPort;
}

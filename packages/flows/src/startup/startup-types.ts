import type { MessageAnswer } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import type { Trouble } from '../trouble.ts';
import type { Ports } from '../ports.ts';
import type { OfCompany, SignedIn, Start } from './load-start.ts';

/** What a page knows of itself when it is opened. */
export interface Visit {
  /** Of this site. */
  readonly origin: string;
  /** The `back` of the page's address: nothing of it is believed. */
  readonly back: string | null;
  readonly isStatusPage: boolean;
  /** Not the address names the sign-in, but this tab remembers it. */
  readonly isMarkerRemembered?: boolean;
  /** Ties together what this page asks of client and server. */
  readonly correlationId: string;
  /** What the browser says of itself and its system; client hints take a moment. */
  readonly readVisitor: () => Promise<Visitor>;
}

export interface StartupInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
  readonly visit: Visit;
}

export type ClientName = MessageAnswer<'get-device-name'>;

/** What startup tells the home chart. When it leads away, or waits, it says no more. */
export type StartupReport =
  | { readonly type: 'startup.loaded'; readonly start: Start }
  /** Null: it is over. */
  | { readonly type: 'startup.trouble'; readonly trouble: Trouble | null; readonly detail: string | null }
  /** Everything is there: the checks may begin. */
  | { readonly type: 'startup.ready'; readonly client: ClientName }
  /** No extension, but the account of a client that reports by itself: Edge only. */
  | { readonly type: 'startup.ready-without-extension'; readonly accountId: string };

export interface StartupContext extends StartupInput {
  readonly signedIn: SignedIn | null;
  /** Each part as soon as it is answered; null in it: no one answered. */
  readonly company: Partial<OfCompany>;
  readonly start: Start | null;
  readonly visitor: Visitor | null;
  readonly nameTries: number;
  readonly client: ClientName | null;
  /** While the policy only observes: the permit of the verdict, opened. With it the server knows which computer this is. */
  readonly proof: string | null;
}

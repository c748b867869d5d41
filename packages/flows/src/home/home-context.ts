import type { CheckResult, CheckType, FixActionType, SessionData, TemporaryAccessInfo } from '@vestibule/contracts';
import type { PushState } from '../device-flow/device-flow-types.ts';
import type { EndpointsActor } from '../endpoints/endpoints.ts';
import { throughEndpoints } from '../endpoints/through-endpoints.ts';
import type { DemoConsent } from '../fix/fix-steps.ts';
import type { Modal } from '../modals/modals-types.ts';
import type { Ports } from '../ports.ts';
import type { Start } from '../startup/load-start.ts';
import type { ClientName, Visit } from '../startup/startup-types.ts';
import type { Trouble } from '../trouble.ts';
import type { FixState } from './home-view.ts';

export interface HomeInput {
  readonly ports: Ports;
  /** Handle of the pending sign-in from the address; null when the person came by themselves. */
  readonly loginMarker: string | null;
  readonly visit: Visit;
  /** No staged scan: the person asked their system for less motion, or this browser has passed before. */
  readonly skipsAnimation: boolean;
}

export interface HomeContext extends HomeInput {
  /** The server is reached through it by way of its device endpoints. */
  readonly endpoints: EndpointsActor;
  readonly start: Start | null;
  readonly client: ClientName | null;
  /** Account of a client that reports by itself: there is no extension. */
  readonly accountId: string | null;
  readonly push: PushState;
  readonly session: SessionData | null;
  readonly result: CheckResult | null;
  /** What the client's own keys and data say is broken while no verdict can be had. */
  readonly clientProblem: Trouble | null;
  /** The newest try of the flow found no server. */
  readonly isServerAway: boolean;
  /** False while the flow finds no one: what is shown does not renew itself just now. */
  readonly isLive: boolean;
  readonly scanStep: number;
  /** Sign-in responses asked for since the last one that came. */
  readonly obtainTries: number;
  /** Why the last of them came to nothing: a refusal that stays, or what is broken in the client; null: neither. */
  readonly leaveTrouble: Trouble | null;
  /** The last of them was asked for by the person; else the page went on by itself. */
  readonly isByPerson: boolean;
  /** This tab had sent a response for this sign-in before the page was opened: it sends no other by itself. */
  readonly isAnswered: boolean;
  /** This page has sent one, and no verdict has stopped the person since. */
  readonly hasSent: boolean;
  readonly fixes: { readonly [type in CheckType]?: FixState };
  /** Fixes that wait for the trial's consent, which is given once for each kind. */
  readonly fixesToConfirm: readonly FixActionType[];
  readonly demoConsents: readonly DemoConsent[];
  readonly modal: Modal | null;
  /** The computer was enrolled in the managed-device service during this visit. */
  readonly isEnrolled: boolean;
  /** What the server last said of leave, and of who is calling; null: nothing yet. */
  readonly access: TemporaryAccessInfo | null;
  readonly trouble: Trouble | null;
  readonly troubleDetail: string | null;
}

/** @param endpoints the chart of the device endpoints, already running */
export function createHomeContext(input: HomeInput, endpoints: EndpointsActor): HomeContext {
  return {
    ...input,
    ports: { ...input.ports, server: throughEndpoints(input.ports.server, endpoints) },
    endpoints,
    start: null,
    client: null,
    accountId: null,
    push: { client: false, server: false },
    session: null,
    result: null,
    clientProblem: null,
    isServerAway: false,
    isLive: false,
    scanStep: 0,
    obtainTries: 0,
    leaveTrouble: null,
    isByPerson: false,
    isAnswered: false,
    hasSent: false,
    fixes: {},
    fixesToConfirm: [],
    demoConsents: [],
    modal: null,
    isEnrolled: false,
    access: null,
    trouble: null,
    troubleDetail: null,
  };
}

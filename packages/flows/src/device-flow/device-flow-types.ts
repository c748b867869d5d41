import type { CheckResult, SessionData, SessionParameters } from '@vestibule/contracts';
import type { Ports } from '../ports.ts';
import type { StepFailure } from './step-result.ts';
import type { Collected } from './steps.ts';

export interface DeviceFlowInput {
  readonly ports: Ports;
  /** Names the sign-in of the person who is here: a device session of another one is not gone on with. */
  readonly signIn: string;
  /** Handle of the pending sign-in; null where the person came without an application. */
  readonly loginMarker: string | null;
}

export type DeviceFlowEvent =
  /** The client saw a watched setting change, or a fix has ended: collect at once. */
  | { readonly type: 'device.changed' }
  /** Collect and send even if nothing changed: the verdict has grown old. */
  | { readonly type: 'device.refresh' }
  /** The server does not know this session as this sign-in's own: open another. */
  | { readonly type: 'session.refused' }
  | { readonly type: 'push.connected' }
  | { readonly type: 'push.lost' }
  | { readonly type: 'upload.taken' };

/** What the flow tells its parent. */
export type DeviceFlowReport =
  | { readonly type: 'flow.session'; readonly session: SessionData }
  | { readonly type: 'flow.result'; readonly result: CheckResult }
  | { readonly type: 'flow.failed'; readonly failure: StepFailure };

export interface DeviceFlowContext extends DeviceFlowInput {
  readonly session: SessionData | null;
  readonly parameters: SessionParameters | null;
  readonly token: string;
  readonly collected: Collected | null;
  readonly uploadUrl: string;
  readonly nonce: string | null;
  readonly uploadedHash: string | null;
  readonly unchangedTries: number;
  readonly isForced: boolean;
  readonly isPushConnected: boolean;
  readonly restarts: number;
  readonly failure: StepFailure | null;
}

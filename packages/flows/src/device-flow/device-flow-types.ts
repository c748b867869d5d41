import type { CheckResult, SessionData, SessionParameters } from '@vestibule/contracts';
import type { Ports } from '../ports.ts';
import type { PushSource } from '../push/push.ts';
import type { StepFailure } from './step-result.ts';
import type { Collected } from './steps.ts';

/** Who pushes now. The client's push rests the collecting, the server's the question for the verdict. */
export type PushState = { readonly [source in PushSource]: boolean };

export interface DeviceFlowInput {
  readonly ports: Ports;
  readonly push: PushState;
  /** Names the sign-in of the person who is here: a device session of another one is not gone on with. */
  readonly signIn: string;
  /** Handle of the pending sign-in; null where the person came without an application. */
  readonly loginMarker: string | null;
  /** Fast-check mode: without push everything is read and sent at each interval. */
  readonly isFastCheckMode: boolean;
}

/** What every flow that leads to verdicts is told by the screen. */
export type FlowEvent =
  /** The client saw a watched setting change, or a fix has ended: collect at once. */
  | { readonly type: 'device.changed' }
  /** Collect and send even if nothing changed: the verdict has grown old. */
  | { readonly type: 'device.refresh' }
  /** The server has something to show: ask for the verdict at once. */
  | { readonly type: 'result.look' }
  /** The permit of the newest verdict is being shown: another verdict now would end it. */
  | { readonly type: 'leave.asked' }
  | { readonly type: 'leave.answered' }
  | { readonly type: 'push.connected'; readonly from: PushSource }
  | { readonly type: 'push.lost'; readonly from: PushSource };

export type DeviceFlowEvent =
  | FlowEvent
  /** The server does not know this session as this sign-in's own: open another. */
  | { readonly type: 'session.refused' }
  | { readonly type: 'upload.taken' };

/** What every flow that leads to verdicts tells its parent. */
export type FlowReport =
  | { readonly type: 'flow.session'; readonly session: SessionData }
  | { readonly type: 'flow.result'; readonly result: CheckResult }
  | { readonly type: 'flow.failed'; readonly failure: StepFailure };

export interface DeviceFlowContext extends DeviceFlowInput {
  readonly session: SessionData | null;
  readonly parameters: SessionParameters | null;
  readonly token: string;
  readonly collected: Collected | null;
  /** The computer changed while what was collected before was on its way. */
  readonly hasChangedSince: boolean;
  /** A verdict that was asked for before this may be an old one. */
  readonly hasLookedSince: boolean;
  readonly uploadUrl: string;
  readonly nonce: string | null;
  readonly uploadedHash: string | null;
  readonly unchangedTries: number;
  readonly isForced: boolean;
  readonly restarts: number;
  readonly failure: StepFailure | null;
}

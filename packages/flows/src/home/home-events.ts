import type { CheckType, PushEnvelope } from '@vestibule/contracts';
import type { FlowReport } from '../device-flow/device-flow-types.ts';
import type { ExtensionStatusReport } from '../extension-status/extension-status.ts';
import type { ModalsEvent, ModalsReport } from '../modals/modals-types.ts';
import type { PushReport } from '../push/push.ts';
import type { StartupReport } from '../startup/startup-types.ts';
import type { AccessReport } from '../temporary-access/watch-temporary-access.ts';

export type HomeEvent =
  | StartupReport
  | FlowReport
  | PushReport
  | ExtensionStatusReport
  | ModalsReport
  | AccessReport
  | ModalsEvent
  | { readonly type: 'push.heard'; readonly push: PushEnvelope }
  | { readonly type: 'user.fix'; readonly types: readonly CheckType[] }
  | { readonly type: 'user.check-again' }
  | { readonly type: 'user.continue' }
  | { readonly type: 'user.confirm-demo' }
  | { readonly type: 'user.decline-demo' }
  | { readonly type: 'user.try-again' };

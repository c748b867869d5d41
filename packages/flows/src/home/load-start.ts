import type { PendingSignIn, Settings } from '@vestibule/contracts';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

export interface Start {
  readonly settings: Settings;
  readonly pending: PendingSignIn | null;
}

/** What must be known before anything else: who the person is and which sign-in waits. */
export async function loadStart({ server }: Ports, loginMarker: string | null): Promise<StepResult<Start>> {
  const [settings, pending] = await Promise.all([
    server.call('settings', {}),
    loginMarker === null ? null : server.call('pendingSignIn', { parameters: { loginMarker } }),
  ]);
  const knownSettings = fromCall(settings, false);
  if (!knownSettings.ok) return knownSettings;
  if (pending === null) return { ok: true, value: { settings: knownSettings.value, pending: null } };
  const knownPending = fromCall(pending, false);
  return knownPending.ok
    ? { ok: true, value: { settings: knownSettings.value, pending: knownPending.value } }
    : knownPending;
}

import type { OnlineSettings, PendingSignIn, Settings, SignInMode, SupportedVersions } from '@vestibule/contracts';
import { judgeCompatibility, type Visitor } from '@vestibule/policy';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import type { CallResult, Ports } from '../ports.ts';

/** What is known before anything is asked of the computer. */
export interface Start {
  readonly settings: Settings;
  readonly pending: PendingSignIn | null;
  /** Null when they could not be had: nothing waits for them. */
  readonly online: OnlineSettings | null;
  readonly supportedVersions: SupportedVersions | null;
  /** The server's word for a sign-in that waits, else the cookie's. */
  readonly mode: SignInMode;
  readonly isPolicyEnforced: boolean;
  readonly isFci: boolean;
}

export interface LoadSignInInput {
  readonly ports: Pick<Ports, 'server'>;
  readonly loginMarker: string | null;
}

export interface LoadStartInput extends LoadSignInInput {
  readonly ports: Ports;
  readonly isStatusPage: boolean;
}

/** Without these two no page of the check begins: who the person is, and which sign-in waits. */
export async function loadSignIn({
  ports: { server },
  loginMarker,
}: LoadSignInInput): Promise<StepResult<Pick<Start, 'settings' | 'pending'>>> {
  const [settings, pending] = await Promise.all([
    server.call('settings', {}),
    loginMarker === null ? null : server.call('pendingSignIn', { parameters: { loginMarker } }),
  ]);
  const knownSettings = fromCall(settings, false);
  if (!knownSettings.ok) return knownSettings;
  const knownPending = pending === null ? null : fromCall(pending, false);
  if (knownPending?.ok === false) return knownPending;
  return { ok: true, value: { settings: knownSettings.value, pending: knownPending?.value ?? null } };
}

/**
 * Loads who the person is, which sign-in waits, and what the company wants. Only the first two are waited for with
 * consequence: what the others would have told has a standard.
 */
export async function loadStart({ ports, loginMarker, isStatusPage }: LoadStartInput): Promise<StepResult<Start>> {
  const { server, memory } = ports;
  const [signedIn, online, versions] = await Promise.all([
    loadSignIn({ ports, loginMarker }),
    server.call('onlineSettings', {}),
    askTwice(() => server.call('supportedVersions', {})),
  ]);
  if (!signedIn.ok) return signedIn;
  const { settings, pending } = signedIn.value;
  const ofCompany = bodyOf(online);
  const flag = ofCompany?.features.find(({ key }) => key === 'fci')?.active;
  if (flag !== undefined) memory.write('isFci', flag);
  return {
    ok: true,
    value: {
      settings: isStatusPage ? withoutUserIds(settings) : settings,
      pending,
      online: ofCompany,
      supportedVersions: bodyOf(versions),
      mode: pending?.mode ?? memory.read('checkInfo')?.mode ?? 'frontline',
      isPolicyEnforced: pending?.isPolicyEnforced ?? memory.read('isPolicyEnforced') ?? true,
      isFci: memory.read('isFci') ?? false,
    },
  };
}

/** Whether the check can run in this browser on this system. */
export function isCompatible(visitor: Visitor, { supportedVersions, mode, online }: Start): boolean {
  const { isSystemSupported, isBrowserSupported } = judgeCompatibility(visitor, {
    supportedVersions,
    mode,
    sessionType: online?.sessionType ?? 'Unknown',
  });
  return isSystemSupported && isBrowserSupported;
}

/** One lost answer must not turn a computer away that only the company's own lists know. */
async function askTwice<Body>(ask: () => Promise<CallResult<Body>>): Promise<CallResult<Body>> {
  const first = await ask();
  return first.kind === 'answer' ? first : ask();
}

function bodyOf<Body>(result: CallResult<Body>): Body | null {
  return result.kind === 'answer' ? result.body : null;
}

/** On the status page no id of a person is kept: what is not there is neither shown, sent, logged nor copied. */
function withoutUserIds(settings: Settings): Settings {
  const blanked = { id: '', login: '', upn: '', email: '', deviceUserId: '' };
  return { ...settings, user: { ...settings.user, ...blanked } };
}

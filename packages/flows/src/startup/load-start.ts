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
  readonly ports: Pick<Ports, 'server' | 'memory'>;
  readonly loginMarker: string | null;
  /** Not the address names the sign-in, but this tab remembers it: it may be over without anybody having asked for it. */
  readonly isMarkerRemembered: boolean;
}

/** Without these two no page of the check begins. */
export type SignedIn = Pick<Start, 'settings' | 'pending'>;

/** Asks who the person is, and which sign-in waits. One that was only remembered and is over is forgotten. */
export async function loadSignIn({
  ports: { server, memory },
  loginMarker,
  isMarkerRemembered,
}: LoadSignInInput): Promise<StepResult<SignedIn>> {
  const [settings, pending] = await Promise.all([
    server.call('settings', {}),
    loginMarker === null ? null : server.call('pendingSignIn', { parameters: { loginMarker } }),
  ]);
  const knownSettings = fromCall(settings, false);
  if (!knownSettings.ok) return knownSettings;
  const knownPending = pending === null ? null : fromCall(pending, false);
  if (knownPending?.ok === false) {
    if (!isMarkerRemembered || knownPending.failure.kind !== 'sign-in-over') return knownPending;
    for (const name of ['pageInfo', 'quickStartRedirection'] as const) memory.forget(name);
    return { ok: true, value: { settings: knownSettings.value, pending: null } };
  }
  return { ok: true, value: { settings: knownSettings.value, pending: knownPending?.value ?? null } };
}

/** What the company wants, so far as it is known: what it would have told has a standard. */
export type OfCompany = Pick<Start, 'online' | 'supportedVersions'>;

export async function loadOnlineSettings({ server }: Pick<Ports, 'server'>): Promise<OfCompany['online']> {
  return bodyOf(await server.call('onlineSettings', {}));
}

/** Asks twice: one lost answer must not turn a computer away that only the company's own lists know. */
export async function loadSupportedVersions({
  server,
}: Pick<Ports, 'server'>): Promise<OfCompany['supportedVersions']> {
  const first = bodyOf(await server.call('supportedVersions', {}));
  return first ?? bodyOf(await server.call('supportedVersions', {}));
}

/** All of it at once, waited for to the end. */
export async function loadStart(input: LoadSignInInput & { readonly ports: Ports }): Promise<StepResult<Start>> {
  const { ports } = input;
  const [signedIn, online, supportedVersions] = await Promise.all([
    loadSignIn(input),
    loadOnlineSettings(ports),
    loadSupportedVersions(ports),
  ]);
  if (!signedIn.ok) return signedIn;
  return { ok: true, value: startOf(ports, signedIn.value, { online, supportedVersions }) };
}

/** What follows from what has been loaded and from what this browser remembers. */
export function startOf({ memory }: Pick<Ports, 'memory'>, { settings, pending }: SignedIn, company: OfCompany): Start {
  const flag = company.online?.features.find(({ key }) => key === 'fci')?.active;
  if (flag !== undefined) memory.write('isFci', flag);
  return {
    settings,
    pending,
    ...company,
    mode: pending?.mode ?? memory.read('checkInfo')?.mode ?? 'frontline',
    isPolicyEnforced: pending?.isPolicyEnforced ?? memory.read('isPolicyEnforced') ?? true,
    isFci: memory.read('isFci') ?? false,
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

function bodyOf<Body>(result: CallResult<Body>): Body | null {
  return result.kind === 'answer' ? result.body : null;
}

/** On the status page no id of a person is kept: what is not there is neither shown, sent, logged nor copied. */
export function withoutUserIds(settings: Settings): Settings {
  const blanked = { id: '', login: '', upn: '', email: '', deviceUserId: '' };
  return { ...settings, user: { ...settings.user, ...blanked } };
}

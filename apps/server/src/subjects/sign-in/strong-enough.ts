import { oidcUpstreamSettingsSchema, samlUpstreamSettingsSchema } from '@vestibule/contracts';
import type { Application } from '../../repositories/companies.ts';
import type { WebSession } from '../../repositories/people.ts';
import type { PendingSignInRow } from '../../repositories/pending-sign-ins.ts';
import { findUpstreams, type UpstreamRow } from '../../repositories/upstreams.ts';
import {
  type DeviceEvidence,
  provenSignInMethod,
  satisfiesAuthnContext,
  type SignInMethod,
} from '../../protocols/saml/index.ts';
import { isSecondStep } from '../../protocols/entra/record.ts';
import { isDeviceTheFactor } from '../settings/factor-rule.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { signInMethodOf, upstreamOf } from '../../context/sign-in-method.ts';

type Requested = PendingSignInRow['requestedAuthnContext'];
type Session = Pick<WebSession, 'upstreamClaims'> & { readonly factors: readonly WebSession['factors'][number][] };
type SignIn = { readonly pending: PendingSignInRow; readonly application: Application };

/**
 * Whether a session's person has signed in as strongly as the application wants.
 * @param evidence what the device proves at this moment, once that is known
 */
export function isStrongEnough(
  { configuration }: Pick<ServerContext, 'configuration'>,
  { requestedAuthnContext }: { readonly requestedAuthnContext: Requested },
  session: Session,
  evidence: DeviceEvidence | null = null,
): boolean {
  const method = signInMethodOf(session);
  const proven = evidence === null ? method : provenSignInMethod(method, evidence);
  return satisfiesAuthnContext(
    requestedAuthnContext,
    proven,
    upstreamOf(session)?.level,
    configuration.countsProviderPassword,
  );
}

/** The same before the check: where the computer is the second factor of this sign-in, it may still be given. */
export function canBecomeStrongEnough(
  context: ServerContext,
  { pending, application }: SignIn,
  session: Session,
): boolean {
  const isFactor = isDeviceTheFactor(context, application, pending);
  const factors = session.factors.filter((factor) => factor !== 'device');
  return isStrongEnough(context, pending, { ...session, factors: isFactor ? [...factors, 'device'] : factors });
}

const LOCAL: readonly SignInMethod[] = ['password', 'one-time-code', 'passkey', 'password+passkey'];
const UPSTREAM: readonly SignInMethod[] = ['upstream', 'upstream+one-time-code', 'upstream+passkey'];
/** Of an administrator, whatever else is switched off. */
const BREAK_GLASS: readonly SignInMethod[] = ['passkey'];

/**
 * Whether there is any way to sign in here as strongly as an application wants. What an identity provider will say of its
 * own sign-in is not known before: it may say whatever is asked for.
 */
export async function isWayStrongEnough(
  context: ServerContext,
  application: Application,
  { mode, requestedAuthnContext }: Pick<PendingSignInRow, 'mode'> & { readonly requestedAuthnContext: Requested },
): Promise<boolean> {
  if (requestedAuthnContext === null) return true;
  const { configuration, company, database } = context;
  const isFactor = isDeviceTheFactor(context, application, { mode, requestedAuthnContext });
  const providers = (await findUpstreams(database, company.id)).filter(({ isEnabled }) => isEnabled);
  // Anyone who is sent here by the company's identity provider for a second step has signed in there.
  const isUpstream = providers.length > 0 || isSecondStep(application);
  const methods: readonly SignInMethod[] = [
    ...(configuration.isLocalSignInEnabled ? LOCAL : BREAK_GLASS),
    ...(configuration.isLocalSignInEnabled && isFactor ? (['password+device'] as const) : []),
    ...(isUpstream ? UPSTREAM : []),
    ...(providers.some(countsSecondFactor) ? (['upstream+second-factor'] as const) : []),
  ];
  const levels = [null, ...requestedAuthnContext.classes];
  return methods.some((method) =>
    levels.some((level) =>
      satisfiesAuthnContext(requestedAuthnContext, method, level, configuration.countsProviderPassword),
    ),
  );
}

function countsSecondFactor({ kind, settings }: UpstreamRow): boolean {
  if (kind === 'saml') return samlUpstreamSettingsSchema.parse(settings).secondFactor.authnContexts.length > 0;
  const { amr, acr } = oidcUpstreamSettingsSchema.parse(settings).secondFactor;
  return amr.length > 0 || acr.length > 0;
}

import type { SignInOptions } from '@vestibule/contracts';
import { isOver } from '../../repositories/pending-sign-ins.ts';
import { findShownSignIn } from '../../repositories/shown-sign-ins.ts';
import { findUpstreams } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { isAsking } from './second-step/same-provider.ts';
import { describeSupport } from '../settings/describe-settings.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { whereSignedInGoesOn } from './signed-in-already.ts';
import { breakGlassPasskeys } from '../people/local-sign-in.ts';

/**
 * What the sign-in page shows. It says nothing about any person, only whether one is signed in in the browser that asks. An
 * identity provider that waits for this very sign-in is not among the ways to it: it would send the person back here.
 */
export async function describeSignInOptions(
  context: ServerContext,
  loginMarker: string | undefined,
  sessionToken: string | undefined,
): Promise<SignInOptions> {
  const { company, configuration, database } = context;
  const now = context.now();
  const tokenHash = sessionToken === undefined ? null : hashToken(sessionToken);
  const shown = await findShownSignIn(database, { companyId: company.id, id: loginMarker ?? null, tokenHash }, now);
  const waiting = shown?.found ?? null;
  const found = waiting === null || isOver(waiting.pending, now) ? null : waiting;
  const upstreams = await findUpstreams(database, company.id);
  // A request that is over leads nowhere, after a sign-in either.
  const query = found === null ? '' : `?login=${found.pending.id}`;
  return {
    companyName: company.displayName,
    productName: configuration.productName,
    logoUrl: company.logoUrl,
    accentColor: configuration.accentColor,
    privacyPolicyUrl: configuration.privacyPolicyUrl,
    support: describeSupport(context),
    applicationName: found?.application.name ?? null,
    continueTo:
      found === null && loginMarker !== undefined ? null : whereSignedInGoesOn(context, shown?.signedIn ?? null, found),
    isPasswordOffered: configuration.isLocalSignInEnabled,
    isPasskeyOffered: configuration.isLocalSignInEnabled || (await breakGlassPasskeys(context)).length > 0,
    upstreams: upstreams
      .filter(({ isEnabled }) => isEnabled)
      .filter((upstream) => waiting === null || !isAsking(upstream, waiting.application))
      .map(({ id, name }) => ({ id, name, startPath: `/online/upstream/${id}/start${query}` })),
  };
}

import type { SignInOptions } from '@vestibule/contracts';
import { findPendingSignIn, isOver } from '../../repositories/pending-sign-ins.ts';
import { findUpstreams } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { isAsking } from './second-step/same-provider.ts';
import { describeSupport } from '../settings/describe-settings.ts';
import { breakGlassPasskeys } from '../people/local-sign-in.ts';

/**
 * What the sign-in page shows. It says nothing about any person. An identity provider that waits for this very sign-in is
 * not among the ways to it: it would send the person back here.
 */
export async function describeSignInOptions(
  context: ServerContext,
  loginMarker: string | undefined,
): Promise<SignInOptions> {
  const { company, configuration, database } = context;
  const found = loginMarker === undefined ? null : await findPendingSignIn(database, company.id, loginMarker);
  const upstreams = await findUpstreams(database, company.id);
  const query = loginMarker === undefined ? '' : `?login=${loginMarker}`;
  return {
    companyName: company.displayName,
    productName: configuration.productName,
    logoUrl: company.logoUrl,
    accentColor: configuration.accentColor,
    privacyPolicyUrl: configuration.privacyPolicyUrl,
    support: describeSupport(context),
    applicationName: found === null || isOver(found.pending, context.now()) ? null : found.application.name,
    isPasswordOffered: configuration.isLocalSignInEnabled,
    isPasskeyOffered: configuration.isLocalSignInEnabled || (await breakGlassPasskeys(context)).length > 0,
    upstreams: upstreams
      .filter(({ isEnabled }) => isEnabled)
      .filter((upstream) => found === null || !isAsking(upstream, found.application))
      .map(({ id, name }) => ({ id, name, startPath: `/online/upstream/${id}/start${query}` })),
  };
}

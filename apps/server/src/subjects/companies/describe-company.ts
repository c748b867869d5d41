import {
  ACCOUNT_PATHS,
  type CompanyConfiguration,
  type CompanySettings,
  type OnlineSettings,
} from '@vestibule/contracts';
import type { Person } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { whyWayIsShut } from '../settings/way-around.ts';
import { describeFeatures } from '../settings/features.ts';

/** How the company wants its gate, with the policy as it stands now. Nothing of it is secret. */
export function describeCompany({ company, configuration, policy, now }: ServerContext): CompanySettings {
  return {
    workplaceAccessPolicy: policy.policy.workplaceAccessPolicy,
    sessionType: configuration.sessionType,
    isSkippingOffered: isSkippingOffered(configuration.skipping, now()),
    theme: { companyLogoUrl: company.logoUrl, accentColor: configuration.accentColor },
    helpArticleUrl: configuration.helpArticleUrl,
    privacyPolicyUrl: configuration.privacyPolicyUrl,
    extensionUrls: configuration.extensionUrls,
    managedDeviceService: configuration.managedDeviceService,
  };
}

/** Whether going on without Workplace leads anywhere at this moment: which application it is for is not known here. */
function isSkippingOffered(skipping: CompanyConfiguration['skipping'], now: Date): boolean {
  const leadsSomewhere = skipping.applications === null || skipping.applications.length > 0;
  return skipping.isAllowed && leadsSomewhere && whyWayIsShut({ ...skipping, applications: null }, null, now) === null;
}

/** The same for a person who is signed in. Where people sign in elsewhere there is nothing to sign up for. */
export function describeOnlineSettings(context: ServerContext, person: Person): OnlineSettings {
  return {
    ...describeCompany(context),
    features: describeFeatures(context, person),
    signupPath: context.configuration.isLocalSignInEnabled ? ACCOUNT_PATHS.signup : null,
  };
}

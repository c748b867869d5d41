import { ACCOUNT_PATHS, type CompanySettings, type OnlineSettings } from '@vestibule/contracts';
import type { Person } from '../../repositories/people.ts';
import type { ServerContext } from '../server-context.ts';
import { describeFeatures } from './features.ts';

/** How the company wants its gate, with the policy as it stands now. Nothing of it is secret. */
export function describeCompany({ company, configuration, policy }: ServerContext): CompanySettings {
  return {
    workplaceAccessPolicy: policy.policy.workplaceAccessPolicy,
    sessionType: configuration.sessionType,
    isSkippingOffered: configuration.skipping.isAllowed,
    theme: { companyLogoUrl: company.logoUrl, accentColor: configuration.accentColor },
    helpArticleUrl: configuration.helpArticleUrl,
    privacyPolicyUrl: configuration.privacyPolicyUrl,
    extensionUrls: configuration.extensionUrls,
    managedDeviceService: configuration.managedDeviceService,
  };
}

/** The same for a person who is signed in. Where people sign in elsewhere there is nothing to sign up for. */
export function describeOnlineSettings(context: ServerContext, person: Person): OnlineSettings {
  return {
    ...describeCompany(context),
    features: describeFeatures(context, person),
    signupPath: context.configuration.isLocalSignInEnabled ? ACCOUNT_PATHS.signup : null,
  };
}

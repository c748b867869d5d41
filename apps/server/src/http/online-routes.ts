import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { describeCompany, describeOnlineSettings } from '../subjects/companies/describe-company.ts';
import { describeEula } from '../subjects/companies/eula.ts';
import { describeFeature, describeFeatures } from '../subjects/settings/features.ts';
import { describeLiveChat } from '../subjects/companies/live-chat.ts';
import { describeSupportedVersions } from '../subjects/settings/supported-versions.ts';
import { issueWebToken } from '../subjects/sign-in/web-tokens.ts';
import { type Installation, isRefusal, refuse } from '../context/server-context.ts';
import { describeSettings, describeSupport, describeUser } from '../subjects/settings/describe-settings.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** What the web applications ask about the person, the company and its support. */
export function registerOnlineRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.userDetails, async ({ context, caller }) =>
    answer(200, describeUser(context, caller.person)),
  );

  registerCall(app, installation, CALLS.userGetInfo, async ({ context, caller }) => {
    const { accessToken, person } = caller;
    if (accessToken === null) return refuse('access_token_wrong', 'The access token is missing.');
    return answer(200, { ...describeUser(context, person), expiresAt: accessToken.expiresAt.toISOString() });
  });

  registerCall(app, installation, CALLS.settings, async ({ context, caller }) =>
    answer(200, describeSettings(context, caller)),
  );

  registerCall(app, installation, CALLS.featureSettings, async ({ context, caller }) =>
    answer(200, describeFeatures(context, caller.person)),
  );

  registerCall(app, installation, CALLS.featureFlag, async ({ context, caller, parameters }) =>
    answer(200, describeFeature(context, caller.person, parameters.key)),
  );

  registerCall(app, installation, CALLS.companySettings, async ({ context }) => answer(200, describeCompany(context)));

  registerCall(app, installation, CALLS.onlineSettings, async ({ context, caller }) =>
    answer(200, describeOnlineSettings(context, caller.person)),
  );

  registerCall(app, installation, CALLS.eula, async ({ context }) => answer(200, { text: describeEula(context) }));

  registerCall(app, installation, CALLS.supportInfo, async ({ context }) => answer(200, describeSupport(context)));

  registerCall(app, installation, CALLS.supportPhone, async ({ context }) =>
    answer(200, { phone: describeSupport(context).phone }),
  );

  registerCall(app, installation, CALLS.publicSupportInfo, async ({ context }) => {
    const { company, configuration } = context;
    return answer(200, {
      ...describeSupport(context),
      companyName: company.displayName,
      productName: configuration.productName,
    });
  });

  registerCall(app, installation, CALLS.webToken, async ({ context, caller, body, origin }) => {
    const issued = await issueWebToken(context, origin, caller, body);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.liveChatSettings, async ({ context, caller }) => {
    const liveChat = describeLiveChat(context, caller.person);
    return isRefusal(liveChat) ? liveChat : answer(200, liveChat);
  });

  registerCall(app, installation, CALLS.supportedVersions, async ({ context }) =>
    answer(200, describeSupportedVersions(context)),
  );
}

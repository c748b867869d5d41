import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { noteActivity } from '../subjects/devices/note-activity.ts';
import { noteOpen } from '../subjects/devices/note-open.ts';
import { claimAccount, deviceUserIdOf, findAccount } from '../subjects/devices/device-accounts.ts';
import { describeInstallationRequirement, describeInstaller } from '../subjects/devices/installers.ts';
import { isInstallationRequired } from '../subjects/settings/skip-rule.ts';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** What the pages need to get Workplace onto a computer. */
export function registerInstallerRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.installerParameters, async ({ context, caller, query, request, origin }) => {
    const described = await describeInstaller(context, origin, caller, {
      mode: query.mode,
      hasToken: query.noToken !== 'true',
      system: query.system ?? null,
      headers: request.headers,
    });
    const step = { kind: 'install', id: 'install-asked' } as const;
    await noteOpen(context, origin, caller, { isInstallAsked: true, step });
    return isRefusal(described) ? described : answer(200, described);
  });

  registerCall(app, installation, CALLS.deviceAccount, async ({ context, caller, parameters }) => {
    const found = await findAccount(context, caller, parameters.deviceToken);
    if (isRefusal(found)) return found;
    const { accountId } = found;
    return accountId === null ? answer(204, null) : answer(200, { accountId });
  });

  registerCall(app, installation, CALLS.claimDeviceAccount, async ({ context, parameters, body, origin }) => {
    const claimed = await claimAccount(context, origin, parameters.deviceToken, body);
    return isRefusal(claimed) ? claimed : answer(200, claimed);
  });

  registerCall(app, installation, CALLS.logFciAgentInstallation, async ({ context, caller, body }) => {
    const { deviceName } = body;
    await noteActivity(context, caller, {
      verb: 'fciAgentInstalled',
      deviceName,
      claimed: { deviceName },
    });
    return answer(204, null);
  });

  registerCall(app, installation, CALLS.softwareInstallationRequirement, async ({ context, caller }) =>
    answer(200, describeInstallationRequirement(context, caller)),
  );

  registerCall(app, installation, CALLS.requiredState, async ({ context, caller }) =>
    answer(200, { requiredState: isInstallationRequired(context, caller.person) ? 'InstallRequired' : 'NotRequired' }),
  );

  registerCall(app, installation, CALLS.deviceUserId, async ({ caller }) =>
    answer(200, { deviceUserId: deviceUserIdOf(caller.person) }),
  );
}

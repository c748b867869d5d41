import type { CompanyConfiguration } from '@vestibule/contracts';
import { countLacking, type Lacking } from '../../repositories/admin-counts.ts';
import { breakGlassPasskeys } from '../identity/local-sign-in.ts';
import type { ServerContext } from '../server-context.ts';

/** Whom settings that can keep people out would keep out: a dry run says it before they hold. */
export async function notesOnSettings(
  context: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<string[]> {
  const isLocalEnding = before.isLocalSignInEnabled && !after.isLocalSignInEnabled;
  const isRuleNew = before.secondFactor !== after.secondFactor;
  const isInstallNew = !before.requireNativeAppInstallation && after.requireNativeAppInstallation;
  if (!isLocalEnding && !isRuleNew && !isInstallNew) return [];
  const lacking = await countLacking(context.database, context.company.id);
  return [
    ...(isLocalEnding ? await notesOnLocalSignIn(context, lacking) : []),
    ...(isRuleNew ? notesOnSecondFactor(after.secondFactor, lacking) : []),
    ...(isInstallNew && lacking.computer > 0
      ? [`${of(lacking.computer, lacking)} have no computer with Workplace yet, and are asked to install it first.`]
      : []),
  ];
}

async function notesOnLocalSignIn(context: ServerContext, lacking: Lacking): Promise<string[]> {
  const keys = await breakGlassPasskeys(context);
  return [
    ...(lacking.account > 0
      ? [
          `${of(lacking.account, lacking)} have no account at an identity provider that is switched on, and could sign in no longer. Link them first: vestibule person link --help`,
        ]
      : []),
    keys.length > 0
      ? `The passkeys of ${keys.length === 1 ? 'one administrator' : `${keys.length} administrators`} go on working here, for the day on which the identity provider does not.`
      : 'No administrator has a passkey here: when the identity provider is down, only the command line at the server is left. Set one up first, in the account of an administrator who is linked to none.',
  ];
}

function notesOnSecondFactor(rule: CompanyConfiguration['secondFactor'], lacking: Lacking): string[] {
  switch (rule) {
    case 'off':
      return [];
    case 'required':
      return lacking.secondFactor === 0
        ? []
        : [`${of(lacking.secondFactor, lacking)} have no second factor yet, and set one up at their next sign-in.`];
    case 'device':
      return lacking.computer === 0
        ? []
        : [
            `${of(lacking.computer, lacking)} have no computer with Workplace yet, and get into no application until they have one: the device check is then the second factor, and also asked for while the gate observes.`,
          ];
  }
}

function of(count: number, { people }: Lacking): string {
  return `${count} of ${people} people`;
}

import type { CompanyConfiguration } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { countLacking, countWithoutSecondFactor, type Lacking } from '../../repositories/admin-counts.ts';
import { countInvited } from '../../repositories/invitations.ts';
import { breakGlassPasskeys } from '../people/local-sign-in.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { keepsUnknownOut } from '../policy/impact/keeps-unknown-out.ts';
import { notesOnWays } from '../people/notes-on-ways.ts';
import { LIMIT_PERCENT } from '../policy/impact/policy-impact.ts';
import { refusedWithout } from '../audit/wanted-word.ts';

/**
 * Refuses to end the sign-in of here for more people than are accepted who have no other. One person is only told of.
 * @param accepted how many someone said may be kept out
 */
export async function whyLocalSignInStays(
  database: Database,
  { company }: ServerContext,
  accepted = 0,
): Promise<Refusal<'too_many_blocked'> | null> {
  const lacking = await countLacking(database, company.id);
  if (!isTooMany(lacking, accepted)) return null;
  const { people, account } = lacking;
  return refuse(
    'too_many_blocked',
    `Nothing was changed: ${account} of ${people} people sign in here alone, and could sign in no longer. That is more than ${LIMIT_PERCENT} percent of the people. Link them first (vestibule person link --help), or do it all the same: --accept-blocking ${account}.`,
  );
}

function isTooMany({ people, account }: Lacking, accepted: number): boolean {
  return account > 1 && account > (people * LIMIT_PERCENT) / 100 && account > accepted;
}

/**
 * Whom settings that can keep people out would keep out, and what of them leads nowhere: a dry run says it before they hold.
 * @param accepted how many someone said may be kept out
 */
export async function notesOnSettings(
  context: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
  accepted = 0,
): Promise<string[]> {
  const isLocalEnding = before.isLocalSignInEnabled && !after.isLocalSignInEnabled;
  const isRuleNew = before.secondFactor !== after.secondFactor;
  const isInstallNew = !before.requireNativeAppInstallation && after.requireNativeAppInstallation;
  const ways = [
    ...(await notesOnWays(context, before, after)),
    ...(await notesOnRegistration({ ...context, configuration: after }, before.registration.mode)),
  ];
  // Who goes on without it so far is counted by `measureSettings`.
  const toInstall = isInstallNew ? [ASKED_TO_INSTALL] : [];
  if (!isLocalEnding && !isRuleNew) return [...toInstall, ...ways];
  const lacking = await countLacking(context.database, context.company.id);
  return [
    ...(isLocalEnding ? await notesOnLocalSignIn(context, lacking, accepted) : []),
    ...(isRuleNew ? await notesOnSecondFactor(context, after.secondFactor, lacking) : []),
    ...toInstall,
    ...ways,
  ];
}

const ASKED_TO_INSTALL =
  'People for whom the policy is enforced and who have no computer with Workplace are asked to install it first.';

async function notesOnLocalSignIn(context: ServerContext, lacking: Lacking, accepted: number): Promise<string[]> {
  const keys = await breakGlassPasskeys(context);
  const refused = isTooMany(lacking, accepted) ? ` ${refusedWithout(`--accept-blocking ${lacking.account}`)}` : '';
  const invited = await countInvited(context.database, context.company.id, context.now());
  return [
    ...(lacking.account > 0
      ? [
          `${of(lacking.account, lacking)} sign in here alone, and could sign in no longer.${refused} Link them first: vestibule person link --help`,
        ]
      : []),
    ...(invited > 0
      ? [
          `${invited === 1 ? 'One person has an unused invitation' : `${invited} people have unused invitations`}: the link opens nothing then. Link them as well, or wait until they have signed up.`,
        ]
      : []),
    keys.length > 0
      ? `The passkeys of ${keys.length === 1 ? 'one administrator' : `${keys.length} administrators`} go on working here, for the day on which the identity provider does not.`
      : 'No administrator has a passkey here: when the identity provider is down, only the command line at the server is left. Set one up first, in the account of an administrator who is linked to none: vestibule person invite LOGIN',
  ];
}

async function notesOnSecondFactor(
  context: ServerContext,
  rule: CompanyConfiguration['secondFactor'],
  lacking: Lacking,
): Promise<string[]> {
  switch (rule) {
    case 'off':
      return [];
    case 'required':
      return notesOnRequired(context, lacking);
    case 'device':
      return lacking.computer === 0
        ? []
        : [
            `${of(lacking.computer, lacking)} have no computer with Workplace yet, and get into no application until they have one: the device check is then the second factor, and also asked for while the gate observes.`,
          ];
  }
}

/** `approved` says who registers computers, and leaves it to the policy whether the others are stopped. */
const LETS_UNKNOWN_IN =
  'Computers that are not registered open applications from then on, also one that a thief with a password made up: the policy does not require KnownDevice. Require it first, or stay with verified.';

const REGISTERS_ITSELF =
  'From now on a computer is registered by its first valid report: anyone who has the password of a person registers one.';

/** Whose next computer an administrator has to approve, since there is no second factor to register it. */
async function notesOnRegistration(
  context: ServerContext,
  before: CompanyConfiguration['registration']['mode'],
): Promise<string[]> {
  const { configuration, company, database } = context;
  const after = configuration.registration.mode;
  if (before === after) return [];
  if (after !== 'verified') {
    return [
      ...(after === 'automatic' ? [REGISTERS_ITSELF] : []),
      ...(before === 'verified' && !keepsUnknownOut(context) ? [LETS_UNKNOWN_IN] : []),
    ];
  }
  const { here, elsewhere } = await countWithoutSecondFactor(database, company.id);
  const none = here + elsewhere.gaveNone;
  const perhaps = elsewhere.unknown;
  if (none + perhaps === 0) return [];
  return [
    `The next computer of ${none} ${none === 1 ? 'person' : 'people'} without a second factor has to be approved${perhaps === 0 ? '' : `, and perhaps that of ${perhaps} more, of whom no sign-in is known`}: vestibule device list --state waiting. Computers that are registered stay so, and one of them registers the next one of its person.`,
  ];
}

/** A second factor that an identity provider asks for counts here, if it speaks of it. */
async function notesOnRequired({ database, company }: ServerContext, lacking: Lacking): Promise<string[]> {
  const { here, elsewhere } = await countWithoutSecondFactor(database, company.id);
  const { gaveOne, gaveNone, unknown } = elsewhere;
  const said = [
    ...(gaveOne > 0 ? [`${gaveOne} gave a second one there`] : []),
    ...(gaveNone > 0 ? [`${gaveNone} gave none that it spoke of`] : []),
    ...(unknown > 0 ? [`of ${unknown} no sign-in is known`] : []),
  ];
  return [
    ...(here > 0
      ? [`${of(here, lacking)} sign in here and have no second factor yet, and set one up at their next sign-in.`]
      : []),
    ...(said.length > 0
      ? [
          `${of(gaveOne + gaveNone + unknown, lacking)} sign in at an identity provider and have none here: at their last sign-in, ${listed(said)}. People who give none there set one up here at their next sign-in.`,
        ]
      : []),
  ];
}

function listed(parts: readonly string[]): string {
  return parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

function of(count: number, { people }: Lacking): string {
  return `${count} of ${people} people`;
}

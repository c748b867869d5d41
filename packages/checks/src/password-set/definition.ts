import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import { isAnyOpen, type OpenAccounts, openAccountsSchema } from './open-accounts.ts';

export const signInSecretFactSchema = z.object({
  /**
   * `unset-until-next`: the account waits for a password at its next sign-in. `disabled`: no password opens it.
   * `not-told`: the system keeps it to itself; the reading then only speaks of the automatic sign-in.
   */
  secret: z.enum(['set', 'none', 'unset-until-next', 'disabled', 'not-told']),
  /** The setting that signs someone in without asking, such as '/etc/gdm3/custom.conf'; null when there is none. */
  automaticSignIn: z.nullable(z.string().check(z.maxLength(200))),
  /**
   * With `none`: the setting that has this account opened although it has a password, such as a group whose members are
   * not asked. Absent otherwise, and in facts of earlier clients.
   */
  notAskedIn: z.optional(z.string().check(z.maxLength(200))),
  /** Accounts of this computer without a password. Absent where there is none, or root's service did not tell. */
  openAccounts: z.optional(openAccountsSchema),
});
export type SignInSecretFact = z.infer<typeof signInSecretFactSchema>;

const parametersSchema = z.object({ allowAutomaticSignIn: z._default(z.boolean(), false) });

function openItems({ isRootOpen, administrators, others }: OpenAccounts) {
  return [
    ...(isRootOpen ? [{ label: { key: 'openRoot' }, value: 'root' }] : []),
    ...(administrators > 0 ? [{ label: { key: 'openAdministrators' }, value: String(administrators) }] : []),
    ...(others > 0 ? [{ label: { key: 'openOthers' }, value: String(others) }] : []),
  ];
}

function countOpen({ isRootOpen, administrators, others }: OpenAccounts): number {
  return Number(isRootOpen) + administrators + others;
}

export const passwordSet: CheckDefinition<SignInSecretFact, z.infer<typeof parametersSchema>> = {
  type: 'PasswordSet',
  facts: 'signInSecret',
  factSchema: signInSecretFactSchema,
  parameters: parametersSchema,
  judge({ secret, automaticSignIn, notAskedIn, openAccounts }, { allowAutomaticSignIn }) {
    const wanted = { key: allowAutomaticSignIn ? 'wanted' : 'wantedAlways' };
    if (secret === 'none' && notAskedIn !== undefined) {
      return {
        state: 'failed',
        message: { key: 'notAsked' },
        description: { key: 'why' },
        found: { key: 'foundNotAsked' },
        wanted,
        items: [{ label: { key: 'setIn' }, value: notAskedIn }],
      };
    }
    if (secret === 'none' || secret === 'unset-until-next') {
      return {
        state: 'failed',
        message: { key: secret === 'none' ? 'none' : 'notYet' },
        description: { key: 'why' },
        found: { key: secret === 'none' ? 'foundNone' : 'foundNotYet' },
        wanted,
      };
    }
    if (automaticSignIn !== null && !allowAutomaticSignIn) {
      return {
        state: 'failed',
        message: { key: 'automatic' },
        description: { key: 'automaticWhy' },
        found: { key: 'foundAutomatic' },
        wanted,
        items: [{ label: { key: 'setIn' }, value: automaticSignIn }],
        fix: {},
      };
    }
    if (openAccounts !== undefined && isAnyOpen(openAccounts)) {
      return {
        state: 'failed',
        message: { key: openAccounts.isRootOpen ? 'rootOpen' : 'othersOpen' },
        description: { key: openAccounts.isRootOpen ? 'rootOpenWhy' : 'othersOpenWhy' },
        found: { key: 'foundOthersOpen', values: { count: countOpen(openAccounts) } },
        wanted,
        items: openItems(openAccounts),
      };
    }
    if (secret === 'not-told') {
      return {
        state: 'unknown',
        reason: 'not-supported',
        message: { key: 'notTold' },
        description: { key: 'notToldWhy' },
        found: { key: 'foundNotTold' },
        wanted,
      };
    }
    return {
      state: 'passed',
      message: { key: 'set' },
      description: { key: 'setWhy' },
      found: { key: secret === 'set' ? 'foundSet' : 'foundDisabled' },
      wanted,
    };
  },
  texts: {
    wanted: 'A password',
    wantedAlways: 'A password, asked for at every sign-in',
    foundNone: 'No password',
    foundNotYet: 'No password until the next sign-in',
    foundNotAsked: 'The password is not asked for',
    foundAutomatic: 'Signs in an account without asking',
    setIn: 'Set in',
    foundNotTold: 'The system does not tell',
    foundSet: 'Password set',
    foundDisabled: 'Sign-in with a password is turned off for this account',
    scanText: 'Sign-in password is set',
    unknownText: 'Sign-in password',
    set: 'Sign-in password is set',
    setWhy: 'No one can open this account without a secret.',
    none: 'This account has no password',
    notYet: 'This account has no password yet',
    notAsked: 'This account opens without its password',
    why: 'Anybody who can touch this computer can open the account and the work in it.',
    notTold: 'Sign-in password',
    notToldWhy: 'This system does not tell whether the account has a password.',
    rootOpen: 'The account of the administrator root opens without a password',
    rootOpenWhy:
      'Anybody who can touch this computer can sign in there and read your work. Your I.T. department gives it a password, or locks it with: sudo passwd --lock root',
    othersOpen: 'Another account of this computer opens without a password',
    othersOpenWhy:
      'Anybody who can touch this computer can sign in there, and with an administrator’s account read your work. Workplace does not say whose account it is. Your I.T. department sees those without a password with: sudo passwd --status --all (NP)',
    foundOthersOpen: 'Accounts that open without a password: {count}',
    openRoot: 'Administrator without a password',
    openAdministrators: 'Administrators without a password',
    openOthers: 'Other accounts without a password',
    automatic: 'This computer signs in by itself',
    automaticWhy: 'Anybody who starts this computer is signed in without a password.',
  },
  helpArticle: 'password-set',
  fixableOn: ['linux', 'macos', 'windows'],
};

import * as z from 'zod/mini';
import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { requireDesktopOwner } from '../windows/desktop-owner.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull, textOrNull } from '../windows/values.ts';
import type { SignInSecretFact } from './definition.ts';

const SOURCE = 'Windows accounts';

const signInSchema = z.object({
  automatic: textOrNull,
  hasAutomaticUser: z.boolean(),
  /** Over 0: this computer takes no automatic sign-in for Microsoft accounts. */
  passwordless: numberOrNull,
});

const accountsSchema = z.object({
  accounts: z.array(z.object({ sid: z.string(), source: z.string() })),
});

type Secret = SignInSecretFact['secret'];

interface Account {
  readonly secret: Secret;
  readonly isMicrosoftAccount: boolean;
}

export const windowsSignInSecret: FactReader = {
  facts: 'signInSecret',
  operatingSystem: 'windows',
  read: async (system) => {
    const [signIn, account] = await Promise.all([readSection(system, 'signIn', signInSchema), readAccount(system)]);
    if (!signIn.ok) return unavailableBecause(system, SOURCE, signIn);
    if (!account.ok) return unavailableBecause(system, SOURCE, account);
    const { automatic, hasAutomaticUser, passwordless } = signIn.value;
    const isIgnored = account.value.isMicrosoftAccount && passwordless !== null && passwordless > 0;
    const isOn = automatic?.trim() === '1' && hasAutomaticUser && !isIgnored;
    return value(system, SOURCE, {
      secret: account.value.secret,
      automaticSignIn: isOn ? 'Winlogon (AutoAdminLogon)' : null,
    } satisfies SignInSecretFact);
  },
  watch: () => [],
};

/**
 * Accounts of a domain, of Entra and of Microsoft always have a secret. Whether an account of this computer alone has
 * one, Windows tells no one: the only way to find out is to sign in with an empty password, which counts as a failed
 * attempt, may lock the account, and looks like an attack to the one who watches. So that stays unknown.
 */
async function readAccount(system: SystemPort): Promise<Outcome<Account>> {
  const owner = await requireDesktopOwner(system);
  if (!owner.ok) return owner;
  if (owner.value.startsWith(ENTRA)) return { ok: true, value: { secret: 'set', isMicrosoftAccount: false } };
  const accounts = await readSection(system, 'accounts', accountsSchema);
  if (!accounts.ok) return accounts;
  const known = accounts.value.accounts;
  const own = known.find(({ sid }) => sid === owner.value);
  const isOfThisComputer = known.some(({ sid }) => issuerOf(sid) === issuerOf(owner.value));
  if (own === undefined) {
    if (known.length === 0 || isOfThisComputer) {
      return { ok: false, reason: 'unexpected-output', detail: 'accounts: a list without this account' };
    }
    return { ok: true, value: { secret: 'set', isMicrosoftAccount: false } };
  }
  switch (own.source) {
    case 'MicrosoftAccount':
      return { ok: true, value: { secret: 'set', isMicrosoftAccount: true } };
    case 'ActiveDirectory':
    case 'AzureAD':
      return { ok: true, value: { secret: 'set', isMicrosoftAccount: false } };
    case 'Local':
      return { ok: true, value: { secret: 'not-told', isMicrosoftAccount: false } };
    default:
      return { ok: false, reason: 'unexpected-output', detail: `accounts: the source '${own.source.slice(0, 40)}'` };
  }
}

/** SIDs that Entra gives out: no account of this computer has one. */
const ENTRA = 'S-1-12-1-';

/** A SID without its last number: anyone who gave it out. */
function issuerOf(sid: string): string {
  return sid.slice(0, sid.lastIndexOf('-'));
}

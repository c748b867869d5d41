import type { FactReader } from '../definition.ts';
import { readFileVault } from '../device-encrypted/filevault.ts';
import { memberOf } from '../json.ts';
import { MANAGED_FOLDER, managedFiles, readManaged, readPreferences, switchOf } from '../macos/preferences.ts';
import { parsePropertyList } from '../macos/property-list.ts';
import { notUnderstood, readTool } from '../macos/tool.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { SignInSecretFact } from './definition.ts';

/** Where macOS keeps who is signed in when the computer starts. */
export const LOGIN_WINDOW = '/Library/Preferences/com.apple.loginwindow.plist';
const SIGN_IN_DOMAIN = 'com.apple.login.mcx';
/** Where a profile of macOS 14 and later may name who is signed in. */
const WINDOW_DOMAIN = 'com.apple.loginwindow';
const ACCOUNT_NAME = /^[A-Za-z0-9_][\w.@-]{0,254}$/;

export const macosSignInSecret: FactReader = {
  facts: 'signInSecret',
  operatingSystem: 'macos',
  read: async (system) => {
    const [fileVault, automatic] = await Promise.all([readFileVault(system), readAutomaticSignIn(system)]);
    if (!automatic.ok) return unavailableBecause(system, 'Sign-in settings', automatic);
    // With FileVault the password opens the drive: there is one, and no one is signed in without it.
    if (fileVault.ok && fileVault.value.state === 'encrypted') {
      return value(system, fileVault.value.source, { secret: 'set', automaticSignIn: null } satisfies SignInSecretFact);
    }
    const account = await hasAccountSecret(system);
    if (!account.ok && automatic.value === null) return unavailableBecause(system, 'User account', account);
    const fact: SignInSecretFact = {
      secret: account.ok && account.value ? 'set' : 'not-told',
      automaticSignIn: automatic.value,
    };
    return value(system, 'User account', fact);
  },
  watch: (system) => [LOGIN_WINDOW, ...managedFiles(system, SIGN_IN_DOMAIN), ...managedFiles(system, WINDOW_DOMAIN)],
};

const PROFILE = `${MANAGED_FOLDER}/${WINDOW_DOMAIN}.plist`;

/** @returns the file that says who is signed in when the computer starts; null when no one is */
async function readAutomaticSignIn(system: SystemPort): Promise<Outcome<string | null>> {
  const [managed, window, own] = await Promise.all([
    readManaged(system, SIGN_IN_DOMAIN),
    readManaged(system, WINDOW_DOMAIN),
    readPreferences(system, LOGIN_WINDOW),
  ]);
  if (!managed.ok) return managed;
  if (!window.ok) return window;
  if (!own.ok) return own;
  // A profile that signs a person in and one that forbids it: which of them wins is not described.
  const heldUser = memberOf(window.value, 'AutologinUsername');
  if (heldUser !== undefined && heldUser !== '') return { ok: true, value: PROFILE };
  if (switchOf(managed.value, 'DisableAutoLoginClient') === true) return { ok: true, value: null };
  const user = memberOf(own.value, 'autoLoginUser');
  if (user !== undefined && typeof user !== 'string') return notUnderstood('plutil', 'autoLoginUser is no name');
  return { ok: true, value: user === undefined || user === '' ? null : LOGIN_WINDOW };
}

/** Marks of an account that only its secret opens: a secure token, or the kept password of a directory's account. */
const SECRET_MARKS = /^;(SecureToken|LocalCachedUser);/;

/**
 * macOS does not tell whether a password is empty. Trying an empty one would count as a failed sign-in, and is what
 * thieves do, so it is not tried: an account without a mark is not known.
 */
async function hasAccountSecret(system: SystemPort): Promise<Outcome<boolean>> {
  const { name } = system.user;
  if (!ACCOUNT_NAME.test(name)) {
    return { ok: false, reason: 'not-supported', detail: 'The name of this account is not known.' };
  }
  const record = await readTool(system, 'dscl', ['-plist', '.', '-read', `/Users/${name}`, 'AuthenticationAuthority']);
  if (!record.ok) return record;
  const marks = memberOf(parsePropertyList(record.value), 'dsAttrTypeStandard:AuthenticationAuthority');
  if (!Array.isArray(marks)) return notUnderstood('dscl', record.value);
  return { ok: true, value: marks.some((mark: unknown) => typeof mark === 'string' && SECRET_MARKS.test(mark)) };
}

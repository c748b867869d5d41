import { say } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { isScratch } from '../linux/systemd.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { askAccountsService } from './accounts-service.ts';
import { AUTOMATIC_SIGN_IN_PLACES, findAutomaticSignIn } from './automatic-sign-in.ts';
import type { SignInSecretFact } from './definition.ts';
import { findNoPasswordLogin, NO_PASSWORD_PLACES } from './no-password-login.ts';
import { findOpenAccounts, isAnyOpen } from './open-accounts.ts';

type Secret = SignInSecretFact['secret'];

interface Account {
  readonly source: string;
  readonly secret: Secret;
  readonly signsInByItself: boolean;
}

const TIMEOUT_MS = 5000;
const ACCOUNT_NAME = /^[A-Za-z_][\w.@-]{0,254}\$?$/;

export const linuxSignInSecret: FactReader = {
  facts: 'signInSecret',
  operatingSystem: 'linux',
  read: async (system) => {
    const [account, open] = await Promise.all([readAccount(system), findOpenAccounts(system)]);
    if (!account.ok) return unavailableBecause(system, 'User accounts', account);
    const files = await findAutomaticSignIn(system);
    if (!files.ok) return unavailableBecause(system, 'Display manager', files);
    // The service keeps what it once read where the line is taken out of the file: the file itself is newer.
    const isSaid = account.value.signsInByItself && !(await hasServiceFolder(system));
    const automaticSignIn = files.value ?? (isSaid ? 'User accounts service' : null);
    const notAsked = await findNoPasswordLogin(system);
    if (!notAsked.ok) return unavailableBecause(system, 'Sign-in rules', notAsked);
    // What is wrong with one's own account is known all the same.
    const isGood = account.value.secret !== 'none' && notAsked.value === null && automaticSignIn === null;
    if (!open.ok && isGood) return unavailableBecause(system, 'Accounts of this computer', open);
    const others = open.ok && open.value !== null && isAnyOpen(open.value) ? { openAccounts: open.value } : {};
    // Servers that know nothing of `notAskedIn` take a password that no one asks for for none.
    const fact: SignInSecretFact =
      notAsked.value === null
        ? { secret: account.value.secret, automaticSignIn, ...others }
        : { secret: 'none', automaticSignIn, notAskedIn: notAsked.value, ...others };
    return value(system, account.value.source, fact);
  },
  watch: () => ['/etc/shadow', '/etc/passwd', ...NO_PASSWORD_PLACES, ...AUTOMATIC_SIGN_IN_PLACES],
};

/** Where the accounts service finds what it says of an automatic sign-in: there the files were read. */
async function hasServiceFolder(system: SystemPort): Promise<boolean> {
  const folders = await Promise.all(['/etc/gdm3', '/etc/gdm', '/etc/lightdm'].map((path) => system.listFolder(path)));
  return folders.some(({ ok }) => ok);
}

async function readAccount(system: SystemPort): Promise<Outcome<Account>> {
  if (!ACCOUNT_NAME.test(system.user.name)) {
    return { ok: false, reason: 'not-supported', detail: 'The name of this account is not known.' };
  }
  if (isScratch(system)) return readShadow(system);
  const service = await readAccountsService(system);
  if (!service.ok) return readPasswd(system);
  if (service.value.secret !== 'unset-until-next') return service;
  // The service says so of a password that has to be changed as well: it is still asked for.
  const passwd = await readPasswd(system);
  return passwd.ok && passwd.value.secret === 'set'
    ? { ok: true, value: { ...service.value, secret: 'set' } }
    : service;
}

/** The accounts service of the desktop answers without rights and exactly. */
async function readAccountsService(system: SystemPort): Promise<Outcome<Account>> {
  const { name } = system.user;
  const properties = await askAccountsService(system, name, ['PasswordMode', 'Locked', 'AutomaticLogin']);
  if (properties === null) return notUnderstood('busctl');
  const [mode, locked, automatic] = properties;
  const secrets: readonly Secret[] = ['set', 'unset-until-next', 'none'];
  const secret = locked === true ? 'disabled' : secrets[typeof mode === 'number' ? mode : -1];
  if (secret === undefined || typeof automatic !== 'boolean' || typeof locked !== 'boolean')
    return notUnderstood('busctl');
  return { ok: true, value: { source: 'User accounts service', secret, signsInByItself: automatic } };
}

async function readPasswd(system: SystemPort): Promise<Outcome<Account>> {
  const status = await system.run({ tool: 'passwd', arguments: ['-S', system.user.name], timeoutMs: TIMEOUT_MS });
  if (!status.ok) return status;
  const secret = status.value.code === 0 ? parsePasswdStatus(status.value.stdout, system.user.name) : null;
  if (secret === null) return notUnderstood('passwd -S', status.value.stderr);
  return { ok: true, value: { source: 'passwd -S', secret, signsInByItself: false } };
}

/** 'cami PS 2017-01-19 0 99999 7 -1': the second word, in the spellings of Debian and Red Hat, of a line that is whole. */
export function parsePasswdStatus(text: string, user: string): Secret | null {
  const [line = '', ...more] = text.trim().split('\n');
  const words = line.split(/\s+/);
  const isWhole = words.length >= 7 && words.slice(3, 7).every((days) => /^-?\d+$/.test(days));
  const isDate = /^\d{4}-\d{2}-\d{2}$|^\d{2}\/\d{2}\/\d{4}$/.test(words[2] ?? '');
  if (more.length > 0 || words[0] !== user || !isWhole || !isDate) return null;
  const states: Readonly<Record<string, Secret>> = { P: 'set', PS: 'set', NP: 'none', L: 'disabled', LK: 'disabled' };
  return states[words[1] ?? ''] ?? null;
}

/** The file itself, for another root folder: no one but an administrator can read the real one. */
async function readShadow(system: SystemPort): Promise<Outcome<Account>> {
  const file = await system.readFile('/etc/shadow');
  if (!file.ok) return file;
  const fields = file.value
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name, , ...rest]) => name === system.user.name && rest.length > 0);
  const hash = fields?.[1];
  if (hash === undefined) return notUnderstood('/etc/shadow');
  const secret: Secret = hash === '' ? 'none' : /^[!*]/.test(hash) ? 'disabled' : 'set';
  return { ok: true, value: { source: '/etc/shadow', secret, signsInByItself: false } };
}

function notUnderstood(source: string, detail = ''): Outcome<never> {
  return {
    ok: false,
    reason: 'unexpected-output',
    detail:
      detail.trim() === ''
        ? say('The answer of {name} is not understood.', { name: source })
        : `${source}: ${detail.trim()}`,
  };
}

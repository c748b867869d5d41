import { conditionsHold } from './conditions.ts';
import { ADMINISTRATORS, type Person } from './person.ts';

/** What a module may return where the person gives no secret. */
export interface Answers {
  /** What someone brings about who sits there and wants to. */
  readonly surely: readonly string[];
  /** Everything else that it may say, as far as is known here. */
  readonly perhaps: readonly string[];
}

/** Ways in which a module says no, by what went wrong. */
const FAILURES = [
  ...['open_err', 'symbol_err', 'service_err', 'system_err', 'buf_err', 'perm_denied', 'auth_err', 'cred_insufficient'],
  ...['authinfo_unavail', 'user_unknown', 'maxtries', 'acct_expired', 'session_err', 'cred_unavail', 'cred_expired'],
  ...['cred_err', 'no_module_data', 'conv_err', 'authtok_err', 'authtok_recovery_err', 'authtok_lock_busy'],
  ...['authtok_disable_aging', 'try_again', 'abort', 'authtok_expired', 'module_unknown', 'bad_item', 'conv_again'],
  'incomplete',
];
/** Every value there is. */
export const ALL_VALUES: readonly string[] = ['success', 'ignore', 'new_authtok_reqd', ...FAILURES];
export const NOT_KNOWN: Answers = { surely: [], perhaps: ALL_VALUES };

const only = (value: string, perhaps: readonly string[] = []): Answers => ({ surely: [value], perhaps });
const REFUSES = only('auth_err', FAILURES);

/** Ask for a password, a code, a finger or a key, and say yes to nothing less. */
const ASKS = new Set([
  ...[
    'unix',
    'unix2',
    'unix_ng',
    'sss',
    'ldap',
    'winbind',
    'krb5',
    'systemd_home',
    'fprintd',
    'fprint',
    'u2f',
    'yubico',
  ],
  ...['google_authenticator', 'oath', 'pkcs11', 'p11', 'radius', 'radius_auth', 'tacplus', 'himmelblau', 'authd'],
]);
/** Words with which one of them has nothing to say on some people, or says yes to those who have no key. */
const PASSES_OVER: Readonly<Record<string, RegExp>> = {
  sss: /^ignore_/,
  krb5: /^(?:minimum_uid|ignore_)/,
  ldap: /^(?:minimum_uid|ignore_)/,
  google_authenticator: /^nullok$/,
  u2f: /^nouserok$/,
  yubico: /^nullok$/,
  oath: /^(?:usersfile_okay|no_usersfile_okay|nullok)/,
  winbind: /^ignore_/,
};
/** Only prepare or note something: they take no part in the answer. */
const SILENT = new Set([
  ...['env', 'faildelay', 'group', 'issue', 'mail', 'echo', 'warn', 'keyinit', 'loginuid', 'limits', 'motd'],
  ...['systemd', 'time', 'lastlog2', 'umask', 'namespace', 'console', 'ck_connector', 'elogind', 'postgresok'],
]);
/** As those, and say yes on some computers. */
const MOSTLY_SILENT = new Set(['gnome_keyring', 'kwallet', 'kwallet5', 'cap', 'mount', 'ecryptfs', 'ssh_add', 'gdm']);
const COUNTS = new Set(['faillock', 'tally2', 'tally']);

/** What a module may say to someone who gives no secret; one that is not named here may say anything. */
export function answersOf(module: string, words: readonly string[], person: Person): Answers {
  if (ASKS.has(module)) return asksWith(module, words);
  if (SILENT.has(module)) return only('ignore', FAILURES);
  if (MOSTLY_SILENT.has(module)) return only('ignore', ALL_VALUES);
  // After a wrong password it only counts: what becomes of that stands in its own rule.
  if (COUNTS.has(module)) {
    const isAfter = words.includes('authfail');
    const mayPass = isAfter && !words.includes('local_users_only') ? [] : ['success'];
    return only(isAfter ? 'ignore' : 'success', [...FAILURES, ...mayPass]);
  }
  switch (module) {
    case 'permit':
      return only('success');
    case 'deny':
      return only('auth_err');
    case 'securetty':
    case 'shells':
      return only('success', FAILURES);
    case 'rootok':
      return person.askedBy === 'root' ? only('success') : only('auth_err');
    case 'nologin':
      return only(words.includes('successok') ? 'success' : 'ignore', FAILURES);
    case 'localuser':
      return person.isLocal ? only('success', FAILURES) : only('perm_denied', FAILURES);
    case 'succeed_if':
      return answersOfConditions(words, person);
    case 'sepermit':
    case 'selinux_permit':
      return person.isInSepermit ? NOT_KNOWN : only('ignore', FAILURES);
    case 'selinux':
      return only('auth_err', FAILURES);
    case 'wheel':
      return answersOfWheel(words, person);
    case 'debug':
      return answersOfDebug(words);
    case 'ftp':
      return answersOfFtp(words, person);
    default:
      return NOT_KNOWN;
  }
}

function asksWith(module: string, words: readonly string[]): Answers {
  const pattern = PASSES_OVER[module];
  if (pattern === undefined || !words.some((word) => pattern.test(word))) return REFUSES;
  const isContent = ['u2f', 'oath'].includes(module);
  return only('auth_err', [...FAILURES, 'ignore', ...(isContent ? ['success'] : [])]);
}

function answersOfConditions(words: readonly string[], person: Person): Answers {
  const holds = conditionsHold(words, person);
  if (holds === null) return NOT_KNOWN;
  return holds ? only('success') : only('auth_err', FAILURES);
}

/**
 * Members of a group: who becomes another person by `su` is none of the administrators here, and may be one of any other. One who
 * is to be let in is a person of this computer, and becomes all others by it.
 */
function answersOfWheel(words: readonly string[], { askedBy, groups }: Person): Answers {
  const isStranger = askedBy === 'stranger' && !words.includes('deny');
  const isNoMember = only('perm_denied', [...FAILURES, 'ignore']);
  if (!words.includes('trust')) return isStranger ? isNoMember : only('ignore', FAILURES);
  if (!isStranger) return NOT_KNOWN;
  const group = words.findLast((word) => word.startsWith('group='))?.slice('group='.length) ?? 'root';
  if (ADMINISTRATORS.includes(group)) return isNoMember;
  return groups.includes(group) ? only('success', FAILURES) : NOT_KNOWN;
}

/** Says what it is told to, and yes when it is told nothing. */
function answersOfDebug(words: readonly string[]): Answers {
  const told = words.findLast((word) => word.startsWith('auth='))?.slice('auth='.length) ?? 'success';
  return ALL_VALUES.includes(told) ? only(told) : NOT_KNOWN;
}

/** Guests of an FTP server give any address for a password. */
function answersOfFtp(words: readonly string[], { name }: Person): Answers {
  const guests = words.findLast((word) => word.startsWith('users='))?.slice('users='.length) ?? 'ftp,anonymous';
  return guests.split(',').includes(name) ? only('success', FAILURES) : REFUSES;
}

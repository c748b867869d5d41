import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readIfThere } from '../linux/if-there.ts';
import { isScratch } from '../linux/systemd.ts';
import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { askAccountsService } from './accounts-service.ts';
import { findEmptyPasswords } from './empty-password.ts';
import { findOpenByRules, type SignInAccount } from './open-by-rules.ts';

/**
 * Accounts of this computer that open without a password, with that of no letters, or by a rule of PAM: how many, and of
 * which rank. No names and nothing of what the others have, since everyone at the computer may ask for it.
 */
export const openAccountsSchema = z.object({
  /** An account that is root, under any name. */
  isRootOpen: z.boolean(),
  /** Of those that may become root: members of the groups that distributions give that right. */
  administrators: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** Of the others that can sign in. */
  others: z.int().check(z.minimum(0), z.maximum(100_000)),
});
export type OpenAccounts = z.infer<typeof openAccountsSchema>;

const PASSWD = '/etc/passwd';
const SHADOW = '/etc/shadow';
const GROUP = '/etc/group';
const SWITCH = '/etc/nsswitch.conf';
/** A second list of accounts, for those who make no change to the first (libnss-extrausers). */
const EXTRA_FOLDER = '/var/lib/extrausers';
const EXTRA = 'extrausers';

/** Members of these may act as root by sudo or polkit in one distribution or another. */
const ADMINISTRATORS = ['sudo', 'wheel', 'admin'];
/** What opens no session, and what a computer is only switched off by. */
const NO_SHELLS = ['nologin', 'false', 'true', 'sync', 'halt', 'shutdown'];
/** What the accounts service calls an account without a password. */
const NO_PASSWORD = 2;
/** Those that may do most are asked about first. */
const MOST_ASKED = 10;
/** No word that a tool could take for an option. */
const NAME = /^[A-Za-z_][\w.-]{0,60}$/;
const DAY_MS = 86_400_000;

/** Read by root's service for everybody, and by an administrator for themselves: it is in no report of its own. */
export const linuxOpenAccounts: FactReader = {
  facts: 'openAccounts',
  operatingSystem: 'linux',
  read: async (system) => {
    const open = await readOpenAccounts(system);
    return open.ok ? value(system, SHADOW, open.value) : unavailableBecause(system, SHADOW, open);
  },
  watch: () => [],
};

/**
 * Which accounts of this computer are open.
 * @returns null where neither root's service nor this process may know: then the check speaks of one's own account alone
 */
export async function findOpenAccounts(system: SystemPort): Promise<Outcome<OpenAccounts | null>> {
  if (system.isElevated) return readOpenAccounts(system);
  const answer = (await system.askReader?.('openAccounts')) ?? null;
  const told = openAccountsSchema.safeParse(answer !== null && 'value' in answer ? answer.value : null);
  if (told.success) return { ok: true, value: told.data };
  // Units of an earlier package let the service read no file that is closed to root as well, as on Fedora.
  if (answer !== null && !('unavailable' in answer && answer.unavailable === 'access-denied')) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('The reader service gave an answer that is not understood.'),
    };
  }
  const listed = await readAccounts(system);
  if (!listed.ok) return { ok: true, value: null };
  // A password that is missing in the list itself opens the account whatever day it is.
  const known = countOf(listed.value.filter(({ secret }) => secret === ''));
  if (isAnyOpen(known)) return { ok: true, value: known };
  if (await isAnyToldOpen(system, listed.value)) return NOT_TOLD_WHETHER_OVER;
  const others = listed.value.filter(({ name }) => name !== system.user.name);
  const { names, failure } = await findOpenByRules(system, others);
  if (names.size === 0) return failure ?? { ok: true, value: null };
  return NOT_TOLD_WHETHER_OVER;
}

/** Root alone is told whether the last day of an account is over. */
const NOT_TOLD_WHETHER_OVER: Outcome<never> = {
  ok: false,
  reason: 'access-denied',
  detail: say('Another account may open without a password. Only an administrator can tell.'),
};

/** Whether the accounts service of the desktop knows of one that has no password. */
async function isAnyToldOpen(system: SystemPort, accounts: readonly Account[]): Promise<boolean> {
  const others = accounts.filter(({ name, secret }) => secret === 'x' && name !== system.user.name);
  const rank = ({ isRoot, isAdministrator }: Account) => (isRoot ? 2 : Number(isAdministrator));
  const named = others.filter(({ name }) => NAME.test(name)).toSorted((left, right) => rank(right) - rank(left));
  const asked = isScratch(system) ? [] : named.slice(0, MOST_ASKED);
  const told = await Promise.all(
    asked.map(async ({ name }) => askAccountsService(system, name, ['PasswordMode', 'Locked'])),
  );
  return told.some((one) => one?.[0] === NO_PASSWORD && one[1] === false);
}

export function isAnyOpen({ isRootOpen, administrators, others }: OpenAccounts): boolean {
  return isRootOpen || administrators > 0 || others > 0;
}

interface Account extends SignInAccount {
  /** The word in the list itself; `x` says that it lies in the closed file. */
  readonly secret: string;
  readonly isRoot: boolean;
  readonly isAdministrator: boolean;
}

async function readOpenAccounts(system: SystemPort): Promise<Outcome<OpenAccounts>> {
  const accounts = await readAccounts(system);
  if (!accounts.ok) return accounts;
  const shadow = await system.readFile(SHADOW);
  if (!shadow.ok) return shadow;
  const extra = await readExtra(system, 'shadow');
  if (!extra.ok) return extra;
  // The first list counts where both have someone.
  const rows = new Map([...rowsOf(extra.value), ...rowsOf(shadow.value)].map((row) => [row[0] ?? '', row]));
  // Nine fields, or five in the oldest form: fewer, and what was read is not the whole file.
  const isWhole = rows.size > 0 && [...rows.values()].every((row) => [5, 9].includes(row.length));
  if (!isWhole)
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('What stands in {path} is not understood.', { path: SHADOW }),
    };
  const [empty, byRules] = await Promise.all([findEmptyPasswords(system), findOpenByRules(system, accounts.value)]);
  const today = Math.floor(system.now().getTime() / DAY_MS);
  const open = accounts.value.filter(({ name, secret }) => {
    const [, hash, , , , , , ends = ''] = rows.get(name) ?? [];
    // Day 0 is one as well: pam_unix lets no one in after it.
    const isOver = /^\d+$/.test(ends) && Number(ends) <= today;
    const isEmpty = (secret === 'x' ? hash === '' : secret === '') || (empty.ok && empty.value.has(name));
    return !isOver && (isEmpty || byRules.names.has(name));
  });
  // What is found open is known; that nothing is takes every answer.
  if (open.length === 0 && !empty.ok) return empty;
  if (open.length === 0 && byRules.failure !== null) return byRules.failure;
  return { ok: true, value: countOf(open) };
}

/** Those of the computer's own list that can sign in; a directory's are its own matter. */
async function readAccounts(system: SystemPort): Promise<Outcome<readonly Account[]>> {
  const passwd = await readIfThere(system, PASSWD);
  if (!passwd.ok) return passwd;
  const group = await readIfThere(system, GROUP);
  if (!group.ok) return group;
  const [extra, extraGroups] = [await readExtra(system, 'passwd'), await readExtra(system, 'group')];
  if (!extra.ok) return extra;
  if (!extraGroups.ok) return extraGroups;
  const groups = [...rowsOf(group.value ?? ''), ...rowsOf(extraGroups.value)];
  const own = rowsOf(passwd.value ?? '');
  const accounts = [...own, ...rowsOf(extra.value)]
    .filter(([, , , , , , shell = '']) => opensSession(shell))
    .map((row): Account => {
      const [name = '', secret = '', id = '', groupId] = row;
      const isMember = (names: string) => names.split(',').some((one) => one.trim() === name);
      const ofAccount = groups.flatMap(([of = '', , number, names = '']) =>
        isMember(names) || (number !== undefined && number === groupId) ? [of] : [],
      );
      return {
        ...{ name, secret, id: Number(id), groups: ofAccount, isInPasswd: own.includes(row) },
        isRoot: id === '0',
        isAdministrator: ofAccount.some((of) => ADMINISTRATORS.includes(of)),
      };
    });
  return { ok: true, value: accounts };
}

/** The second list, where this computer looks into it. */
async function readExtra(system: SystemPort, name: 'passwd' | 'shadow' | 'group'): Promise<Outcome<string>> {
  const asked = await readIfThere(system, SWITCH);
  if (!asked.ok) return asked;
  const [, sources = ''] = new RegExp(`^\\s*${name}\\s*:([^#\\n]*)`, 'm').exec(asked.value ?? '') ?? [];
  if (!sources.split(/\s+/).includes(EXTRA)) return { ok: true, value: '' };
  const file = await readIfThere(system, `${EXTRA_FOLDER}/${name}`);
  return file.ok ? { ok: true, value: file.value ?? '' } : file;
}

/** Without a shell of its own an account has the usual one. */
function opensSession(shell: string): boolean {
  return !NO_SHELLS.includes(shell.split('/').at(-1) ?? '');
}

function countOf(open: readonly Account[]): OpenAccounts {
  return {
    isRootOpen: open.some(({ isRoot }) => isRoot),
    administrators: open.filter(({ isRoot, isAdministrator }) => !isRoot && isAdministrator).length,
    others: open.filter(({ isRoot, isAdministrator }) => !isRoot && !isAdministrator).length,
  };
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      // A line that takes in a directory's is none of this computer's.
      .filter((line) => line !== '' && !/^[#+-]/.test(line))
      .map((line) => line.split(':'))
  );
}

import { commandLine as line } from '../../parts/command-line.ts';

/** What the acts on a person are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const PERSON_COMMANDS = {
  block: (login: string, reason: string) => line('person', 'block', login, '--reason', reason),
  unblock: (login: string, reason: string) => line('person', 'unblock', login, '--reason', reason),
  invite: (login: string) => line('person', 'invite', login),
  signOut: (login: string) => line('person', 'sign-out', login),
  resetFactors: (login: string) => line('person', 'reset-factors', login),
  role: (login: string, role: string, isEverywhere: boolean) =>
    line('person', 'role', login, role, ...(isEverywhere ? ['--all-companies'] : [])),
  groups: (login: string, groups: readonly string[]) =>
    line('person', 'set', login, ...(groups.length === 0 ? ['--no-groups'] : ['--group', ...groups])),
  grant: (login: string, grant: GrantOnTheLine) =>
    line(
      ...['access', 'grant', login, '--hours', String(grant.hours), '--reason', grant.reason],
      ...(grant.application === null ? [] : ['--application', grant.application]),
      ...(grant.uses === 1 ? [] : ['--uses', String(grant.uses)]),
      ...(grant.overridesStopper ? ['--past-stoppers'] : []),
    ),
  revoke: (id: string) => line('access', 'revoke', id),
} as const;

export interface GrantOnTheLine {
  readonly hours: number;
  readonly reason: string;
  /** Null: every application. */
  readonly application: string | null;
  readonly uses: number;
  readonly overridesStopper: boolean;
}

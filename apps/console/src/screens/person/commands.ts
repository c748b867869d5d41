import { commandLine } from '@vestibule/contracts';

const of = (act: string, login: string, ...options: readonly string[]) =>
  commandLine({ command: ['person', act], names: [login], options });

/** What the acts on a person are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const PERSON_COMMANDS = {
  block: (login: string, reason: string) => of('block', login, '--reason', reason),
  unblock: (login: string, reason: string) => of('unblock', login, '--reason', reason),
  invite: (login: string) => of('invite', login),
  signOut: (login: string) => of('sign-out', login),
  resetFactors: (login: string) => of('reset-factors', login),
  role: (login: string, role: string, isEverywhere: boolean) =>
    commandLine({
      command: ['person', 'role'],
      names: [login, role],
      options: isEverywhere ? ['--all-companies'] : [],
    }),
  groups: (login: string, groups: readonly string[]) =>
    of('set', login, ...(groups.length === 0 ? ['--no-groups'] : ['--group', ...groups])),
  grant: (login: string, grant: GrantOnTheLine) =>
    commandLine({
      command: ['access', 'grant'],
      names: [login],
      options: [
        ...['--hours', String(grant.hours), '--reason', grant.reason],
        ...(grant.application === null ? [] : ['--application', grant.application]),
        ...(grant.uses === 1 ? [] : ['--uses', String(grant.uses)]),
        ...(grant.overridesStopper ? ['--past-stoppers'] : []),
      ],
    }),
  revoke: (id: string) => commandLine({ command: ['access', 'revoke'], names: [id] }),
} as const;

export interface GrantOnTheLine {
  readonly hours: number;
  readonly reason: string;
  /** Null: every application. */
  readonly application: string | null;
  readonly uses: number;
  readonly overridesStopper: boolean;
}

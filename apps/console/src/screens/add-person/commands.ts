import { commandLine } from '@vestibule/contracts';
import { type NewPerson, STANDARD_TYPE } from './read-person.ts';

/** What adding a person is on the command line. `tools/console-commands.test.ts` compares it with that. */
export const ADD_COMMANDS = {
  add: ({ login, displayName, email, type, groups }: NewPerson, isInviting: boolean) =>
    commandLine({
      command: ['person', 'add'],
      names: [login],
      options: [
        ...['--name', displayName, '--email', email],
        ...(type === STANDARD_TYPE ? [] : ['--type', type]),
        ...groups.flatMap((group) => ['--group', group]),
        ...(isInviting ? ['--invite'] : []),
      ],
    }),
} as const;

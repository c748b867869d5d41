import { commandLine, type FirstStep, type GoodToDo } from '@vestibule/contracts';

/** What does a step where no page does. `tools/console-commands.test.ts` compares them with the command line. */
export const STEP_COMMANDS: { readonly [step in FirstStep]?: readonly string[] } = {
  people: ['vestibule connect entra --dry-run', 'vestibule person import FILE --dry-run'],
  rehearse: ['vestibule policy rehearse FILE'],
};

export const GOOD_COMMANDS: { readonly [what in GoodToDo]: string } = {
  support: 'vestibule support-block set --phone NUMBER',
  mail: 'vestibule mail set --host NAME --sender ADDRESS --dry-run',
  'second-administrator': 'vestibule person role LOGIN administrator',
};

/** What makes the extension without a page. */
export const PACKAGES_COMMANDS = { make: () => commandLine({ command: ['packages', 'make-extension'] }) } as const;

import { commandLine } from '@vestibule/contracts';
import type { NewApplication } from './read-application.ts';

const OPTIONS = { 'saml-metadata': '--metadata', 'saml-record': '--record', oidc: '--oidc' } as const;

/** What the page does on the command line, and what it does not do. `tools/console-commands.test.ts` compares them with that. */
export const APPLICATION_COMMANDS = {
  add: ({ name, startUrl, source }: NewApplication) =>
    commandLine({
      command: ['application', 'add'],
      names: [name],
      options: [
        ...(source.from === 'saml-metadata-url' ? ['--metadata-url', source.url] : [OPTIONS[source.from], 'FILE']),
        ...(startUrl === null ? [] : ['--start-url', startUrl]),
      ],
    }),
  changes: () =>
    [
      ['show', 'NAME'],
      ['set', 'NAME', '--metadata', 'FILE', '--dry-run'],
      ['disable', 'NAME'],
    ].map((words) => commandLine({ command: ['application', ...words] })),
} as const;

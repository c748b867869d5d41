import type { PageName } from '../../frame/navigation.ts';

/** What does the work of a page that is not there yet. `tools/console-commands.test.ts` compares them with the command line. */
export const COMMANDS: { readonly [page in PageName]?: readonly string[] } = {
  overview: ['vestibule status', 'vestibule report --days 14'],
  audit: ['vestibule audit', 'vestibule audit --actor LOGIN --from 2026-11-01'],
  settings: [
    'vestibule company settings show',
    'vestibule support-block show',
    'vestibule mail show',
    'vestibule identity-provider list',
    'vestibule key list',
    'vestibule token list',
  ],
};

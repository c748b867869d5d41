import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { findPersonId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';

const POSITIONS: Readonly<Record<string, boolean | null>> = { on: true, off: false, default: null };

export function addFeatureCommands(program: Command): void {
  const feature = program.command('feature').description('feature flags of the company, or of one person');
  feature
    .command('list', { isDefault: true })
    .description('the flags that were set')
    .option('--person <login>', 'those of one person')
    .action((options: { readonly person?: string }, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const { person } = options;
        const { settings } =
          person === undefined
            ? await ask('adminSettings')
            : await ask('adminPerson', { parameters: { personId: await findPersonId(session, person) } });
        const features = readFlags(settings['features']);
        output.answer(features, () =>
          output.table(
            Object.entries(features),
            [
              { heading: 'FLAG', cell: ([key]) => key },
              { heading: 'STATE', cell: ([, isActive]) => (isActive ? 'on' : 'off') },
            ],
            person === undefined
              ? 'No flag is set for the company.'
              : `No flag is set for ${person} alone; those of the company hold.`,
          ),
        );
      }),
    );
  const set = changing(feature.command('set <flag> <on|off|default>'))
    .description('switch a flag; default: as if it had never been set')
    .option('--person <login>', 'for one person')
    .action((key: string, position: string, options: { readonly person?: string }, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const isActive = POSITIONS[position];
        if (isActive === undefined) throw misuse(`${position} is neither on nor off nor default.`);
        const body = { isActive };
        const { person } = options;
        const outcome =
          person === undefined
            ? await ask('adminSetFeature', { parameters: { key }, body })
            : await ask('adminSetPersonFeature', {
                parameters: { key, personId: await findPersonId(session, person) },
                body,
              });
        output.outcome(outcome, `The flag ${key} is ${position === 'default' ? 'set no longer' : position}.`);
      }),
    );
  examples(set, ['feature set fci on', 'feature set isWebAppLiveChatEnabled off --person nadia']);
}

function readFlags(value: unknown): Record<string, boolean> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}

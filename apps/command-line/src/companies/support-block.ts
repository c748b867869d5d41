import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { changing, examples, run } from '../frame/run.ts';
import { orNull } from './company.ts';

interface Lines {
  readonly phone?: string;
  readonly hours?: string;
  readonly email?: string;
  readonly helpCenter?: string;
  readonly website?: string;
  readonly request?: string;
  readonly shareScreen?: string;
}

export function addSupportBlockCommands(program: Command): void {
  const block = program.command('support-block').description('whom people call: the block on every page of the gate');
  block
    .command('show', { isDefault: true })
    .description('the support block as it is')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { support } = await ask('adminCompany');
        output.answer(support, () => {
          output.facts([
            ['Phone', support.phone],
            ['Phone hours', support.phoneHours],
            ['E-mail', support.email],
            ['Help center', support.helpCenterUrl],
            ['Website', support.supportWebSite],
            ['Request support', support.requestSupportUrl],
            ['Share screen', support.shareScreenUrl],
          ]);
          output.say('Lines with a dash are not shown to people.');
        });
      }),
    );
  const set = changing(block.command('set'))
    .description('set lines of the support block; "" takes a line out')
    .option('--phone <number>', 'the number to call')
    .option('--hours <text>', 'when support answers')
    .option('--email <address>', 'where to write to')
    .option('--help-center <url>', 'the help center')
    .option('--website <url>', 'the support website')
    .option('--request <url>', 'where support is asked for')
    .option('--share-screen <url>', 'where the screen is shared')
    .action((options: Lines, command: Command) =>
      run(command, async ({ ask, output }) => {
        const body = {
          phone: orNull(options.phone),
          phoneHours: orNull(options.hours),
          email: orNull(options.email),
          helpCenterUrl: orNull(options.helpCenter),
          supportWebSite: orNull(options.website),
          requestSupportUrl: orNull(options.request),
          shareScreenUrl: orNull(options.shareScreen),
        };
        if (Object.values(body).every((line) => line === undefined))
          throw misuse('Name a line to set: vestibule support-block set --help');
        output.outcome(await ask('adminSetSupport', { body }), 'The support block is changed.');
      }),
    );
  examples(set, [
    'support-block set --phone "+49 30 5550142" --hours "Mon to Fri, 8:00 to 18:00"',
    'support-block set --share-screen ""',
  ]);
}

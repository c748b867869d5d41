import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { timeText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';

/** `policy try`: the pages as one of the people sees them, before a policy holds. */
export function addPolicyTryCommand(policy: Command, readPolicyFile: (file: string) => Promise<string>): void {
  const command = changing(policy.command('try [file]'))
    .description('a link that opens the portal with a synthetic laptop, to see a policy as your people do')
    .option('--hours <n>', 'how long the link and what it opens are good for, up to 24', '1')
    .action((file: string | undefined, options: { readonly hours: string }, called: Command) =>
      run(called, async ({ ask, output }) => {
        const hours = Number(options.hours);
        if (!/^\d{1,2}$/.test(options.hours) || hours < 1 || hours > 24)
          throw misuse('--hours takes a number from 1 to 24.');
        const text = file === undefined ? {} : { text: await readPolicyFile(file) };
        const made = await ask('adminTryPolicy', { body: { ...text, hours } });
        output.answer(made, () => {
          const { link, endsAt, policyVersion, warnings } = made;
          const which = file === undefined ? `The policy that holds, version ${policyVersion}` : file;
          if (link === null) {
            output.say(`Dry run, no link was made. ${which} can be tried.`);
          } else {
            output.say(`${which}, on a synthetic laptop:`);
            output.line();
            output.line(link);
            output.line();
            output.say(
              `The link opens once, and what it opens ends at ${timeText(endsAt)} UTC. Switch system and checks in the bar at the top; the page answers as it would to a person. It signs no one in, and is in no report or rehearsal.`,
            );
          }
          output.notes(warnings);
        });
      }),
    );
  examples(command, ['policy try policy.yaml', 'policy try', 'policy try policy.yaml --hours 4 --json']).addHelpText(
    'after',
    `
Without a file the policy that holds is tried. The laptop has a switch for its
system and for each check: good, bad, could not be read. Fixes work on it, and
Continue ends on a page that says where the person would have gone.`,
  );
}

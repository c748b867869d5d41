import { changing, type Command, examples, run } from '@vestibule/command-line';

export function addMasterKeyCommands(program: Command): void {
  const masterKey = program
    .command('master-key')
    .description('the key that seals every secret in the database; at the server only');
  const restore = changing(masterKey.command('restore'))
    .description('write the file back from the memory of the server, while it still runs')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const restored = await ask('adminRestoreMasterKey');
        output.answer(restored, () => {
          output.outcomeText(restored, `The master key is in ${restored.path} again.`);
          if (restored.movedTo !== null) output.say(`What stood in its place is kept: ${restored.movedTo}`);
        });
      }),
    );
  examples(restore, ['master-key restore --dry-run', 'master-key restore']).addHelpText(
    'after',
    `
For the day on which master.key was deleted, or another file was put in its
place. Anyone who starts the server then finds every secret of the database
closed: the server still has the key, so do this before it is stopped.

It is done through the socket in the data folder, by the user that the server
runs as or by root: never with a token, and never over the network. Another
file that stands there is kept next to it. Then make a backup: it holds the key.`,
  );
}

import { type Command, examples, outputOf, urlOf } from '@vestibule/command-line';
import type { DoctorOptions } from './doctor-offline.ts';

export function addDoctorCommand(program: Command): void {
  const doctor = program
    .command('doctor')
    .description(
      'look at everything around the server: name, certificate, clock, proxy, database, uploads, sign-in, mail',
    )
    .action(async (_options: object, command: Command) => {
      const { examineHere } = await import('./doctor-offline.ts');
      const { data, company } = command.optsWithGlobals<DoctorOptions>();
      await examineHere({ data, company, url: urlOf(command) }, outputOf(command));
    });
  examples(doctor, ['doctor', 'doctor --url https://gate.example.com', 'doctor --json']).addHelpText(
    'after',
    `
Runs on the computer of the server, as the user it runs as, and works when the
server does not. It reads the configuration as the server does (vestibule.json
and the environment). It looks at the address of every company; --company picks
one, --url names any other.

  ✓  right        !  needs a look        ✗  people cannot get in

It ends with 0 when no line has ✗, with 3 when the server does not answer, else
with 5.`,
  );
}

import { runCommandLine } from './frame/run-command-line.ts';
import { createHelpDeskProgram } from './help-desk-program.ts';

// A pipe that is closed at the other end (`| head`) is no mistake.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  streams: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns || undefined : undefined,
  },
  createProgram: createHelpDeskProgram,
});

import { start } from './start.ts';

// What the tests start, and no package holds: here alone a folder may stand for the computer.
await start(import.meta.filename, {
  option: '--system-root',
  variable: 'WORKPLACE_SYSTEM_ROOT',
  help: [
    ['--system-root DIR', "For tests: files of this folder in place of this computer's (also WORKPLACE_SYSTEM_ROOT);"],
    ['', 'tools are still those of this computer, so a fix may change it'],
  ],
});

import { expect, test } from 'vitest';
import { agentCommandFor } from './agent-command.ts';

test.each([
  ['windows', 'workplace-3.6.0-windows-x64.exe', '"%LOCALAPPDATA%\\Programs\\Workplace\\workplace.cmd"'],
  ['windows', 'Workplace-3.6.0-windows-x64.MSI', '"%ProgramFiles%\\Workplace\\workplace.cmd"'],
  ['windows', null, '"%LOCALAPPDATA%\\Programs\\Workplace\\workplace.cmd"'],
  ['macos', 'workplace-3.6.0-macos-arm64.tar.gz', '~/.local/bin/workplace'],
  ['linux', 'workplace_3.6.0_amd64.deb', 'workplace'],
  ['linux', 'workplace-3.6.0-linux-x64.tar.xz', '~/.local/bin/workplace'],
  ['linux', null, 'workplace'],
] as const)('on %s, after %s, names the program where that package puts it', (system, fileName, program) => {
  expect(agentCommandFor(system, fileName, '1174.abc')).toEqual({
    command: `${program} install --token 1174.abc`,
    isForCommandPrompt: system === 'windows',
  });
});

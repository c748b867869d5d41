import type { SetUpSystem } from '../set-up/system-text.ts';

export interface AgentCommand {
  readonly command: string;
  /** Windows has two command lines, which read a variable in different ways. */
  readonly isForCommandPrompt: boolean;
}

/**
 * What is typed once after the installation, so that the client reports by itself. Each package installs elsewhere.
 * @param fileName of the package that was downloaded; null: not known
 */
export function agentCommandFor(system: SetUpSystem, fileName: string | null, token: string): AgentCommand {
  const program = programOf(system, fileName?.toLowerCase() ?? '');
  return { command: `${program} install --token ${token}`, isForCommandPrompt: system === 'windows' };
}

function programOf(system: SetUpSystem, fileName: string): string {
  switch (system) {
    case 'windows':
      return fileName.endsWith('.msi')
        ? '"%ProgramFiles%\\Workplace\\workplace.cmd"'
        : '"%LOCALAPPDATA%\\Programs\\Workplace\\workplace.cmd"';
    case 'macos':
      return '~/.local/bin/workplace';
    case 'linux':
      return fileName.includes('.tar') || fileName.endsWith('.tgz') ? '~/.local/bin/workplace' : 'workplace';
    default:
      return system satisfies never;
  }
}

import { commandLine } from '@vestibule/contracts';

/** How the file with the text is called in the commands, and when it is saved. */
export const POLICY_FILE = 'policy.yaml';

/** What the acts on the policy are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const POLICY_COMMANDS = {
  apply: ({ version, reason, accepted }: Publishing) =>
    commandLine({
      command: ['policy', 'apply'],
      names: [POLICY_FILE],
      options: [
        ...['--if-version', version],
        ...(reason === '' ? [] : ['--reason', reason]),
        ...(accepted === null ? [] : ['--accept-blocking', String(accepted)]),
      ],
    }),
  showOf: (id: string) => `${commandLine({ command: ['policy', 'show'], options: ['--of', id] })} > ${POLICY_FILE}`,
  tryOut: (hours: number) =>
    commandLine({ command: ['policy', 'try'], names: [POLICY_FILE], options: ['--hours', String(hours)] }),
} as const;

export interface Publishing {
  /** That holds now: a colleague's newer one is not written over. */
  readonly version: string;
  readonly reason: string;
  readonly accepted: number | null;
}

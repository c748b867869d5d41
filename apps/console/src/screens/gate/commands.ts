import { commandLine } from '@vestibule/contracts';
import type { StagePlan } from './use-stages.ts';

/** What the acts on the gate are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const GATE_COMMANDS = {
  enforce: (reason: string, accepted: number | null) =>
    commandLine({
      command: ['gate', 'enforce'],
      options: ['--reason', reason, ...(accepted === null ? [] : ['--accept-blocking', String(accepted)])],
    }),
  observe: ({ minutes, isReading, reason }: Opening) =>
    commandLine({
      command: ['gate', 'observe'],
      options: [
        ...['--reason', reason],
        ...(minutes === null
          ? []
          : ['--for', minutes % MINUTES_PER_HOUR === 0 ? `${minutes / MINUTES_PER_HOUR}h` : `${minutes}m`]),
        ...(isReading ? [] : ['--straight']),
      ],
    }),
  beginStage: (number: number, reason: string, accepted: number | null) =>
    commandLine({
      command: ['gate', 'stage', 'begin'],
      names: [String(number)],
      options: ['--reason', reason, ...(accepted === null ? [] : ['--accept-blocking', String(accepted)])],
    }),
  addStage: ({ name, groups, percentage, applications, at, acceptBlocking }: StagePlan) =>
    commandLine({
      command: ['gate', 'stage', 'add'],
      names: [name],
      options: [
        ...groups.flatMap((group) => ['--group', group]),
        ...(percentage === null ? [] : ['--percentage', String(percentage)]),
        ...applications.flatMap((application) => ['--application', application]),
        ...(at === null ? [] : ['--at', at]),
        ...(acceptBlocking === null ? [] : ['--accept-blocking', String(acceptBlocking)]),
      ],
    }),
  removeStage: (number: number) => commandLine({ command: ['gate', 'stage', 'remove'], names: [String(number)] }),
  brake: ({ isOn, percent, minimumPeople }: BrakeSettings) =>
    commandLine({
      command: ['company', 'settings', 'set'],
      names: [`brake.isOn=${isOn}`, `brake.percent=${percent}`, `brake.minimumPeople=${minimumPeople}`],
    }),
} as const;

interface BrakeSettings {
  readonly isOn: boolean;
  readonly percent: number;
  readonly minimumPeople: number;
}

export interface Opening {
  /** Null: until someone enforces the policy. */
  readonly minutes: number | null;
  readonly isReading: boolean;
  readonly reason: string;
}

const MINUTES_PER_HOUR = 60;

import { type OperatingSystem, say, softwareIdSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix, FactReader } from '../../definition.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';
import { agentNameSchema, agentsFactSchema } from './fact.ts';
import { FCI_AGENT } from './fci-agent.ts';

/** How an agent that is installed is started on one operating system. */
export interface AgentStarter {
  readonly operatingSystem: OperatingSystem;
  readonly reader: FactReader;
  /** @returns the commands that stop it again */
  readonly start: (system: ChangePort, name: string) => Promise<Outcome<string>>;
}

/**
 * Without a name there must be one agent only that is stopped: Windows hands an administrator's process names of fixes and
 * no values, and an agent that no one asked for is not started.
 */
const parametersSchema = z.object({
  agent: z.optional(agentNameSchema),
  /** Signed software that brings an agent, by its manifest's name: the client installs it, and this fix does not. */
  software: z.optional(softwareIdSchema),
});

/** Starts an agent that is installed and stopped, now and at every start of the computer. None is installed here. */
export function startAgentFix(type: 'RmmAgent' | 'FciAgentRunning', { operatingSystem, reader, start }: AgentStarter) {
  const fix: CheckFix = {
    type,
    operatingSystem,
    needsElevation: true,
    parameters: parametersSchema,
    apply: async (system, parameters) => {
      const { agent, software } = parametersSchema.parse(parameters);
      if (software !== undefined) {
        return {
          ok: false,
          reason: 'not-supported',
          detail: say('The wanted value is not one that this setting takes.'),
        };
      }
      const reading = await reader.read(system);
      if ('unavailable' in reading) return { ok: false, reason: reading.unavailable, detail: reading.detail ?? '' };
      const stopped = agentsFactSchema
        .parse(reading.value)
        .agents.filter(({ state }) => state === 'stopped')
        .map(({ name }) => name);
      const candidates =
        agent === undefined ? stopped.filter((name) => (name === FCI_AGENT) === (type === 'FciAgentRunning')) : [agent];
      const [name, ...others] = candidates;
      if (name === undefined || others.length > 0 || !stopped.includes(name)) {
        const found = stopped.length === 0 ? 'no agent' : stopped.join(', ');
        return { ok: false, reason: 'not-supported', detail: say('Stopped and known here: {found}.', { found }) };
      }
      const started = await start(system, name);
      if (!started.ok) return started;
      const undo = say('To take it back, run as an administrator: {commands}', { commands: started.value });
      return { ok: true, value: { undo } };
    },
  };
  return fix;
}

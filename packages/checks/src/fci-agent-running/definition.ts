import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import {
  AGENT_TEXTS,
  agentNameSchema,
  type AgentsFact,
  agentsFactSchema,
  judgeAgents,
} from '../readings/agents/fact.ts';
import { FCI_AGENT } from '../readings/agents/fci-agent.ts';

const parametersSchema = z.object({
  agents: z._default(z.array(agentNameSchema).check(z.minLength(1)), [FCI_AGENT]),
});

/** The one check without a help article (specification, section 3). */
export const fciAgentRunning: CheckDefinition<AgentsFact, z.infer<typeof parametersSchema>> = {
  type: 'FciAgentRunning',
  facts: 'agents',
  factSchema: agentsFactSchema,
  parameters: parametersSchema,
  judge: (fact, { agents }) => judgeAgents(fact, agents),
  texts: {
    ...AGENT_TEXTS,
    scanText: 'Workplace agent is running',
    unknownText: 'Workplace agent',
    running: 'Workplace agent is running',
    runningWhy: '{name} keeps your work on this computer apart from everything else.',
    stopped: 'The Workplace agent is stopped',
    stoppedWhy: '{name} is installed but does not run.',
    absent: 'The Workplace agent is not installed',
    absentWhy: 'The agent keeps your work on this computer apart from everything else.',
    notLookedFor: 'Workplace agent',
    notLookedForWhy: 'Workplace does not know how to look for {wanted} on this computer.',
  },
  fixableOn: ['linux', 'macos', 'windows'],
};

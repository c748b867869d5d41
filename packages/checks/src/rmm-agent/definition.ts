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
  /** Accepted agents by name; empty for any that Workplace knows. */
  agents: z._default(z.array(agentNameSchema), []),
});

export const rmmAgent: CheckDefinition<AgentsFact, z.infer<typeof parametersSchema>> = {
  type: 'RmmAgent',
  facts: 'agents',
  factSchema: agentsFactSchema,
  parameters: parametersSchema,
  judge(fact, { agents }) {
    if (agents.length > 0) return judgeAgents(fact, agents);
    const any = fact.agents.map(({ name }) => name).filter((name) => name !== FCI_AGENT);
    return { ...judgeAgents(fact, any), wanted: { key: 'any' } };
  },
  texts: {
    ...AGENT_TEXTS,
    any: 'Any management agent',
    scanText: 'Management agent is running',
    unknownText: 'Management agent',
    running: 'Management agent is running',
    runningWhy: '{name} lets your I.T. department look after this computer.',
    stopped: 'The management agent is stopped',
    stoppedWhy: '{name} is installed but does not run.',
    absent: 'No management agent is installed',
    absentWhy: 'The agent lets your I.T. department look after this computer.',
    notLookedFor: 'Management agent',
    notLookedForWhy: 'Workplace does not know how to look for {wanted} on this computer.',
  },
  helpArticle: 'rmm-agent',
  fixableOn: ['linux', 'macos', 'windows'],
};

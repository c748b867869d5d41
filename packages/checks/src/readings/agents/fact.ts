import * as z from 'zod/mini';
import type { Judgement } from '../../definition.ts';
import { ONE_OF_TEXTS, oneOf } from '../../wording.ts';

export const agentNameSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be a name in small letters, digits and hyphens'));

/**
 * Every agent that was looked for, present or not. Which of them is wanted, policy says when it judges: an agent that
 * is not in the list was not looked for, and is unknown rather than missing.
 */
export const agentsFactSchema = z.object({
  agents: z
    .array(z.object({ name: agentNameSchema, state: z.enum(['running', 'stopped', 'absent']) }))
    .check(z.maxLength(200)),
});
export type AgentsFact = z.infer<typeof agentsFactSchema>;

/** For the checks of agents alike. */
export const AGENT_TEXTS = {
  ...ONE_OF_TEXTS,
  foundRunning: '{name} is running',
  foundStopped: '{name} is stopped',
  foundAbsent: 'Not installed',
  foundNotLookedFor: 'Not looked for',
} as const;

/** Judges a list of wanted agents: one that runs is enough. */
export function judgeAgents(fact: AgentsFact, wantedNames: readonly string[]): Judgement {
  const wanted = oneOf(wantedNames);
  const known = fact.agents.filter(({ name }) => wantedNames.includes(name));
  const running = known.find(({ state }) => state === 'running');
  if (running !== undefined) {
    const description = { key: 'runningWhy', values: { name: running.name } };
    return {
      state: 'passed',
      message: { key: 'running' },
      description,
      found: { key: 'foundRunning', values: { name: running.name } },
      wanted,
    };
  }
  if (wantedNames.some((name) => !known.some((agent) => agent.name === name))) {
    return {
      state: 'unknown',
      reason: 'not-reported',
      message: { key: 'notLookedFor' },
      description: { key: 'notLookedForWhy', values: { wanted: wantedNames } },
      found: { key: 'foundNotLookedFor' },
      wanted,
    };
  }
  const stopped = known.find(({ state }) => state === 'stopped');
  if (stopped !== undefined) {
    const description = { key: 'stoppedWhy', values: { name: stopped.name } };
    return {
      state: 'failed',
      message: { key: 'stopped' },
      description,
      found: { key: 'foundStopped', values: { name: stopped.name } },
      wanted,
      fix: { agent: stopped.name },
    };
  }
  return {
    state: 'failed',
    message: { key: 'absent' },
    description: { key: 'absentWhy' },
    found: { key: 'foundAbsent' },
    wanted,
    missing: wantedNames,
  };
}

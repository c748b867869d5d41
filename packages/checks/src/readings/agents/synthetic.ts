import { type Synthetic, textsIn } from '../../synthetic.ts';

const USUAL_AGENT = 'synthetic-agent';

/** Every agent that the policy knows was looked for; of the accepted ones the first is there. */
export function syntheticAgents({ isBad, parametersOf }: Synthetic): unknown {
  const states = new Map<string, 'running' | 'stopped' | 'absent'>();
  for (const type of ['RmmAgent', 'FciAgentRunning'] as const) {
    const named = textsIn(parametersOf(type)['agents']);
    const [first, ...others] = named.length === 0 ? [USUAL_AGENT] : named;
    for (const other of others) if (!states.has(other)) states.set(other, 'absent');
    if (first !== undefined) states.set(first, isBad(type) ? 'stopped' : 'running');
  }
  return { agents: [...states].map(([name, state]) => ({ name, state })) };
}

import type { Check } from '../check.ts';
import { rmmAgent } from './definition.ts';
import { linuxRmmAgentFix } from './linux-fix.ts';
import { macosRmmAgentFix } from './macos-fix.ts';
import { windowsRmmAgentFix } from './windows-fix.ts';
import { AGENTS } from '../readings/agents/reading.ts';

export const rmmAgentCheck: Check = {
  definition: rmmAgent,
  reading: AGENTS,
  fixes: [linuxRmmAgentFix, macosRmmAgentFix, windowsRmmAgentFix],
  remarks: {
    page: 'none: the agent is the company’s',
  },
};

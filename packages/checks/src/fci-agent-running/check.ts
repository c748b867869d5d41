import type { Check } from '../check.ts';
import { fciAgentRunning } from './definition.ts';
import { linuxFciAgentFix } from './linux-fix.ts';
import { macosFciAgentFix } from './macos-fix.ts';
import { windowsFciAgentFix } from './windows-fix.ts';
import { AGENTS } from '../readings/agents/reading.ts';

export const fciAgentRunningCheck: Check = {
  definition: fciAgentRunning,
  reading: AGENTS,
  fixes: [linuxFciAgentFix, macosFciAgentFix, windowsFciAgentFix],
  remarks: {
    page: 'none: the agent is the company’s',
  },
};

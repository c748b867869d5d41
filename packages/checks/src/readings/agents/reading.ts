import type { Reading } from '../../check.ts';
import { linuxAgents } from './linux.ts';
import { macosAgents } from './macos.ts';
import { windowsAgents } from './windows.ts';
import { syntheticAgents } from './synthetic.ts';

export const AGENTS: Reading = {
  readers: [linuxAgents, macosAgents, windowsAgents],
  synthetic: syntheticAgents,
};

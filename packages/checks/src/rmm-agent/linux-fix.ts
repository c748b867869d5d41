import { linuxAgentStarter } from '../readings/agents/linux-start.ts';
import { startAgentFix } from '../readings/agents/start-agent.ts';

export const linuxRmmAgentFix = startAgentFix('RmmAgent', linuxAgentStarter);

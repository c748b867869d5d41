import { windowsAgentStarter } from '../readings/agents/windows-start.ts';
import { startAgentFix } from '../readings/agents/start-agent.ts';

export const windowsRmmAgentFix = startAgentFix('RmmAgent', windowsAgentStarter);

import { macosAgentStarter } from '../readings/agents/macos-start.ts';
import { startAgentFix } from '../readings/agents/start-agent.ts';

export const macosRmmAgentFix = startAgentFix('RmmAgent', macosAgentStarter);

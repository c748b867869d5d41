/** The name under which the agent of FciAgentRunning is looked for where a policy names no other. */
export const FCI_AGENT = 'fci-agent';

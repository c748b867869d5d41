import type { Synthetic } from '../synthetic.ts';

export function syntheticFirewall({ isBad, look }: Synthetic): unknown {
  return { isOn: !isBad('FirewallEnable'), manager: look.firewall, gaps: [] };
}

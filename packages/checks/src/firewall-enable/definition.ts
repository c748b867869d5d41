import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const firewallFactSchema = z.object({
  isOn: z.boolean(),
  /** What filters, or what would if it were on: 'ufw', 'firewalld', 'nftables', 'Windows Firewall'. */
  manager: z.string().check(z.maxLength(100)),
  /** With a firewall that is not on: what is named is, and lets everything in. Absent in facts of earlier clients. */
  isManagerOn: z.optional(z.boolean()),
  /** What comes in although the firewall is on: 'every port over IPv6', 'Public networks'. */
  gaps: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20)),
});
export type FirewallFact = z.infer<typeof firewallFactSchema>;

const parametersSchema = z.object({});

export const firewallEnable: CheckDefinition<FirewallFact, z.infer<typeof parametersSchema>> = {
  type: 'FirewallEnable',
  facts: 'firewall',
  factSchema: firewallFactSchema,
  parameters: parametersSchema,
  judge(fact, _, { operatingSystem }) {
    const wanted = { key: 'wanted' };
    const { manager, gaps } = fact;
    if (!fact.isOn) {
      const isOpen = fact.isManagerOn === true;
      return {
        state: 'failed',
        message: { key: isOpen ? 'open' : 'off' },
        description: { key: isOpen ? 'openWhy' : 'why' },
        found: { key: isOpen ? 'foundOpen' : 'foundOff', values: { manager } },
        wanted,
        fix: {},
      };
    }
    if (gaps.length > 0) {
      const values = { manager, gaps };
      // Elsewhere a gap is a kind of networks; on Linux it is ports.
      const isOfPorts = operatingSystem === 'linux';
      return {
        state: 'failed',
        message: { key: isOfPorts ? 'openAt' : 'gaps', values: { gaps } },
        description: { key: isOfPorts ? 'openAtWhy' : 'why' },
        found: { key: isOfPorts ? 'foundOpenAt' : 'foundGaps', values },
        wanted,
        fix: {},
      };
    }
    return {
      state: 'passed',
      message: { key: 'on' },
      description: { key: 'guards' },
      found: { key: 'foundOn', values: { manager } },
      wanted,
    };
  },
  texts: {
    wanted: 'On',
    foundOn: 'On ({manager})',
    foundOff: 'Off ({manager})',
    foundOpen: 'On ({manager}), but it lets everything in',
    foundGaps: 'On ({manager}), but not for {gaps}',
    foundOpenAt: 'On ({manager}), but open: {gaps}',
    scanText: 'Firewall is on',
    unknownText: 'Firewall',
    on: 'Firewall is on',
    off: 'The firewall is turned off',
    open: 'The firewall lets everything in',
    openWhy:
      'Its rules let every device on the same network reach this computer. Your I.T. department sees them with: sudo nft list ruleset; sudo iptables-save',
    gaps: 'The firewall leaves a gap: {gaps}',
    openAt: 'The firewall lets other computers in: {gaps}',
    openAtWhy:
      'Other devices on the same network can reach this computer there. Your I.T. department sees the rules with: sudo nft list ruleset; sudo iptables-save',
    why: 'A firewall keeps other devices on the same network out of this computer.',
    guards: 'Other devices on the same network are kept out of this computer.',
  },
  helpArticle: 'firewall-enable',
  fixableOn: ['linux', 'macos', 'windows'],
};

import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const firewallFactSchema = z.object({
  isOn: z.boolean(),
  /** What filters, or what would if it were on: 'ufw', 'firewalld', 'nftables', 'Windows Firewall'. */
  manager: z.string().check(z.maxLength(100)),
  /** What passes unfiltered although the firewall is on: 'IPv6', 'Public networks'. */
  gaps: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20)),
});
export type FirewallFact = z.infer<typeof firewallFactSchema>;

const parametersSchema = z.object({});

export const firewallEnable: CheckDefinition<FirewallFact, z.infer<typeof parametersSchema>> = {
  type: 'FirewallEnable',
  facts: 'firewall',
  factSchema: firewallFactSchema,
  parameters: parametersSchema,
  judge(fact) {
    const wanted = { key: 'wanted' };
    const { manager, gaps } = fact;
    if (!fact.isOn) {
      return {
        state: 'failed',
        message: { key: 'off' },
        description: { key: 'why' },
        found: { key: 'foundOff', values: { manager } },
        wanted,
        fix: {},
      };
    }
    if (gaps.length > 0) {
      return {
        state: 'failed',
        message: { key: 'gaps', values: { gaps } },
        description: { key: 'why' },
        found: { key: 'foundGaps', values: { manager, gaps } },
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
    foundGaps: 'On ({manager}), but not for {gaps}',
    scanText: 'Firewall is on',
    unknownText: 'Firewall',
    on: 'Firewall is on',
    off: 'The firewall is turned off',
    gaps: 'The firewall leaves a gap: {gaps}',
    why: 'A firewall keeps other devices on the same network out of this computer.',
    guards: 'Other devices on the same network are kept out of this computer.',
  },
  helpArticle: 'firewall-enable',
  fixableOn: ['linux', 'macos', 'windows'],
};

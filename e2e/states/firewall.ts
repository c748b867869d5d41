import { CLOSED, LOOK_CLOSED, NOT_UNDERSTOOD } from '../support/firewall/nft-rulesets.ts';
import type { ReadBy, State, Subject, Verdict } from './state.ts';

const GUARD = `table inet guard {
  chain input {
    type filter hook input priority filter; policy drop;
    ct state established,related accept
    iifname "lo" accept
  }
}`;
const VERDICTS = { on: 'passed', off: 'failed', gap: 'failed', unknown: 'unknown' } as const;

const load = (rules: string) => `nft -f - <<'X'\nflush ruleset\n${rules}\nX`;
const state = (
  verdict: Verdict,
  name: string,
  make: string,
  readBy: readonly ReadBy[] = ['service', 'root'],
): State => ({
  name,
  make,
  undo: load(GUARD),
  readBy,
  expected: { FirewallEnable: verdict },
});

/** Every tenth of the rulesets that the kernel is asked about, as the installed client reads them (firewall.system.test.ts). */
const OF_THE_KERNEL = [...LOOK_CLOSED, ...CLOSED, ...NOT_UNDERSTOOD]
  .filter((_, at) => at % 10 === 0)
  .map(([name, said, text]) => state(VERDICTS[said], `nft: ${name}`, load(text)));

const BY_MANAGERS: readonly State[] = [
  state('passed', 'ufw: on', 'nft flush ruleset; ufw --force enable'),
  state(
    'failed',
    'ufw: on, and lets in by default',
    'nft flush ruleset; ufw default allow incoming; ufw --force enable',
  ),
  state('failed', 'ufw: on in its file, and its rules are gone', 'ufw --force enable; nft flush ruleset'),
].map((one) => ({ ...one, undo: `ufw --force reset; ufw default deny incoming; ufw --force disable; ${one.undo}` }));

/** Its own unit, started again with its settings; what it has put into the kernel goes with it. */
const firewalld = (
  verdict: Verdict,
  name: string,
  settings: string,
  { after = 'true', readBy }: { readonly after?: string; readonly readBy?: readonly ReadBy[] } = {},
): State => ({
  ...state(
    verdict,
    `firewalld: ${name}`,
    `nft flush ruleset; cp -a /etc/firewalld /run/firewalld.as-it-was; ${settings}; systemctl reset-failed firewalld; systemctl start firewalld; firewall-cmd --state; ${after}`,
    readBy,
  ),
  undo: `systemctl stop firewalld; rm -rf /etc/firewalld; mv /run/firewalld.as-it-was /etc/firewalld; ${load(GUARD)}`,
});
const offline = (...words: readonly string[]) => words.map((word) => `firewall-offline-cmd ${word}`).join('; ');

const BY_FIREWALLD: readonly State[] = [
  firewalld('passed', 'as it comes', 'true'),
  firewalld('failed', 'zone trusted', offline('--set-default-zone=trusted')),
  firewalld('passed', 'zone drop', offline('--set-default-zone=drop')),
  firewalld('failed', 'target ACCEPT', offline('--zone=public --set-target=ACCEPT')),
  firewalld(
    'passed',
    'some services',
    offline('--zone=public --add-service=http', '--zone=public --add-port=8000-8100/tcp'),
  ),
  firewalld('failed', 'the card is trusted', offline('--zone=trusted --add-interface=eth0')),
  firewalld(
    'failed',
    'all ports',
    offline('--zone=public --add-port=1-65535/tcp', '--zone=public --add-port=1-65535/udp'),
  ),
  firewalld('failed', 'flushed', 'true', { after: 'nft flush ruleset' }),
  firewalld('unknown', 'zone trusted, and no reader next to the person', offline('--set-default-zone=trusted'), {
    readBy: ['person'],
  }),
];

const KNOCKED: readonly State[] = NOT_UNDERSTOOD.filter(([name]) => name.startsWith('knock'))
  .map(([name, , text]) => state('unknown', `nft: ${name}`, load(text)))
  .filter(({ name }) => OF_THE_KERNEL.every((one) => one.name !== name));

const BY_READER: readonly State[] = [
  ...KNOCKED,
  state('unknown', 'closed, and no reader next to the person', 'true', ['person']),
  state('unknown', 'open, and no reader next to the person', 'nft flush ruleset', ['person']),
  {
    ...state(
      'passed',
      'closed by the old tools alone',
      `nft flush ruleset; for tool in iptables-legacy ip6tables-legacy; do $tool -P INPUT DROP; $tool -A INPUT -i lo -j ACCEPT; done`,
    ),
    undo: `for tool in iptables-legacy ip6tables-legacy; do $tool -P INPUT ACCEPT; $tool -F INPUT; done; ${load(GUARD)}`,
  },
];

const DOCKER = GUARD.replace('iifname "lo" accept', 'iifname { "lo", "docker0" } accept');
const interfaceOf = (verdict: Verdict, kind: string): State => ({
  ...state(verdict, `docker0 is trusted, and is ${kind}`, `ip link add docker0 type ${kind}; ${load(DOCKER)}`),
  undo: `ip link delete docker0; ${load(GUARD)}`,
});

const BY_INTERFACE: readonly State[] = [interfaceOf('passed', 'bridge'), interfaceOf('unknown', 'veth peer name far1')];

/** Good ones between bad ones, so that each changes the verdict. */
function inTurn(states: readonly State[]): readonly State[] {
  const good = states.filter(({ expected }) => expected.FirewallEnable === 'passed');
  const others = states.filter((one) => !good.includes(one));
  return others.flatMap((one, at) => [one, ...good.slice(at, at + 1)]);
}

/** The kernel has a ruleset that lets in what was asked for, and each state replaces it. */
export const FIREWALL: Subject = {
  name: 'firewall',
  asItWas: { FirewallEnable: 'passed' },
  // One ruleset names a card.
  prepare: `ip link show eth0 >/dev/null 2>&1 || ip link add eth0 type veth peer name far0\n${load(GUARD)}`,
  states: inTurn([...OF_THE_KERNEL, ...BY_MANAGERS, ...BY_FIREWALLD, ...BY_READER, ...BY_INTERFACE]),
};

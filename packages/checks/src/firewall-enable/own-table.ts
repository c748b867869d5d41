/** Our own table: nothing of what others have loaded is touched. */
export const OWN_TABLE = 'inet workplace';

/**
 * Rules that keep other computers out and let this one work: answers to its own connections, its own loopback, error
 * and neighbour messages, an address by DHCP. Loading it twice leaves one table: it is made, removed and made again.
 */
export function ownTable(sshPorts: readonly number[]): string {
  const ssh = sshPorts.length === 0 ? '' : `\n    tcp dport { ${sshPorts.join(', ')} } accept`;
  return `# Written by Workplace. Keeps other computers out; nothing else of the firewall is changed.
table ${OWN_TABLE}
delete table ${OWN_TABLE}
table ${OWN_TABLE} {
  chain input {
    type filter hook input priority filter; policy drop;
    ct state { established, related } accept
    iifname "lo" accept
    meta l4proto { icmp, ipv6-icmp } accept
    udp sport 67 udp dport 68 accept
    udp sport 547 udp dport 546 accept${ssh}
  }
}
`;
}

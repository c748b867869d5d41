import type { SystemPort } from '../system-port.ts';

const SSH_PORT = 22;
const LISTENING = '0A';

/**
 * Ports that a firewall must leave open so that no one who is connected over SSH is locked out: where this very session
 * came in, and where the computer listens for SSH. The configured port counts only when something listens there.
 */
export async function findSshPorts(system: SystemPort): Promise<readonly number[]> {
  const session = /^\S+ \d+ \S+ (\d{1,5})$/.exec(system.environment['SSH_CONNECTION'] ?? '')?.[1];
  const listening = await listeningPorts(system);
  const configured = [SSH_PORT, ...(await configuredPorts(system))].filter((port) => listening.has(port));
  const ports = [...configured, ...(session === undefined ? [] : [Number(session)])];
  return [...new Set(ports)].filter((port) => port > 0 && port < 65_536).toSorted((left, right) => left - right);
}

/** From the kernel's table of sockets, which needs no tool and no rights. */
async function listeningPorts(system: SystemPort): Promise<ReadonlySet<number>> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => system.readFile(path)));
  const rows = tables.flatMap((table) => (table.ok ? table.value.split('\n') : []));
  const ports = rows.map((row) => /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{2}) /.exec(row));
  return new Set(ports.flatMap((row) => (row?.[2] === LISTENING ? [Number.parseInt(row[1] ?? '', 16)] : [])));
}

async function configuredPorts(system: SystemPort): Promise<readonly number[]> {
  const folder = await system.listFolder('/etc/ssh/sshd_config.d');
  const paths = [
    '/etc/ssh/sshd_config',
    ...(folder.ok ? folder.value.map((name) => `/etc/ssh/sshd_config.d/${name}`) : []),
  ];
  const files = await Promise.all(paths.map((path) => system.readFile(path)));
  return files.flatMap((file) =>
    file.ok ? [...file.value.matchAll(/^\s*Port\s+(\d{1,5})\s*$/gim)].map(([, port]) => Number(port)) : [],
  );
}

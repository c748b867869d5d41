import { execFile } from 'node:child_process';
import { appendFile, chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, DATABASE_MACHINES, type Machine } from './cluster.ts';
import { root } from './processes.ts';

const run = promisify(execFile);
const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
/** What the set-up asks. */
const ANSWERS = `--company-name Example --login ilse --name "Ilse Brandt" --email ilse@example.com --support-phone "+1 555 0100" --yes`;

/** The commands of a step of the page. @throws Error where the page has none */
export function commandsOf(step: number): string {
  const [, section = ''] = new RegExp(`^### ${step}\\. [^\\n]*\\n([\\s\\S]*?)(?=^##)`, 'm').exec(page) ?? [];
  const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');
  if (commands === '') throw new Error(`Step ${step} of docs/operations.md has no commands.`);
  return commands;
}

/** Every command of the page, in its order, and between them what its sentences say. */
export async function followPage(cluster: Cluster): Promise<void> {
  const bring = async (file: string, from: Machine, to: Machine) => {
    await run('cp', ['-p', join(cluster.folderOf(from), file), cluster.folderOf(to)]);
  };
  await cluster.run('db1', commandsOf(1));
  for (const machine of ['db2', 'db3'] as const) await bring('passwords.sed', 'db1', machine);
  for (const machine of DATABASE_MACHINES) {
    const own = `NAME=${machine} ADDRESS=${cluster.addressOf(machine)}`;
    await cluster.run(machine, commandsOf(2).replace('NAME=db1 ADDRESS=10.20.0.11', own));
  }
  await cluster.run('db1', commandsOf(3));
  await bring('database.url', 'db1', 'gate1');
  await makeCertificate(cluster);
  for (const machine of ['gate1', 'gate2'] as const) await cluster.run(machine, commandsOf(4));
  const inCheckout = `cd '${root}'\n`;
  const setUp = commandsOf(5).replace(/ database\.url$/m, ` "$MACHINE/database.url" ${ANSWERS}`);
  await cluster.run('gate1', inCheckout + setUp);
  await cluster.run('gate2', inCheckout + commandsOf(6));
}

async function makeCertificate({ folderOf }: Cluster): Promise<void> {
  const file = join(folderOf('gate1'), 'etc/haproxy/gate.pem');
  const key = `${file}.key`;
  const names = ['-subj', '/CN=gate.localhost', '-addext', 'subjectAltName=DNS:gate.localhost'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...names,
    '-keyout',
    key,
    '-out',
    file,
  ]);
  await writeFile(join(folderOf('gate1'), 'authority.pem'), await readFile(file));
  await appendFile(file, await readFile(key));
  await chmod(file, 0o644);
  await copyFile(file, join(folderOf('gate2'), 'etc/haproxy/gate.pem'));
  await copyFile(join(folderOf('gate1'), 'authority.pem'), join(folderOf('gate2'), 'authority.pem'));
}

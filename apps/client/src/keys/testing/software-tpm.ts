import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROGRAM = '/usr/bin/swtpm';

/** Whether there is a TPM in software; `npm test` installs it where it may. */
export const hasSoftwareTpm = existsSync(PROGRAM);
if (!hasSoftwareTpm) process.stdout.write('swtpm is not installed: tests of keys in a TPM are skipped.\n');

/** What becomes of an answer on its way; null: nothing comes back. */
export type Mangle = (answer: Buffer) => Buffer | null | 'hang up';

/**
 * A TPM 2.0 in software behind a socket, shared somewhat as the kernel does it: anyone who leaves, leaves nothing in it. Who
 * comes while another is there waits.
 */
export interface SoftwareTpm {
  readonly path: string;
  /** Commands that came, by their codes. */
  readonly commands: number[];
  mangle: Mangle;
  /** As the computer's: what was loaded is gone, what was stored stays. */
  readonly restart: () => Promise<void>;
  /** As the firmware's "Clear TPM": another owner's seed. */
  readonly clear: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const FLUSHES = [0, 1, 2].map((slot) => Buffer.from(`80010000000e000001658000000${slot}`, 'hex'));
const CLEAR = Buffer.from('80020000001b000001264000000a00000009400000090000000000', 'hex');

/** @param at where the socket is to be, such as below the root of a scratch computer */
export async function startSoftwareTpm(at?: string): Promise<SoftwareTpm> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-tpm-'));
  const path = at ?? join(folder, 'tpmrm0');
  const clients = new Set<Socket>();
  const inTurn = createQueue();
  let program = await startProgram(folder);
  const server = createServer((client) => {
    clients.add(client);
    client.pause().on('error', () => undefined);
    void inTurn(() => serve(client, tpm, (command) => program.ask(command)));
  }).listen(path);
  const stopProgram = async () => {
    for (const client of clients) client.destroy();
    await program.stop();
  };
  const tpm: SoftwareTpm = {
    path,
    commands: [],
    mangle: (answer) => answer,
    restart: async () => {
      await stopProgram();
      program = await startProgram(folder);
    },
    clear: async () => void (await program.ask(CLEAR)),
    stop: async () => {
      server.close();
      await stopProgram();
      await rm(folder, { recursive: true, force: true });
      await rm(path, { force: true });
    },
  };
  while (!existsSync(path)) await wait(5);
  return tpm;
}

async function serve(client: Socket, tpm: SoftwareTpm, ask: Program['ask']): Promise<void> {
  const inTurn = createQueue();
  client.on('data', (command: Buffer) => {
    tpm.commands.push(command.readUInt32BE(6));
    void inTurn(async () => {
      const answer = await ask(command);
      const sent = answer.length === 0 ? 'hang up' : tpm.mangle(answer);
      if (sent === 'hang up') client.destroy();
      else if (sent !== null) client.write(sent);
    });
  });
  client.resume();
  if (!client.closed) await new Promise<void>((resolve) => client.once('close', () => resolve()));
  for (const flush of FLUSHES) await inTurn(() => ask(flush));
}

interface Program {
  /** Answers with nothing once it has ended. */
  readonly ask: (command: Buffer) => Promise<Buffer>;
  readonly stop: () => Promise<void>;
}

async function startProgram(folder: string): Promise<Program> {
  const socketPath = join(folder, 'swtpm');
  const child = spawn(PROGRAM, [
    ...['socket', '--tpm2', '--tpmstate', `dir=${folder}`, '--server', `type=unixio,path=${socketPath}`],
    // It ends with its only connection, however the test ends.
    ...['--flags', 'not-need-init,startup-clear', '--terminate'],
  ]);
  const socket = await connectTo(socketPath);
  const isOver = new Promise<Buffer>((resolve) => socket.once('close', () => resolve(Buffer.alloc(0))));
  const inTurn = createQueue();
  return {
    ask: (command) =>
      inTurn(() => {
        const answer = new Promise<Buffer>((resolve) => socket.once('data', resolve));
        socket.write(command);
        return Promise.race([answer, isOver]);
      }),
    stop: async () => {
      await ended(child);
      socket.destroy();
      await rm(socketPath, { force: true });
    },
  };
}

/** The socket is there a moment before it takes anybody. */
async function connectTo(path: string): Promise<Socket> {
  for (;;) {
    const socket = connect(path);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await wait(5);
  }
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(task: () => Promise<Value>): Promise<Value> => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await exit;
}

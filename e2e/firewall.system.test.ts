import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeIptables, type MadeTable, madeTables } from '../packages/checks/src/firewall-enable/testing/made-rules.ts';
import { isOpenInModel, modelComesIn } from '../packages/checks/src/firewall-enable/testing/packet-model.ts';
import {
  forIptables,
  forNft,
  writeIptables,
  writeNft,
} from '../packages/checks/src/firewall-enable/testing/write-rules.ts';
import { type BootedLinux, bootLinux } from './support/booted-linux.ts';
import { read, type Said, see } from './support/firewall/compare.ts';
import type { Task, Tried } from './support/firewall/judge.ts';
import { EVERY_PORT, INSIDE_CARD, PROTOCOLS, probeName, SOURCES } from './support/firewall/network.ts';
import { CLOSED, LOOK_CLOSED, NOT_UNDERSTOOD } from './support/firewall/nft-rulesets.ts';
import { FIREWALLD, IPTABLES, UFW } from './support/firewall/other-rulesets.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'vestibule-firewall-'));
const judge = join(folder, 'judge');
await mkdir(judge);
for (const name of ['judge.ts', 'network.ts']) {
  await copyFile(join(import.meta.dirname, 'support/firewall', name), join(judge, name));
}
await copyFile(process.execPath, join(judge, 'node'));
const booted = await bootLinux({
  installed: [
    ...['systemd-sysv', 'dbus', 'dbus-daemon', 'nftables', 'iproute2', 'procps'],
    ...['iptables', 'ufw', 'firewalld'],
  ],
  fetched: [],
  folders: { '/srv/judge': judge },
  tell: (line) => say(`Progress: a Debian of its own, ${line}`),
});
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settings of the managers as they come, to go back to after each of their rulesets. */
const KEEP_SETTINGS = `
systemctl mask --now firewalld ufw
mkdir -p /srv/made
cp -a /etc/ufw /srv/made/ufw
cp -a /etc/default/ufw /srv/made/default-ufw
cp /etc/firewalld/firewalld.conf /srv/made/firewalld.conf
`;

interface Named extends Task {
  readonly expected: Said;
}

const NFT: readonly Named[] = [...LOOK_CLOSED, ...CLOSED, ...NOT_UNDERSTOOD].map(([name, expected, text]) => ({
  name,
  expected,
  load: `nft -f - <<'X'\n${text}\nX`,
}));

interface Made extends Task {
  readonly tables: readonly MadeTable[];
}

/** Rulesets that no one has thought of: as many for nft as for both kinds of iptables. */
function makeUp(numRuns: number, seed: number): readonly Made[] {
  const ofNft = fc.sample(madeTables.map(forNft), { numRuns, seed }).map((tables, index) => ({
    tables,
    name: `nft ${index} of ${seed}`,
    load: `nft -f - <<'X'\n${writeNft(tables)}\nX`,
  }));
  const ofIptables = fc.sample(madeIptables.map(forIptables), { numRuns, seed }).map((tables, index) => {
    const kind = index % 2 === 0 ? 'nft' : 'legacy';
    const parts = tables.map((table) => {
      const tool = table.family === 'ip' ? 'iptables' : 'ip6tables';
      return `${tool}-${kind}-restore <<'X'\n${writeIptables(table)}X`;
    });
    return { tables, name: `iptables-${kind} ${index} of ${seed}`, load: ['set -e', ...parts].join('\n') };
  });
  return [...ofNft, ...ofIptables];
}

describe.skipIf(!booted.ok)('the kernel judges what the reader says of a firewall', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  const made = makeUp(60, Date.now() % 1_000_000);
  const tried = new Map<string, Tried>();

  /** Loads each ruleset in one of these networks and tries to connect from outside. */
  async function tryAll(tasks: readonly Task[], networks: readonly string[]): Promise<void> {
    const child = linux.open(['/srv/judge/node', '/srv/judge/judge.ts', 'judge', networks.join(',')]);
    let problem = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem += text;
    });
    child.stdin.end(tasks.map(({ name, load, unload }) => `${JSON.stringify({ name, load, unload })}\n`).join(''));
    for await (const line of createInterface({ input: child.stdout })) {
      const one = JSON.parse(line) as Tried;
      tried.set(one.name, one);
    }
    const left = tasks.filter(({ name }) => !tried.has(name));
    if (left.length > 0) throw new Error(`${left.length} rulesets were not tried: ${problem}`);
  }
  const triedOf = ({ name }: Task): Tried => {
    const found = tried.get(name);
    if (found === undefined) throw new Error(`${name} was not tried.`);
    return found;
  };

  beforeAll(async () => {
    const { code, stderr } = await linux.run(['sh', '-ec', KEEP_SETTINGS]);
    if (code !== 0) throw new Error(stderr);
    // Programs that look after rules have their settings in one place: each kind one after the other.
    await Promise.all([
      tryAll([...NFT, ...IPTABLES, ...made], ['one', 'two', 'three']),
      tryAll(UFW, ['ufw']),
      tryAll(FIREWALLD, ['firewalld']),
    ]);
  });

  type Check<Of extends Task> = (task: Of, one: Tried) => Promise<readonly string[]>;

  /** What is wrong of all; a machine that has much else to do may miss a connection, so what seems wrong is tried again. */
  async function wrongOf<Of extends Task>(tasks: readonly Of[], check: Check<Of>): Promise<readonly string[]> {
    const found = await Promise.all(tasks.map(async (task) => ({ task, wrong: await check(task, triedOf(task)) })));
    const doubtful = found.filter(({ wrong }) => wrong.length > 0).map(({ task }) => task);
    if (doubtful.length === 0) return [];
    await tryAll(doubtful, [`again${++rounds}`]);
    return (await Promise.all(doubtful.map((task) => check(task, triedOf(task))))).flat();
  }
  let rounds = 0;

  const checkNamed: Check<Named> = async (task, one) => {
    const { said, detail } = await read(one);
    const { isOpen, isAnyIn } = see(one);
    return [
      ...(one.problem === null ? [] : [`${task.name} was not loaded: ${one.problem}`]),
      ...(said === task.expected ? [] : [`${task.name}: ${said} in place of ${task.expected} ${detail}`]),
      ...(said === 'on' && isOpen ? [`${task.name}: passes, and every connection came in`] : []),
      ...((said === 'off' || said === 'gap') && !isAnyIn ? [`${task.name}: fails, and no connection came in`] : []),
    ];
  };

  test.each([
    ['nft', NFT],
    ['iptables, of both kinds', IPTABLES],
    ['ufw', UFW],
    ['firewalld', FIREWALLD],
  ])('rulesets of %s', async (_, tasks) => {
    expect(await wrongOf(tasks, checkNamed)).toEqual([]);
  });

  test('rulesets that no one has thought of', async () => {
    // The model also tries other cards, source ports and moments than the kernel was asked for.
    const isOpenElsewhere = new Map(made.map((task) => [task, isOpenInModel(task.tables)]));
    const saidOf = async (task: Made) => (await read(triedOf(task))).said;
    const check: Check<Made> = async (task, one) => {
      const { said } = await read(one);
      const { isOpen, isAnyIn } = see(one);
      const mayBeOpen = isOpenElsewhere.get(task) === true;
      return [
        ...(one.problem === null ? [] : [`was not loaded: ${one.problem}\n${task.load}`]),
        ...(said === 'on' && (isOpen || mayBeOpen) ? [`passes, and is open:\n${task.load}`] : []),
        ...((said === 'off' || said === 'gap') && !isAnyIn && !mayBeOpen
          ? [`fails, and is closed:\n${task.load}`]
          : []),
      ];
    };
    expect(await wrongOf(made, check)).toEqual([]);
    const closed = made.filter((task) => isOpenElsewhere.get(task) === false);
    const said = await Promise.all(closed.map(saidOf));
    const on = said.filter((one) => one === 'on').length;
    say(
      `Progress: ${on} of ${closed.length} made-up rulesets that are closed are said to be on, of ${made.length} in all`,
    );
    expect(on / closed.length).toBeGreaterThan(0.8);
  });

  test('the model that made-up rulesets are compared with does what the kernel does', async () => {
    const check: Check<Made> = async (task, { reached }) => {
      const came = new Set(reached);
      return SOURCES.flatMap(({ name, family, outside, port: sourcePort = ANY_PORT }) =>
        PROTOCOLS.flatMap((protocol) =>
          EVERY_PORT.flatMap((port) => {
            // Over TCP nothing is tried from a port that is named.
            if (protocol === 'tcp' && sourcePort !== ANY_PORT) return [];
            const packet = { family, protocol, source: outside, sourcePort, port, interface: INSIDE_CARD, ...USUAL };
            const isWrong = modelComesIn(task.tables, packet) !== came.has(probeName(protocol, name, port));
            return isWrong ? [`${probeName(protocol, name, port)} of ${task.name}:\n${task.load}`] : [];
          }),
        ),
      );
    };
    expect(await wrongOf(made, check)).toEqual([]);
  });
});

/** One of those that a system hands out. */
const ANY_PORT = 40_000;
/** No limit of a made-up ruleset is reached by so few connections, and packets have no headers of their own. */
const USUAL = { isBelow: [true, true, true, true], hasExtension: false };

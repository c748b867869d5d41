/**
 * The kernel as judge. Loads rulesets one after the other into a network of its own and tries to connect from the other end
 * of a cable. Runs inside the booted system, where nothing of ours is installed: it imports what Node brings, and its
 * neighbour.
 *
 * Takes rulesets as JSON lines and answers with a line for each: `judge.ts judge one,two` tries two at a time.
 */
import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createConnection, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  EVERY_PORT,
  INSIDE_CARD,
  INSIDE_HARDWARE,
  OUTSIDE_CARD,
  OUTSIDE_HARDWARE,
  probeName,
  SOURCES,
} from './network.ts';

const execute = promisify(execFile);

/** A closed port says nothing: so long is waited for it. An open one answers within a millisecond or two. */
const PATIENCE_MS = 150;

export interface Task {
  readonly name: string;
  /** Run by `sh` inside the network, after all earlier rules have been taken away. */
  readonly load: string;
  /** Run when it is over. */
  readonly unload?: string;
}

export interface Tried {
  readonly name: string;
  /** Null when the rules were loaded; else what the tool said. */
  readonly problem: string | null;
  /** Connections that came in, by `probeName`. */
  readonly reached: readonly string[];
  /** What each command of a reader printed, and each file it reads. */
  readonly printed: Readonly<Record<string, string>>;
}

const FILES = [
  '/proc/net/ip_tables_names',
  '/proc/net/ip6_tables_names',
  '/proc/net/if_inet6',
  '/proc/net/route',
] as const;

/** What a reader asks, each only where it would: the old tools make tables by being asked. */
const COMMANDS: Readonly<Record<string, string>> = {
  'nft -j list ruleset': 'tee $asked',
  'nft list ruleset': 'grep -q flags $asked',
  'iptables-nft-save': `grep -q '"xt"' $asked`,
  'ip6tables-nft-save': `grep -q '"xt"' $asked`,
  'iptables-legacy-save': `grep -q . ${FILES[0]}`,
  'ip6tables-legacy-save': `grep -q . ${FILES[1]}`,
};
const MARK = '\u001e';
const PROBLEM = 'problem';

/** Prints each file, and each command's output, behind a mark and its name. */
const SHOW = [
  'asked=$(mktemp)',
  ...FILES.map((path) => `printf '${MARK}%s\\n' '${path}'; cat ${path} 2>/dev/null`),
  ...Object.entries(COMMANDS).map(([line, needed]) => {
    const asks = needed.startsWith('tee') ? `${line} | ${needed}` : `${needed} && ${line} 2>/dev/null`;
    return `printf '${MARK}%s\\n' '${line}'; ${asks}`;
  }),
  'rm $asked',
].join('\n');

/** Says what the tool said that refused a ruleset, and nothing of one that was loaded. */
function loadAndShow(load: string): string {
  return `${CLEAN}
said=$(mktemp)
if ! ( ${load}
) > $said 2>&1; then printf '${MARK}%s\\n' ${PROBLEM}; cat $said; fi
rm $said
${SHOW}`;
}

/** Takes everything away that an earlier task may have left. */
const CLEAN = `
nft flush ruleset
for family in ip ip6; do
  for table in $(cat /proc/net/\${family}_tables_names 2>/dev/null); do
    tool=iptables-legacy; [ $family = ip ] || tool=ip6tables-legacy
    $tool -t $table -F; $tool -t $table -X
    for chain in $($tool -t $table -S | sed -n 's/^-P \\([A-Z]*\\) .*/\\1/p'); do $tool -t $table -P $chain ACCEPT; done
  done
done`;

async function shell(namespace: string, script: string): Promise<string> {
  const { stdout } = await execute('ip', ['netns', 'exec', namespace, 'sh', '-c', `exec < /dev/null\n${script}`], {
    maxBuffer: 1 << 26,
  });
  return stdout;
}

/** Two networks and a cable between them, with all addresses known on both sides: no rule stands in the way of finding them. */
async function lay(network: string): Promise<{ inside: string; outside: string }> {
  const [inside, outside] = [`${network}-inside`, `${network}-outside`];
  const ends = [
    { name: inside, card: INSIDE_CARD, own: 'inside', other: 'outside', far: OUTSIDE_HARDWARE },
    { name: outside, card: OUTSIDE_CARD, own: 'outside', other: 'inside', far: INSIDE_HARDWARE },
  ] as const;
  for (const { name } of ends) await execute('ip', ['netns', 'add', name]);
  await execute('ip', [
    ...['link', 'add', INSIDE_CARD, 'netns', inside, 'address', INSIDE_HARDWARE, 'type', 'veth'],
    ...['peer', 'name', OUTSIDE_CARD, 'netns', outside, 'address', OUTSIDE_HARDWARE],
  ]);
  for (const { name, card, own, other, far } of ends) {
    const lines = SOURCES.flatMap((source) => [
      `addr replace ${source[own]}/${source.length} dev ${card}${source.family === 6 ? ' nodad' : ''}`,
      `neigh replace ${source[other]} lladdr ${far} nud permanent dev ${card}`,
    ]);
    const setUp = ['link set lo up', `link set ${card} addrgenmode none`, `link set ${card} up`, ...lines];
    const routes =
      own === 'inside' ? [SOURCES.find(({ family }) => family === 4), SOURCES.find(({ family }) => family === 6)] : [];
    const batch = [...setUp, ...routes.map((source) => `route add default via ${source?.outside ?? ''} dev ${card}`)];
    await shell(name, `ip -batch - <<'X'\n${batch.join('\n')}\nX`);
  }
  await shell(outside, `nft '${WITHOUT_REFUSALS}'`);
  return { inside, outside };
}

/**
 * What the other end hears of a refusal is not heard: a connection that is made, and of which a later packet is refused, has
 * been made.
 */
const WITHOUT_REFUSALS = `table inet t { chain i { type filter hook input priority 0;
  tcp flags & rst == rst drop; icmp type destination-unreachable drop; icmpv6 type destination-unreachable drop; }; }`;

/** Listens on every port that is tried, and says which datagrams came in when it is asked. */
async function listen(): Promise<void> {
  let came: string[] = [];
  for (const port of EVERY_PORT) {
    createServer((socket) => socket.on('error', () => undefined).destroy()).listen(port, '::');
    createSocket({ type: 'udp6' })
      .on('message', (message) => came.push(String(message)))
      .bind(port, '::');
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const round = `${line} `;
    // What has come is taken first.
    await wait(10);
    const own = came.filter((message) => message.startsWith(round)).map((message) => message.slice(round.length));
    came = [];
    process.stdout.write(`${JSON.stringify(own)}\n`);
  }
}

/** Tries every connection at once, for each line it is given, and says which were made over TCP. */
async function probe(): Promise<void> {
  for await (const round of createInterface({ input: process.stdin })) {
    const made = await Promise.all(
      SOURCES.flatMap((source) => {
        const scope = source.outside.startsWith('fe80') ? `%${OUTSIDE_CARD}` : '';
        const to = { host: `${source.inside}${scope}`, localAddress: `${source.outside}${scope}` };
        const sent = sendEverywhere(source, to, round);
        if (source.port !== undefined) return [sent];
        return [sent, ...EVERY_PORT.map((port) => connects({ ...to, port }, probeName('tcp', source.name, port)))];
      }),
    );
    process.stdout.write(`${JSON.stringify(made.filter((name) => name !== null))}\n`);
  }
}

/** Sends a datagram to every port. The own port is free again when it resolves: the next round may want the same one. */
function sendEverywhere(
  { family, name, port: ownPort = 0 }: (typeof SOURCES)[number],
  to: { readonly host: string; readonly localAddress: string },
  round: string,
): Promise<null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(family === 4 ? 'udp4' : 'udp6');
    socket.once('error', reject).bind({ address: to.localAddress, port: ownPort }, () => {
      socket.off('error', reject).on('error', () => undefined);
      let left = EVERY_PORT.length;
      for (const port of EVERY_PORT) {
        socket.send(`${round} ${probeName('udp', name, port)}`, port, to.host, () => {
          left -= 1;
          if (left === 0) socket.close(() => resolve(null));
        });
      }
    });
  });
}

function connects(to: { host: string; localAddress: string; port: number }, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ ...to, family: to.host.includes(':') ? 6 : 4 });
    const finish = (isMade: boolean) => {
      socket.destroy();
      resolve(isMade ? name : null);
    };
    // What has come by then is looked at first, however late this process is.
    setTimeout(() => setImmediate(() => finish(false)), PATIENCE_MS);
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}

/** A program at one end of the cable, that answers each line with one. */
function start(namespace: string, part: string): (line: string) => Promise<readonly string[]> {
  const words = ['netns', 'exec', namespace, process.execPath, import.meta.filename, part];
  const child = spawn('ip', words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (line) => {
    child.stdin.write(`${line}\n`);
    const answer: unknown = JSON.parse(String((await lines.next()).value));
    return Array.isArray(answer) ? answer.map(String) : [];
  };
}

async function judgeAll(tasks: AsyncIterator<string>, name: string): Promise<void> {
  const { inside, outside } = await lay(name);
  const [listener, prober] = [start(inside, 'listen'), start(outside, 'probe')];
  // Until every listener listens.
  for (let turn = 0; turn < 100; turn++) {
    if (
      (await prober(`warm${turn}`)).length ===
      SOURCES.filter(({ port }) => port === undefined).length * EVERY_PORT.length
    )
      break;
    await wait(20);
  }
  for (let round = 0; ; round++) {
    const next = await tasks.next();
    if (next.done === true) return;
    const task = JSON.parse(next.value) as Task;
    const printed = await shell(inside, loadAndShow(task.load));
    const overTcp = await prober(String(round));
    const overUdp = await listener(String(round));
    if (task.unload !== undefined) await shell(inside, task.unload);
    const { [PROBLEM]: problem = null, ...sections } = Object.fromEntries(
      printed
        .split(MARK)
        .slice(1)
        .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1)]),
    ) as Record<string, string>;
    const tried: Tried = { name: task.name, problem, reached: [...overTcp, ...overUdp], printed: sections };
    process.stdout.write(`${JSON.stringify(tried)}\n`);
  }
}

const [part = 'judge', networks = 'one'] = process.argv.slice(2);
if (part === 'listen') await listen();
else if (part === 'probe') await probe();
else {
  const tasks = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  await Promise.all(networks.split(',').map((name) => judgeAll(tasks, name)));
  process.exit(0);
}

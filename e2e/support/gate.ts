import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeMigratedDatabase } from '../../apps/server/src/testing/embedded-database.ts';
import { isInRun } from '@vestibule/testing/run-folder';
import { freePort } from '@vestibule/testing/free-port';
import { endProgram, startProgram } from './processes.ts';

/** The server and the trial's work application, as separate processes. */
export interface Gate {
  readonly url: string;
  readonly workApp: string;
  readonly dataFolder: string;
  /** `kill -9`, as a power cut does, and a new start on the same data. */
  crashAndRestart(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param environment of the server, next to what makes it the trial of this folder */
export async function startGate(
  dataFolder: string,
  policy: string,
  isFastCheckMode: boolean,
  environment: NodeJS.ProcessEnv = {},
): Promise<Gate> {
  const port = await freePort();
  const workAppPort = await freePort();
  const url = `http://localhost:${port}`;
  const workApp = `http://127.0.0.1:${workAppPort}`;
  const policyFile = join(dataFolder, 'policy.yaml');
  await writeFile(policyFile, policy);
  const startServer = () =>
    startProgram('apps/server/src/main.ts', {
      env: {
        PORT: String(port),
        VESTIBULE_DATA: dataFolder,
        VESTIBULE_PUBLIC_URL: url,
        VESTIBULE_POLICY: policyFile,
        VESTIBULE_DEMO: '1',
        VESTIBULE_DEMO_WORK_APP: workApp,
        VESTIBULE_DEMO_FAST_CHECK: isFastCheckMode ? '1' : '0',
        VESTIBULE_ALLOW_SCRATCH_ROOT: '1',
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
  if (isInRun()) await placeMigratedDatabase(dataFolder);
  const [started, application] = await Promise.all([
    startServer(),
    startProgram('apps/work-app/src/main.ts', { args: ['--port', String(workAppPort), '--gate', url] }),
  ]);
  let server: ChildProcess = started;
  return {
    url,
    workApp,
    dataFolder,
    kill: () => endProgram(server, 'SIGKILL'),
    restart: async () => {
      server = await startServer();
    },
    crashAndRestart: async () => {
      await endProgram(server, 'SIGKILL');
      server = await startServer();
    },
    stop: async () => {
      await endProgram(application);
      await endProgram(server);
    },
  };
}

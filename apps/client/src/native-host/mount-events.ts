import { readFileSync } from 'node:fs';

/** Where Linux tells what is mounted; it has neither a size nor a time, and tells no event that Node can hear. */
export const MOUNTS = '/proc/self/mountinfo';

/**
 * The tool ends after so long without an event and is started again: should this process be killed, nothing of it stays
 * longer than that.
 */
const TOOL_LIFE_MS = 60_000;

/** Containers and packages mount a dozen things at once: that is one change. */
const TOGETHER_MS = 250;

/** The tool has read what is mounted by then, and waits. */
const ARMED_AFTER_MS = 500;

export interface MountEventsOptions {
  /** Absolute path of `findmnt` (util-linux), which waits for the kernel's own event. */
  readonly tool: string;
  readonly onChange: () => void;
  /** The tool does not do it here; said once, and nothing is watched any more. */
  readonly onLost: (detail: string) => void;
  readonly toolLifeMs?: number;
}

/** Tells when something was mounted, unmounted or mounted otherwise, without looking again and again. */
export function watchMounts({ tool, onChange, onLost, toolLifeMs = TOOL_LIFE_MS }: MountEventsOptions) {
  const script = ['--poll', '--noheadings', '--output', 'ACTION', '--timeout', String(toolLifeMs)];
  let known = readMounts();
  let end = () => {};
  let isOver = false;
  let soon: NodeJS.Timeout | null = null;

  const look = () => {
    if (soon !== null) clearTimeout(soon);
    soon = null;
    const now = readMounts();
    if (isOver || now === known) return;
    known = now;
    onChange();
  };

  const lose = (detail: string) => {
    if (isOver) return;
    // Who looks from now on only learns how things are.
    if (soon !== null) look();
    isOver = true;
    onLost(detail);
  };

  const start = () => {
    const startedAt = performance.now();
    // Loaded here: a command of a person never comes by.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(tool, script, { stdio: ['ignore', 'pipe', 'ignore'], env: { LC_ALL: 'C' } });
    // What changed while no tool was waiting.
    const armed = setTimeout(look, ARMED_AFTER_MS);
    end = () => {
      clearTimeout(armed);
      child.kill();
    };
    child.stdout.on('data', () => {
      if (!isOver) soon ??= setTimeout(look, TOGETHER_MS);
    });
    child.once('error', ({ message }) => lose(message));
    child.once('exit', (code, signal) => {
      clearTimeout(armed);
      const hasWaited = performance.now() - startedAt >= toolLifeMs;
      if (isOver) return;
      if (code === 0 && hasWaited) start();
      else lose(`${tool} ended with ${code ?? signal}.`);
    });
  };

  start();
  return {
    close: () => {
      isOver = true;
      if (soon !== null) clearTimeout(soon);
      end();
    },
  };
}

function readMounts(): string {
  return readFileSync(MOUNTS, 'utf8');
}

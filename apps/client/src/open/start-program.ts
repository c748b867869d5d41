import type { Opening } from './choose-opening.ts';

/** Starts a program that goes on without this one. @returns false when it did not start, or ended at once as failed */
export type StartProgram = (opening: Opening) => Promise<boolean>;

/** A browser that runs already hands the address over and ends well; one that cannot show anything ends badly, and soon. */
const FAILS_WITHIN_MS = 2500;

/** `xdg-open` has the browsers of a computer fail in turn: with three of them that takes as many seconds, and some. */
const SYSTEMS_OWN_FAILS_WITHIN_MS = 6000;

/** @param environment of the person: a browser works with all of it */
export function createStartProgram(environment: Readonly<Record<string, string | undefined>>): StartProgram {
  return async ({ program, arguments: words, isSystemsOwn }) => {
    const { spawn } = await import('node:child_process');
    return new Promise((resolve) => {
      const child = spawn(program, [...words], {
        env: { ...environment },
        stdio: 'ignore',
        detached: true,
        shell: false,
      });
      const finish = (isStarted: boolean) => {
        clearTimeout(timer);
        child.removeAllListeners();
        child.on('error', () => undefined);
        child.unref();
        resolve(isStarted);
      };
      const timer = setTimeout(
        () => finish(true),
        isSystemsOwn === true ? SYSTEMS_OWN_FAILS_WITHIN_MS : FAILS_WITHIN_MS,
      );
      child.once('error', () => finish(false));
      child.once('exit', (code) => finish(code === 0));
    });
  };
}

import { existsSync } from 'node:fs';

export const NOT_DISPOSABLE =
  'system tests change the machine they run on. They start in CI (CI=true), in a container, or where you say that this machine may be thrown away: VESTIBULE_DISPOSABLE=1';

/** Container engines leave these files inside. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv'];

export function isDisposable(): boolean {
  const { CI, VESTIBULE_DISPOSABLE } = process.env;
  return CI === 'true' || VESTIBULE_DISPOSABLE === '1' || CONTAINER_FILES.some((file) => existsSync(file));
}

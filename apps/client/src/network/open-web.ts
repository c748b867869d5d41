import type { LocalSystem } from '../system/local-system.ts';
import { openConnection } from './connection.ts';
import { findSystemProxy } from './system-proxy.ts';
import { openWeb, type Web } from './web.ts';

/** This client's own way to its servers, as this computer goes out; loaded with the first command that asks for it. */
export function openOwnWeb(system: LocalSystem): Web {
  return openWeb(openConnection(() => findSystemProxy(system)));
}

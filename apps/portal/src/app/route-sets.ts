export const SECOND_SET = '/v2';

/** The set of routes a path is in: navigation stays in it. */
export type RouteSet = '' | typeof SECOND_SET;

/** @param path below the base path */
export function setOf(path: string): RouteSet {
  return path === SECOND_SET || path.startsWith(`${SECOND_SET}/`) ? SECOND_SET : '';
}

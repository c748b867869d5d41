export const SECOND_SET = '/v2';

/** @param path below the base path; a help article may have any name */
export function isStatusPath(path: string): boolean {
  return path.includes('status') && !path.slice(setOf(path).length).startsWith('/help/');
}

/** The set of routes a path is in: navigation stays in it. */
export type RouteSet = '' | typeof SECOND_SET;

/** @param path below the base path */
export function setOf(path: string): RouteSet {
  return path === SECOND_SET || path.startsWith(`${SECOND_SET}/`) ? SECOND_SET : '';
}

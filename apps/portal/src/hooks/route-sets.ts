export const SECOND_SET = '/v2';
/** The pages of a synthetic laptop: the same ones, over ports that sign no one in. */
export const TRY_OUT_SET = '/try';

/** @param path below the base path; a help article may have any name */
export function isStatusPath(path: string): boolean {
  return path.includes('status') && !path.slice(setOf(path).length).startsWith('/help/');
}

/** The set of routes a path is in: navigation stays in it. */
export type RouteSet = '' | typeof SECOND_SET | typeof TRY_OUT_SET;

/** @param path below the base path */
export function setOf(path: string): RouteSet {
  for (const set of [SECOND_SET, TRY_OUT_SET] as const) if (path === set || path.startsWith(`${set}/`)) return set;
  return '';
}

/** Typed in, opened from a bookmark or loaded again: no step of a sign-in led to this page. */
export function isOpenedByHand(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit !== undefined && new URL(visit.name).pathname === location.pathname;
}

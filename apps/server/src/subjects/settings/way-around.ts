import type { CompanyConfiguration } from '@vestibule/contracts';

type Way = Pick<CompanyConfiguration['skipping'], 'until' | 'applications'>;

/**
 * Why a way around the check is shut, by what the company has set of it: an end, and the applications it leads to. Null:
 * it is open.
 * @param applicationName null: to every application
 */
export function whyWayIsShut(way: Way, applicationName: string | null, now: Date): string | null {
  if (way.until !== null && Date.parse(way.until) <= now.getTime()) {
    return `Your company ended this at ${way.until.slice(0, 16).replace('T', ' ')} UTC. Only an administrator opens it again.`;
  }
  if (way.applications === null) return null;
  const names = way.applications.join(', ');
  if (applicationName === null) return `It leads to single applications only. Name one of them: ${names}.`;
  return way.applications.includes(applicationName)
    ? null
    : `It does not lead to ${applicationName}, only to: ${names}.`;
}

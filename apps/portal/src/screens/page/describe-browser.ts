import { majorOf, type Visitor } from '@vestibule/policy';

/** A browser's name and major version: 'Chrome 143'. */
export function describeBrowser({ browser, browserVersion }: Visitor): string {
  return browserVersion === '' ? browser : `${browser} ${majorOf(browserVersion)}`;
}

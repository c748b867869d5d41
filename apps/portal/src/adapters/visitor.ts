import { type ClientHints, readVisitor, type Visitor } from '@vestibule/policy';

interface UserAgentData {
  readonly brands: ClientHints['brands'];
  readonly mobile: boolean;
  readonly platform: string;
  getHighEntropyValues(names: readonly string[]): Promise<{
    readonly platformVersion?: string;
    readonly fullVersionList?: ClientHints['brands'];
  }>;
}

/** The computer and the browser this page runs in, as far as the user agent tells. */
export function readThisVisitor(): Visitor {
  return readVisitor({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints, hints: null });
}

/** The same with what a browser tells only when it is asked: the version of the system, where it is Chromium. */
export async function readThisVisitorWell(): Promise<Visitor> {
  return readVisitor({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    hints: await askForHints(),
  });
}

/** A tablet that asks for pages for computers, and calls itself one to whomever it signs in at. */
export function callsItselfComputer(): boolean {
  const named = readVisitor({ userAgent: navigator.userAgent, touchPoints: 0, hints: null });
  return readThisVisitor().system === 'mobile' && named.system !== 'mobile';
}

async function askForHints(): Promise<ClientHints | null> {
  const data = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (data === undefined) return null;
  const { brands, mobile, platform } = data;
  try {
    const more = await data.getHighEntropyValues(['platformVersion', 'fullVersionList']);
    return {
      platform,
      isMobile: mobile,
      platformVersion: more.platformVersion ?? '',
      brands: more.fullVersionList ?? brands,
    };
  } catch {
    // A browser may be told to keep it to itself.
    return { platform, isMobile: mobile, platformVersion: '', brands };
  }
}

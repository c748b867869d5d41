import * as z from 'zod';

/** Path of the provider below the company's address. */
export const OIDC_PATH = '/oidc';

/** Set by our own finishing of an interaction and by nothing that a client or a browser sends. */
const GATE_PASSED = 'vestibuleGatePassed';
/** The browser session that the gate let through. */
const SESSION = 'vestibuleSession';

/** The interaction's result, once the gate has let the person through. */
export function passedResult(
  login: { accountId: string; ts: number; amr: string[]; acr: string },
  grantId: string,
  webSessionId: string,
) {
  return { login: { ...login, remember: false }, consent: { grantId }, [GATE_PASSED]: true, [SESSION]: webSessionId };
}

/** What the gate has let through: the session, and the grant of that one permit. */
export interface Passed {
  readonly webSessionId: string;
  readonly grantId: string;
}

const passedSchema = z.object({ [SESSION]: z.string(), consent: z.object({ grantId: z.string() }) });

/** @returns null: no one was let through yet, or the application is told why not */
export function readPassed(result: Readonly<Record<string, unknown>> | undefined): Passed | null {
  const read = passedSchema.safeParse(result);
  return read.success ? { webSessionId: read.data[SESSION], grantId: read.data.consent.grantId } : null;
}

export function hasPassedGate(result: Readonly<Record<string, unknown>> | undefined): boolean {
  return result?.[GATE_PASSED] === true;
}

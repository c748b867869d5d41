/** Path of the provider below the company's address. */
export const OIDC_PATH = '/oidc';

/** Set by our own finishing of an interaction and by nothing that a client or a browser sends. */
const GATE_PASSED = 'vestibuleGatePassed';

/** The interaction's result, once the gate has let the person through. */
export function passedResult(login: { accountId: string; ts: number; amr: string[]; acr: string }, grantId: string) {
  return { login: { ...login, remember: false }, consent: { grantId }, [GATE_PASSED]: true };
}

export function hasPassedGate(result: Readonly<Record<string, unknown>> | undefined): boolean {
  return result?.[GATE_PASSED] === true;
}

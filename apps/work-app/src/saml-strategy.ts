import { callbackify } from 'node:util';
import { type Profile, Strategy, ValidateInResponseTo, type VerifyWithoutRequest } from '@node-saml/passport-saml';
import type { GateCertificates } from './gate-certificates.ts';
import type { SignedInUser } from './sessions.ts';

/** The gate's attribute for how the computer stood. */
const DEVICE_STANDING_ATTRIBUTE = 'urn:vestibule:device-standing';
/** A person may take this long between beginning to sign in and having a computer that passes. */
const REQUEST_LIFE_MS = 3_600_000;

export type GateUser = Omit<SignedInUser, 'relayState'>;

export interface StrategyOptions {
  readonly gate: string;
  readonly publicUrl: string;
  readonly certificates: GateCertificates;
}

/** The service provider's side of SAML, as strict as the library can be. Open requests are remembered in memory. */
export function createStrategy({ gate, publicUrl, certificates }: StrategyOptions): Strategy {
  const entityId = `${publicUrl}/saml/metadata`;
  return new Strategy(
    {
      issuer: entityId,
      callbackUrl: `${publicUrl}/saml/acs`,
      entryPoint: `${gate}/saml/sso`,
      idpCert: callbackify(() => certificates.read()),
      audience: entityId,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: true,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
    },
    verifyProfileOf(`${gate}/saml/metadata`),
    refuseSignOut,
  );
}

/** The library checks signature, audience, times and request, and leaves the assertion's issuer to us. */
function verifyProfileOf(gateEntityId: string): VerifyWithoutRequest {
  return (profile, done) => {
    // No profile means the gate answered NoPassive: signed, and without a person.
    if (profile === null) done(null);
    else if (profile.issuer !== gateEntityId) done(new Error('The answer is from another gate.'));
    else done(null, { ...toGateUser(profile) });
  };
}

const refuseSignOut: VerifyWithoutRequest = (_profile, done) => {
  done(new Error('Sign-out by the gate is not supported.'));
};

function toGateUser(profile: Profile): GateUser {
  const textOf = (name: string) => (typeof profile[name] === 'string' ? profile[name] : undefined);
  return {
    displayName: textOf('displayName') ?? profile.nameID,
    email: textOf('email') ?? profile.nameID,
    deviceStanding: textOf(DEVICE_STANDING_ATTRIBUTE) ?? 'unknown',
  };
}

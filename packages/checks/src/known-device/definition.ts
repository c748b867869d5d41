import { isInHardware, KEY_PROTECTIONS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckDefinition, JudgeContext, Judgement } from '../definition.ts';

/**
 * Written by the server from its register of devices, and from the signed report where the keys are: claimed, not
 * attested. What a client says of its registration is replaced before judging.
 */
export const registrationFactSchema = z.object({
  state: z.enum(['approved', 'waiting', 'blocked', 'unknown']),
  keyProtection: z.optional(z.enum(KEY_PROTECTIONS)),
});
export type RegistrationFact = z.infer<typeof registrationFactSchema>;

/** Which keys make a computer a known one: those that were approved, or only where they are in hardware. */
const parametersSchema = z.object({ keyProtection: z._default(z.enum(['any', 'hardware']), 'any') });
type Parameters = z.infer<typeof parametersSchema>;

export const knownDevice: CheckDefinition<RegistrationFact, Parameters> = {
  type: 'KnownDevice',
  facts: 'registration',
  factSchema: registrationFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters, context) {
    const { state } = fact;
    if (parameters.keyProtection === 'hardware') return judgeWithKeys(fact, context);
    return {
      state: state === 'approved' ? 'passed' : 'failed',
      message: { key: state },
      description: { key: `${state}Why` },
      found: { key: `${state}Found` },
      wanted: { key: 'approvedFound' },
    };
  },
  texts: {
    approvedFound: 'Registered and approved',
    waitingFound: 'Registered, not approved yet',
    blockedFound: 'Blocked',
    unknownFound: 'Not registered',
    hardwareWanted: 'Registered and approved, keys in security hardware',
    hardwareFound: 'Registered and approved, keys in security hardware (as Workplace says)',
    softwareFound: 'Registered and approved, keys not in security hardware',
    keysUnknownFound: 'Registered and approved; where its keys are is not known',
    scanText: 'Computer is known',
    unknownText: 'Registration of this computer',
    approved: 'Computer is known',
    approvedWhy: 'This computer is registered with your company.',
    waiting: 'This computer waits for approval',
    waitingWhy: 'Your I.T. department has to approve it once. You go through as soon as that is done.',
    blocked: 'This computer was blocked',
    blockedWhy: 'Your I.T. department blocked this computer and can say why.',
    unknown: 'This computer is not known',
    unknownWhy: 'Only computers that are registered with your company may be used for work.',
    softwareKeys: 'The keys of this computer are not in security hardware',
    softwareKeysWhy:
      'Your company wants them where they can’t be copied. Type “workplace keys” in a terminal: it says what is in the way. “workplace keys --renew” then makes new ones, and your I.T. department approves them.',
    softwareKeysElsewhereWhy:
      'Your company wants them where they can’t be copied. Workplace can do that on Linux only, so ask your I.T. department for a way.',
  },
  helpArticle: 'known-device',
  fixableOn: [],
};

function judgeWithKeys({ state, keyProtection }: RegistrationFact, { operatingSystem }: JudgeContext): Judgement {
  const wanted = { key: 'hardwareWanted' };
  if (state !== 'approved') {
    const found = { key: `${state}Found` };
    return { state: 'failed', message: { key: state }, description: { key: `${state}Why` }, found, wanted };
  }
  if (keyProtection === undefined) {
    const text = { key: 'unknownText' };
    const found = { key: 'keysUnknownFound' };
    return { state: 'unknown', reason: 'not-reported', message: text, description: text, found, wanted };
  }
  if (isInHardware(keyProtection)) {
    const found = { key: 'hardwareFound' };
    return { state: 'passed', message: { key: 'approved' }, description: { key: 'approvedWhy' }, found, wanted };
  }
  return {
    state: 'failed',
    message: { key: 'softwareKeys' },
    description: { key: operatingSystem === 'linux' ? 'softwareKeysWhy' : 'softwareKeysElsewhereWhy' },
    found: { key: 'softwareFound' },
    wanted,
  };
}

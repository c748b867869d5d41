import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

/** Written by the server from its register of devices. What a client says of it is replaced before judging. */
export const registrationFactSchema = z.object({ state: z.enum(['approved', 'waiting', 'blocked', 'unknown']) });
export type RegistrationFact = z.infer<typeof registrationFactSchema>;

const parametersSchema = z.object({});

export const knownDevice: CheckDefinition<RegistrationFact, z.infer<typeof parametersSchema>> = {
  type: 'KnownDevice',
  facts: 'registration',
  factSchema: registrationFactSchema,
  parameters: parametersSchema,
  judge({ state }) {
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
  },
  helpArticle: 'known-device',
  fixableOn: [],
};

import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import { ONE_OF_TEXTS, oneOf } from '../wording.ts';

export const managementFactSchema = z.object({
  /** Services that manage this computer, as far as they are installed. */
  services: z
    .array(
      z.object({
        id: z.string().check(z.maxLength(64)),
        name: z.string().check(z.maxLength(100)),
        isEnrolled: z.boolean(),
      }),
    )
    .check(z.maxLength(50)),
});
export type ManagementFact = z.infer<typeof managementFactSchema>;

const parametersSchema = z.object({
  /** Accepted services by id; empty for any. */
  services: z._default(z.array(z.string().check(z.maxLength(64))), []),
});

export const managedDevice: CheckDefinition<ManagementFact, z.infer<typeof parametersSchema>> = {
  type: 'ManagedDevice',
  facts: 'management',
  factSchema: managementFactSchema,
  parameters: parametersSchema,
  judge({ services }, parameters) {
    const wanted = parameters.services.length === 0 ? { key: 'any' } : oneOf(parameters.services);
    const accepted = services.filter(({ id }) => parameters.services.length === 0 || parameters.services.includes(id));
    const enrolled = accepted.find(({ isEnrolled }) => isEnrolled);
    if (enrolled !== undefined) {
      const description = { key: 'managedWhy', values: { name: enrolled.name } };
      return { state: 'passed', message: { key: 'managed' }, description, found: enrolled.name, wanted };
    }
    const stopped = accepted[0];
    if (stopped !== undefined) {
      const description = { key: 'stoppedWhy', values: { name: stopped.name } };
      const found = { key: 'foundStopped', values: { name: stopped.name } };
      return { state: 'failed', message: { key: 'stopped' }, description, found, wanted };
    }
    const found = services.length === 0 ? { key: 'foundNone' } : services.map(({ name }) => name).join(', ');
    return { state: 'failed', message: { key: 'none' }, description: { key: 'noneWhy' }, found, wanted };
  },
  texts: {
    ...ONE_OF_TEXTS,
    any: 'Any management service',
    foundNone: 'No management service',
    foundStopped: '{name}, not working',
    scanText: 'Computer is managed',
    unknownText: 'Management of this computer',
    managed: 'Computer is managed',
    managedWhy: '{name} looks after this computer for your company.',
    stopped: 'The management of this computer does not work',
    stoppedWhy: '{name} is installed, but it does not run or is not enrolled.',
    none: 'This computer is not managed',
    noneWhy: 'A managed computer gets its security settings and updates from your company.',
  },
  helpArticle: 'managed-device',
  fixableOn: [],
};

import * as z from 'zod/mini';
import {
  FIRST_STEP_SENTENCES,
  FIRST_STEP_STATES,
  FIRST_STEPS,
  type FirstStepSentence,
  GOOD_TO_DO,
} from '../../first-steps.ts';
import { defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema } from './shared.ts';

export const adminFirstStepsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/first-steps`,
  summary: 'From nothing to a policy that is enforced for everyone, in eight steps, each as the gate finds it.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      steps: z.array(
        z.object({
          step: z.enum(FIRST_STEPS),
          state: z.enum(FIRST_STEP_STATES),
          /** By id, for pages in other languages; and in English. */
          sentence: z.object({
            id: z.enum(Object.keys(FIRST_STEP_SENTENCES) as [FirstStepSentence, ...FirstStepSentence[]]),
            values: z.record(z.string(), z.union([z.string(), z.number()])),
          }),
          says: z.string(),
        }),
      ),
      /** People who came in the last 14 days, and of whom the extension or a computer has answered since. */
      installed: z.object({ people: z.int(), extension: z.int(), workplace: z.int() }),
      /** What people who are asked to install would look for in vain, with what to do. */
      missing: z.array(z.string()),
      goodToDo: z.array(z.object({ what: z.enum(GOOD_TO_DO), isDone: z.boolean() })),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

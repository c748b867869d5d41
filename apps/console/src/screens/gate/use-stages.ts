import { adminStagesCall, type CallBody } from '@vestibule/contracts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { keyOf } from '../../hooks/use-answer.ts';

export type Stages = CallBody<typeof adminStagesCall>;
export type Stage = Stages['stages'][number];

/** A plan as the call takes it. */
export type StagePlan = Pick<Stage, 'name' | 'groups' | 'percentage' | 'applications' | 'at' | 'acceptBlocking'>;

export function planOf({ name, groups, percentage, applications, at, acceptBlocking }: Stage): StagePlan {
  return { name, groups, percentage, applications, at, acceptBlocking };
}

/**
 * Takes the plan that a change has answered with. The next change begins from it: until the page has asked again, it would begin
 * from the one before, and be refused as if a colleague had been quicker.
 */
export function useTakePlan(): (plan: Stages) => void {
  const queries = useQueryClient();
  return (plan) => void queries.setQueryData(keyOf(adminStagesCall), plan);
}

/** What comes after the stage that holds. */
export function nextOf({ stages }: Stages): readonly Stage[] {
  return stages.filter(({ state }) => state === 'next');
}

const SHAPE = {
  if: z.optional(z.string().check(z.regex(/^stage-[1-9]\d?$/))),
  who: z.optional(z.string()),
  after: z.optional(z.string()),
  from: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
};

/** Of which stage the page asks what it would do, and who of them is listed: both stand in the address. */
export function useIfClosed() {
  const [{ if: chosen, who, after, from }, change] = useAddress(SHAPE);
  return { stage: chosen === undefined ? null : Number(chosen.slice('stage-'.length)), who, after, from, change };
}

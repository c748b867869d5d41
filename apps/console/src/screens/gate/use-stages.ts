import type { adminStagesCall, CallBody } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';

export type Stages = CallBody<typeof adminStagesCall>;
export type Stage = Stages['stages'][number];

/** A plan as the call takes it. */
export type StagePlan = Pick<Stage, 'name' | 'groups' | 'percentage' | 'applications' | 'at' | 'acceptBlocking'>;

export function planOf({ name, groups, percentage, applications, at, acceptBlocking }: Stage): StagePlan {
  return { name, groups, percentage, applications, at, acceptBlocking };
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

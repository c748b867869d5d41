import {
  adminAccessGrantsCall,
  adminAccessRequestsCall,
  adminDeadlinesCall,
  adminDeviceCall,
  adminDevicesCall,
  adminStatusCall,
  type Call,
  type CallBody,
  CHECK_TYPES,
  type CheckType,
  type ListedDevice,
  PAGE_STANDARD,
} from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { Problem } from '../../adapters/outcome.ts';
import { useAddress } from '../../hooks/use-address.ts';
import { useAnswer } from '../../hooks/use-answer.ts';

export type AccessRequest = CallBody<typeof adminAccessRequestsCall>['requests'][number];
export type WaitingGrant = CallBody<typeof adminAccessGrantsCall>['grants'][number];

export type Deadline = CallBody<typeof adminDeadlinesCall>['deadlines'][number];

/** One thing that only a person decides. */
export type Waiting =
  | { readonly kind: 'access'; readonly id: string; readonly at: string; readonly request: AccessRequest }
  | { readonly kind: 'second'; readonly id: string; readonly at: string; readonly grant: WaitingGrant }
  | { readonly kind: 'computers'; readonly id: string; readonly at: string; readonly device: ListedDevice }
  | { readonly kind: 'deadlines'; readonly id: CheckType; readonly at: string; readonly deadline: Deadline };

export const KINDS = ['access', 'second', 'computers', 'deadlines'] as const;
export type WaitingKind = (typeof KINDS)[number];

/** What of the page stands in its address. */
const SHAPE = {
  kind: z.optional(z.enum(KINDS)),
  item: z.optional(z.union([z.uuid(), z.enum(CHECK_TYPES)])),
  /** Behind which the page of computers begins, and how many there were up to there. */
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  from: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
};

/** What is old once one of them was answered. */
export const ABOUT_WAITING: readonly Call[] = [
  adminAccessRequestsCall,
  adminAccessGrantsCall,
  adminDevicesCall,
  adminDeviceCall,
  adminStatusCall,
];

const EVERY_MS = 15_000;

export interface WaitingList {
  readonly filters: ReturnType<typeof useAddress<typeof SHAPE>>[0];
  readonly open: (item: string | undefined) => void;
  readonly showAll: () => void;
  /** Undefined: not known yet. The ones who have waited longest come first. */
  readonly items: readonly Waiting[] | undefined;
  /** How many there are of each kind. */
  readonly counts: Readonly<Record<WaitingKind | 'all', number>>;
  readonly computers: CallBody<typeof adminDevicesCall> | undefined;
  /** How many computers there are before the first one that is shown. */
  readonly before: number;
  readonly problem: Problem | null;
  readonly tryAgain: () => void;
}

/** What waits for an answer, of every kind. */
export function useWaiting(): WaitingList {
  const [filters, change] = useAddress(SHAPE);
  const { after, from } = filters;
  const often = { everyMs: EVERY_MS, rows: 'held' } as const;
  const requests = useAnswer(adminAccessRequestsCall, {}, often);
  const grants = useAnswer(adminAccessGrantsCall, {}, often);
  const devices = useAnswer(
    adminDevicesCall,
    { query: { state: 'waiting', limit: String(PAGE_STANDARD), ...(after !== undefined && { after }) } },
    often,
  );
  const deadlines = useAnswer(adminDeadlinesCall, {}, often);
  const all = [requests, grants, devices, deadlines];
  const waitingGrants = (grants.data?.grants ?? []).filter(({ waitsForApproval }) => waitsForApproval);
  const isKnown =
    requests.data !== undefined &&
    grants.data !== undefined &&
    devices.data !== undefined &&
    deadlines.data !== undefined;
  const counts = {
    access: requests.data?.requests.length ?? 0,
    second: waitingGrants.length,
    computers: devices.data?.total ?? 0,
    deadlines: deadlines.data?.deadlines.length ?? 0,
  };
  return {
    filters,
    open: (item) => change({ item }),
    showAll: () => change({ kind: undefined, after: undefined, from: undefined }),
    items: isKnown
      ? [
          ...oldestFirst(requests.data.requests).map(
            (request) => ({ ...placeOf(request), kind: 'access', request }) as const,
          ),
          ...oldestFirst(waitingGrants).map((grant) => ({ ...placeOf(grant), kind: 'second', grant }) as const),
          ...oldestFirst(devices.data.devices).map(
            (device) => ({ ...placeOf(device), kind: 'computers', device }) as const,
          ),
          ...deadlines.data.deadlines.map(
            (deadline) => ({ id: deadline.checkType, at: deadline.at, kind: 'deadlines', deadline }) as const,
          ),
        ]
      : undefined,
    counts: { ...counts, all: KINDS.reduce((sum, kind) => sum + counts[kind], 0) },
    computers: devices.data,
    before: Number((after !== undefined && from) || '0'),
    problem: isKnown ? null : (all.find(({ error }) => error !== null)?.error?.problem ?? null),
    tryAgain: () => {
      for (const one of all) if (one.error !== null) void one.refetch();
    },
  };
}

const placeOf = ({ id, createdAt }: { readonly id: string; readonly createdAt: string }) => ({ id, at: createdAt });

function oldestFirst<One extends { readonly createdAt: string }>(all: readonly One[]): readonly One[] {
  return all.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

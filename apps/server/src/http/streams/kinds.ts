import { CONSOLE_TOPICS, type ConsoleTopic, EVENT_SUBJECTS, type EventSubject } from '@vestibule/contracts';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import { findLiveSessionIds, findLiveSessionIdsWithRole } from '../../repositories/live-sessions.ts';
import type { StreamKind } from './event-streams.ts';

/** Tabs of one browser share a stream, so a session needs one or two. */
const STREAMS_PER_SESSION = 4;
/** Windows of the console that one person looks at in the same moment: a page that is not seen has none. */
const STREAMS_PER_ADMINISTRATOR = 8;
/** However much happens, a page of the console is told so often at most. */
const CONSOLE_GATHERS_MS = 500;

/** For the pages of people: what is theirs, and what is for everybody in the company. */
export const PORTAL_STREAMS: StreamKind<EventSubject> = {
  // No one’s computer is read again because events were missed.
  everything: EVENT_SUBJECTS.filter((subject) => subject !== 'check-again'),
  // What is published in one go is said once.
  gather: queueMicrotask,
  lookOf: ({ personId, subject }, owner) => {
    const isTheirs = personId === null || personId === owner.personId;
    return isTheirs ? (EVENT_SUBJECTS.find((one) => one === subject) ?? null) : null;
  },
  mayEnd: ({ subject }) => subject === 'session',
  countedBy: ({ sessionId }) => sessionId,
  most: STREAMS_PER_SESSION,
  findLive: findLiveSessionIds,
};

/** What of the console is old after an event; null: nothing that it shows. */
const TOPIC_OF: Readonly<Record<LookEvent['subject'], ConsoleTopic | null>> = {
  'check-result': 'verdict',
  verdict: 'verdict',
  'temporary-access': 'request',
  policy: 'gate',
  session: 'sign-in',
  'sign-in': 'sign-in',
  company: 'setting',
  'check-again': null,
};

/** For the console: that something of the company has changed, and never whose it is. */
export const CONSOLE_STREAMS: StreamKind<ConsoleTopic> = {
  everything: CONSOLE_TOPICS,
  gather: (flush) => {
    setTimeout(flush, CONSOLE_GATHERS_MS).unref();
  },
  lookOf: ({ subject }) => TOPIC_OF[subject],
  // A role is taken away as everything of a company is changed.
  mayEnd: ({ subject }) => subject === 'session' || subject === 'company',
  countedBy: ({ personId }) => personId,
  most: STREAMS_PER_ADMINISTRATOR,
  findLive: findLiveSessionIdsWithRole,
};

import { defineCall } from '../call.ts';
import { ADMIN_PREFIX } from './shared.ts';

/** What a page of the console may be told to look at. Events carry no data: the page asks for what it may see. */
export const CONSOLE_TOPICS = ['sign-in', 'verdict', 'request', 'gate', 'setting'] as const;
export type ConsoleTopic = (typeof CONSOLE_TOPICS)[number];

/** One of the contract's own table, and not of the administrators': a stream answers no command. */
export const consoleEventsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/events`,
  summary:
    'Server-sent events that say to the console what has changed in the company: `event: look`, `data: {topic}`; `event: heartbeat` at once and every 5 s. It ends with the session or the role.',
  authentication: { role: 'auditor' },
  refusesTokens: true,
  isEventStream: true,
  answers: { 200: null },
  refusals: { not_signed_in: 401, account_disabled: 403, second_factor_missing: 403, role_missing: 403 },
});

import type { Change } from '@vestibule/contracts';
import type { Ending } from '../../repositories/upstream-sessions.ts';
import { endingTokens, namesOf } from './administrators/token-owners.ts';

/** Where a change ends no session. */
export const NOTHING_ENDS: Ending<number> = { sessions: 0, tokens: [] };

/** What of a change an administrator is told about sessions that end by it, and tokens that were made in them. */
export function endingSessions({ sessions, tokens }: Ending<number>): Change[] {
  return [...(sessions === 0 ? [] : [{ field: 'sessions', from: sessions, to: 0 }]), ...endingTokens(tokens)];
}

export function notesOnEnding({ sessions, tokens, stays = [] }: Ending<number>): string[] {
  const one = sessions === 1;
  return [
    ...(sessions === 0
      ? []
      : [
          `${one ? 'One session' : `${sessions} sessions`} whose way in is gone by this ${one ? 'ends' : 'end'} at once.`,
          APPLICATIONS_GO_ON,
        ]),
    ...(tokens.length === 0
      ? []
      : [`Tokens that were made in such sessions end at once: ${namesOf(tokens).join(', ')}.`]),
    ...(stays.length === 0
      ? []
      : [`Other tokens of these people stay: ${namesOf(stays).join(', ')}. To end one: vestibule token revoke NAME`]),
  ];
}

export const APPLICATIONS_GO_ON =
  'Work applications that are open already keep their own sessions until they end, but for those that take a back-channel logout.';

import { createHmac } from 'node:crypto';
import type { Person } from '../../repositories/people.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { describeFeature } from '../settings/features.ts';

const TOKEN_LIFE_S = 3600;

/**
 * Where the chat widget is loaded from, and who starts it: `{person id}.{expiry, Unix seconds}.{HMAC-SHA-256 of what is
 * before, base64url}`, keyed with the secret that the company shares with its chat service. The secret itself never
 * leaves.
 */
export function describeLiveChat(
  context: ServerContext,
  person: Person,
): { readonly widgetSourceUrl: string; readonly token: string } | Refusal<'not_found'> {
  const { liveChat } = context.configuration;
  if (liveChat === null || !describeFeature(context, person, 'isWebAppLiveChatEnabled').active) {
    return refuse('not_found', 'There is no live chat here.');
  }
  const expiry = Math.floor(context.now().getTime() / 1000) + TOKEN_LIFE_S;
  const claim = `${person.id}.${expiry}`;
  const digest = createHmac('sha256', liveChat.secret).update(claim).digest('base64url');
  return { widgetSourceUrl: liveChat.widgetSourceUrl, token: `${claim}.${digest}` };
}

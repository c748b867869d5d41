import type { MessageErrorCode } from '@vestibule/contracts';
import type { ClientState, Summary } from './ask-client.ts';

/** The browser's own translation. @param name of a text in `_locales` */
export type Translate = (name: string, ...values: string[]) => string;

export interface Described {
  readonly tone: 'ok' | 'stop' | 'none';
  readonly title: string;
  readonly sentence: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/**
 * What the popup says.
 * @param formatTime writes a moment as the person's browser does
 */
export function describe(state: ClientState, text: Translate, formatTime: (at: Date) => string): Described {
  if (state.kind === 'broken') return describeBroken(state.code, text);
  const { summary } = state;
  return {
    tone: toneOf(summary),
    title: titleOf(summary, text),
    sentence: text('usualRules'),
    rows: [
      [text('computer'), summary.deviceName],
      [text('passed'), String(summary.passed)],
      [text('toFix'), String(summary.failed)],
      [text('unknown'), String(summary.unknown)],
      [text('lastReport'), summary.lastReportAt === null ? text('never') : formatTime(new Date(summary.lastReportAt))],
      [text('version'), summary.clientVersion],
    ],
  };
}

/** Not checked is neither fine nor wrong. */
function toneOf({ failed, unknown }: Summary): Described['tone'] {
  if (failed > 0) return 'stop';
  return unknown > 0 ? 'none' : 'ok';
}

function titleOf({ failed, unknown }: Summary, text: Translate): string {
  if (failed > 0) return failed === 1 ? text('oneToFix') : text('manyToFix', String(failed));
  if (unknown > 0) return unknown === 1 ? text('oneUnknown') : text('manyUnknown', String(unknown));
  return text('allWell');
}

function describeBroken(code: MessageErrorCode, text: Translate): Described {
  const say = (title: string, sentence: string): Described => {
    return { tone: 'none', title: text(title), sentence: text(sentence), rows: [] };
  };
  if (code === 'host-missing') return say('missing', 'missingNext');
  if (code === 'origin-not-allowed') return say('stranger', 'strangerNext');
  if (code === 'unknown-message') return say('outdated', 'strangerNext');
  return say('silent', 'silentNext');
}

import type { MySession } from '@vestibule/contracts';
import type { Text, TextValues } from '@vestibule/texts';
import type { DoorwayState, Verdict } from '@vestibule/ui';
import { computerTexts as texts } from './texts.ts';

/** What is said about the computer, and what can be done about it. */
export interface ComputerState {
  /** Doors are open only for a computer that has passed. */
  readonly doorway: DoorwayState;
  readonly verdict: Verdict;
  readonly verdictName: Text;
  readonly title: Text;
  readonly text: Text;
  readonly values: TextValues;
  /** Name of the link to the page of the check; null where a check changes nothing. */
  readonly action: Text | null;
  /** Below the path of the check: its page, or the one that lists the checks and leads nowhere. */
  readonly page: '/' | '/status';
}

/** @param when the time of the last check, written out; empty when there was none */
export function computerState(device: MySession['device'], when: string): ComputerState {
  if (device === null) return open(texts.unknown, texts.unknownText, texts.check, {});
  const values = { name: device.name, count: device.failedChecks, unread: device.unreadChecks, when };
  switch (device.state) {
    case 'waiting':
      return {
        ...{ doorway: 'time', verdict: 'waiting', verdictName: texts.verdictWaiting, values, action: null, page: '/' },
        ...{ title: texts.waiting, text: texts.waitingText },
      };
    case 'blocked':
      return {
        ...{
          doorway: 'blocked',
          verdict: 'stopper',
          verdictName: texts.verdictBlocked,
          values,
          action: null,
          page: '/',
        },
        // In a sign-in in which it did not report, its name is not told.
        ...{ title: device.name === '' ? texts.blockedUnnamed : texts.blocked, text: texts.blockedText },
      };
    case 'retired':
      return {
        ...{ doorway: 'none', verdict: 'managed', verdictName: texts.verdictBlocked, values, action: null, page: '/' },
        ...{ title: texts.retired, text: texts.retiredText },
      };
    case 'approved':
      return approvedState(device, values);
  }
}

function approvedState(device: NonNullable<MySession['device']>, values: TextValues): ComputerState {
  if (device.complianceStatus === null) return open(texts.unknown, texts.unknownText, texts.check, values);
  if (device.complianceStatus === 'NotCompliant') {
    return {
      ...{
        doorway: 'stop',
        verdict: 'required',
        verdictName: texts.verdictFailed,
        values,
        action: texts.seeWhat,
        page: '/',
      },
      ...(device.failedChecks > 0
        ? { title: texts.failed, text: texts.failedText }
        : { title: texts.unread, text: texts.unreadText }),
    };
  }
  if (device.checksExpired) return open(texts.old, texts.oldText, texts.checkAgain, values);
  return {
    ...{
      doorway: 'ok',
      verdict: 'passed',
      verdictName: texts.verdictPassed,
      values,
      action: texts.seeEach,
      page: '/status',
    },
    // What is only recommended, and what may stay unread, does not count against it: it is told all the same.
    ...(device.failedChecks + device.unreadChecks === 0
      ? { title: texts.passed, text: texts.passedText }
      : { title: texts.met, text: texts.metText }),
  };
}

function open(title: Text, text: Text, action: Text, values: TextValues): ComputerState {
  return {
    doorway: 'none',
    verdict: 'unknown',
    verdictName: texts.verdictOpen,
    title,
    text,
    action,
    values,
    page: '/',
  };
}

import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import type { Arrival } from '../../app/arrival.ts';
import { reasonText } from '../page/problems.ts';
import { pageTexts } from '../page/texts.ts';
import { signInTexts as texts } from './texts.ts';

export interface ArrivalNoticeProps {
  readonly arrival: Arrival;
  readonly hasNoWay: boolean;
}

/** Why the person stands before the sign-in; absent when they simply came. */
export function ArrivalNotice({ arrival, hasNoWay }: ArrivalNoticeProps) {
  const text = useText();
  if (hasNoWay) {
    return (
      <Notice iconName={text(texts.notSignedIn)} kind="none" title={text(texts.noWay)}>
        {text(texts.noWayText)}
      </Notice>
    );
  }
  if (arrival.isSignedOut) {
    return (
      <Notice iconName={text(pageTexts.done)} kind="ok" title={text(texts.signedOut)}>
        {text(texts.signedOutText)}
      </Notice>
    );
  }
  const reason = arrival.reason === null ? null : reasonText(arrival.reason);
  if (reason === null) return null;
  return (
    <Notice iconName={text(texts.notSignedIn)} kind="warn" title={text(reason.title)}>
      {text(reason.text)}
    </Notice>
  );
}

import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import type { Arrival } from '../../app/arrival.ts';
import { usePorts } from '../../app/ports-context.ts';
import { CookiesNotice } from '../page/cookies-notice.tsx';
import { reasonText } from '../page/problems.ts';
import { PartlySignedOutNotice, SignedOutNotice } from './signed-out-notice.tsx';
import { signInTexts as texts } from './texts.ts';

export interface ArrivalNoticeProps {
  readonly arrival: Arrival;
  readonly hasNoWay: boolean;
}

/** Why the person stands before the sign-in; absent when they simply came. */
export function ArrivalNotice({ arrival, hasNoWay }: ArrivalNoticeProps) {
  const text = useText();
  const { navigation } = usePorts();
  if (hasNoWay) {
    return (
      <Notice iconName={text(texts.notSignedIn)} kind="none" title={text(texts.noWay)}>
        {text(texts.noWayText)}
      </Notice>
    );
  }
  // Whatever else led here: before that is mended, each sign-in leads here again.
  if (!navigation.keepsCookies()) return <CookiesNotice />;
  if (arrival.isSignedOut) {
    const { signOutHandle } = arrival;
    return signOutHandle === null ? <SignedOutNotice /> : <PartlySignedOutNotice handle={signOutHandle} />;
  }
  const reason = arrival.reason === null ? null : reasonText(arrival.reason);
  if (reason === null) return null;
  return (
    <Notice iconName={text(texts.notSignedIn)} kind="warn" title={text(reason.title)}>
      {text(reason.text)}
    </Notice>
  );
}

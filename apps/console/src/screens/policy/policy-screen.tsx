import { adminPolicyCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { PolicyEdit } from './policy-edit.tsx';
import { PolicyLook } from './policy-look.tsx';
import { policyTexts as texts } from './texts.ts';
import { VersionTag } from './version-tag.tsx';

const EVERY_MS = 15_000;

/** What the company asks of its computers: the checks as a form and as text, whom a change would stop, and what held before. */
export function PolicyScreen() {
  const text = useText();
  const { role } = useMe();
  const { data, error, refetch } = useAnswer(adminPolicyCall, {}, { everyMs: EVERY_MS });
  if (data === undefined || !isAtLeast(role, 'administrator')) {
    return (
      <>
        <PageHead count={data && <VersionTag version={data.version} />} page="policy" title={text(texts.title)} />
        <RoleStrip />
        {data !== undefined ? (
          <PolicyLook held={data} />
        ) : error === null ? (
          <LoadingRows />
        ) : (
          <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
        )}
      </>
    );
  }
  return <PolicyEdit held={data} onLook={() => void refetch()} />;
}

import { adminPolicyVersionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { DifferenceOf } from './difference-of.tsx';
import styles from './policy.module.css';
import { policyTexts as texts } from './texts.ts';

export interface VersionDetailProps {
  readonly id: string;
  readonly isNewest: boolean;
}

/** What changed in one version. */
export function VersionDetail({ id }: VersionDetailProps) {
  const text = useText();
  const { data, error, refetch } = useAnswer(adminPolicyVersionCall, { parameters: { id } });
  if (data === undefined || data.id !== id) {
    return error === null ? (
      <LoadingRows count={2} />
    ) : (
      <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
    );
  }
  return (
    <div className={styles['detail']}>
      <DifferenceOf after={data.text} before={data.before?.text ?? ''} label={text(texts.whatChanged)} />
    </div>
  );
}

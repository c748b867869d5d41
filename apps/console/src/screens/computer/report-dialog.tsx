import type { adminDeviceReportCall, CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { useEffect, useState } from 'react';
import { isSignedBy, payloadOf } from '../../adapters/signature.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { Standing } from '../../parts/standing.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { partTexts } from '../../parts/texts.ts';
import styles from './computer.module.css';
import { reportTexts as texts } from './texts.ts';

export interface ReportDialogProps {
  readonly call: typeof adminDeviceReportCall;
  readonly id: string;
  readonly reportId: string;
  readonly number: number;
  readonly onClose: () => void;
}

/** One report as it came, with its signature verified by this browser. */
export function ReportDialog({ call, id, reportId, number, onClose }: ReportDialogProps) {
  const text = useText();
  const { data, error, refetch } = useAnswer(call, { parameters: { id, reportId } });
  const report = data?.id === reportId ? data : undefined;
  return (
    <LazyModalDialog
      choices={
        <Button kind="primary" onPress={onClose}>
          {text(partTexts.close)}
        </Button>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={onClose}
      title={text(texts.title, { number })}
    >
      {report === undefined && error === null && <LoadingRows count={2} />}
      {report === undefined && error !== null && (
        <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
      )}
      {report !== undefined && <Signed report={report} />}
    </LazyModalDialog>
  );
}

function Signed({ report }: { readonly report: CallBody<typeof adminDeviceReportCall> }) {
  const text = useText();
  const { browser } = usePorts();
  const [isRight, setIsRight] = useState<boolean | null>(null);
  const { signedReport, identityKey } = report;
  useEffect(() => {
    let isCurrent = true;
    void isSignedBy(signedReport, identityKey).then((found) => isCurrent && setIsRight(found));
    return () => {
      isCurrent = false;
    };
  }, [signedReport, identityKey]);
  const file = JSON.stringify({ signedReport, identityKey }, null, 2);
  return (
    <div className={styles['report']}>
      <div aria-live="polite">
        {isRight !== null && (
          <Standing icon={isRight ? 'passed' : 'stopper'}>
            {text(isRight ? texts.signedRight : texts.signedNot)}
          </Standing>
        )}
      </div>
      {isRight === true && <p>{text(texts.whatItSays)}</p>}
      <textarea
        aria-label={text(texts.says)}
        readOnly
        rows={18}
        value={payloadOf(signedReport) ?? signedReport.payload}
      />
      <Button onPress={() => browser.save(`report-${report.id}.json`, file)}>{text(texts.download)}</Button>
    </div>
  );
}

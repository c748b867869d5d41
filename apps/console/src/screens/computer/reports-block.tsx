import { adminDeviceReportCall, adminDeviceReportsCall, type CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Mark } from '../../parts/icons.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { ReportDialog } from './report-dialog.tsx';
import { reportTexts as texts } from './texts.ts';

type Report = CallBody<typeof adminDeviceReportsCall>['reports'][number];

const SHOWN = '5';

/** The reports that came last, those that were refused among them; each that is kept can be verified. */
export function ReportsBlock({ id }: { readonly id: string }) {
  const text = useText();
  const [shown, setShown] = useState<{ readonly id: string; readonly number: number } | null>(null);
  const { data, error, refetch } = useAnswer(adminDeviceReportsCall, { parameters: { id }, query: { limit: SHOWN } });
  if (data === undefined) {
    return (
      <Block title={text(texts.reports)}>
        {error === null ? (
          <LoadingRows count={1} />
        ) : (
          <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
        )}
      </Block>
    );
  }
  return (
    <Block title={text(texts.reports)}>
      {data.reports.length === 0 && <p className={blocks['hint']}>{text(texts.empty)}</p>}
      <ul className={blocks['items']}>
        {data.reports.map((report) => (
          <Item key={`${report.at} ${report.id}`} onShow={setShown} report={report} />
        ))}
      </ul>
      {shown !== null && (
        <ReportDialog
          call={adminDeviceReportCall}
          id={id}
          number={shown.number}
          onClose={() => setShown(null)}
          reportId={shown.id}
        />
      )}
    </Block>
  );
}

interface ItemProps {
  readonly report: Report;
  readonly onShow: (report: { readonly id: string; readonly number: number }) => void;
}

function Item({ report: { id, at, sequence, clientVersion, refused }, onShow }: ItemProps) {
  const text = useText();
  const times = useTimes();
  const number = sequence ?? 0;
  return (
    <li>
      <Mark name={refused === null ? 'check' : 'close'} />
      <span>
        <b>{times.whole(at)}</b>
        <span>
          {refused === null
            ? text(texts.number, { number, version: clientVersion ?? '–' })
            : text(texts.refusedTimes, { times: refused.times, reason: refused.reason ?? refused.code })}
        </span>
      </span>
      {id !== null && (
        <Button kind="quiet" label={text(texts.lookAt, { number })} onPress={() => onShow({ id, number })}>
          {text(texts.title, { number })}…
        </Button>
      )}
    </li>
  );
}

import { ownReportMachine, selectOwnReport } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { OwnReportSection } from './own-report-section.tsx';
import { usePorts } from '../../hooks/ports-context.ts';

/** One reading of this computer, shown and kept nowhere. */
export function OwnReportNow() {
  const ports = usePorts();
  const report = useSelector(useActorRef(ownReportMachine, { input: { ports } }), selectOwnReport);
  return (
    <OwnReportSection
      onSave={(payload) => ports.page.saveText('workplace-report.json', `${JSON.stringify(payload, null, 2)}\n`)}
      report={report}
    />
  );
}

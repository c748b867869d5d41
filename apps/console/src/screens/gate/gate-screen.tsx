import { adminGateCall, type ShownGate } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { BrakeBlock } from './brake-block.tsx';
import { ClosedBlock } from './closed-block.tsx';
import { EnforceDialog } from './enforce-dialog.tsx';
import { GateLead } from './gate-lead.tsx';
import { HistoryBlock } from './history-block.tsx';
import { gateActTexts, gateTexts as texts } from './texts.ts';
import { WayBack } from './way-back.tsx';

const EVERY_MS = 15_000;

/** Says how the gate stands, closes it, and takes that back. */
export function GateScreen() {
  const text = useText();
  const mayChange = isAtLeast(useMe().role, 'administrator');
  const [isEnforcing, setIsEnforcing] = useState(false);
  const { data, error, refetch } = useAnswer(adminGateCall, {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead
        actions={
          mayChange &&
          data?.state === 'observing' && (
            <Button kind="primary" onPress={() => setIsEnforcing(true)}>
              {text(gateActTexts.enforce)}…
            </Button>
          )
        }
        page="gate"
        title={text(texts.title)}
      />
      <RoleStrip />
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />}
      {data !== undefined && <Loaded gate={data} mayChange={mayChange} />}
      {isEnforcing && <EnforceDialog onClose={() => setIsEnforcing(false)} />}
    </>
  );
}

function Loaded({ gate, mayChange }: { readonly gate: ShownGate; readonly mayChange: boolean }) {
  const text = useText();
  return (
    <>
      <GateLead gate={gate} />
      <div className={blocks['page']}>
        <div>
          <HistoryBlock />
        </div>
        <aside aria-label={text(gateActTexts.wayBack)} className={blocks['aside']}>
          {mayChange && <WayBack />}
          <ClosedBlock closed={gate.staysClosed} />
          <BrakeBlock mayChange={mayChange} />
        </aside>
      </div>
    </>
  );
}

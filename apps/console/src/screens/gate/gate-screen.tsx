import { adminGateCall, adminStagesCall, type ShownGate } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { Link } from 'wouter';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { checkTexts } from '../../parts/checks/texts.ts';
import { Strip } from '../../parts/strip.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { BeginDialog } from './begin-dialog.tsx';
import { BrakeBlock } from './brake-block.tsx';
import { ClosedBlock } from './closed-block.tsx';
import { EnforceDialog } from './enforce-dialog.tsx';
import { GateLead } from './gate-lead.tsx';
import { HistoryBlock } from './history-block.tsx';
import { IfClosed } from './if-closed.tsx';
import { NextStages } from './next-stages.tsx';
import { StagesLine } from './stages-line.tsx';
import { gateActTexts, gateTexts as texts, stageActTexts, stageTexts } from './texts.ts';
import { nextOf, type Stages } from './use-stages.ts';
import { WayBack } from './way-back.tsx';

const POLICY_VERSIONS = '/policy?view=history';
const EVERY_MS = 15_000;

/** Says how the gate stands, leads it from no one to everyone, and takes that back. */
export function GateScreen() {
  const text = useText();
  const mayChange = isAtLeast(useMe().role, 'administrator');
  const [open, setOpen] = useState<'begin' | 'enforce' | null>(null);
  const { data, error, refetch } = useAnswer(adminGateCall, {}, { everyMs: EVERY_MS });
  const plan = useAnswer(adminStagesCall).data;
  const [next] = plan === undefined ? [] : nextOf(plan);
  return (
    <>
      <PageHead
        actions={
          mayChange && (
            <>
              {data?.state === 'observing' && (
                <Button kind={next === undefined ? 'primary' : 'secondary'} onPress={() => setOpen('enforce')}>
                  {text(gateActTexts.enforce)}…
                </Button>
              )}
              {next !== undefined && (
                <Button kind="primary" onPress={() => setOpen('begin')}>
                  {text(stageActTexts.review, { number: next.number })}…
                </Button>
              )}
            </>
          )
        }
        isLive
        page="gate"
        title={text(texts.title)}
      />
      <RoleStrip />
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />}
      {data !== undefined && <Loaded gate={data} mayChange={mayChange} plan={plan} />}
      {open === 'enforce' && <EnforceDialog onClose={() => setOpen(null)} />}
      {open === 'begin' && next !== undefined && plan !== undefined && (
        <BeginDialog onClose={() => setOpen(null)} stage={next} version={plan.version} />
      )}
    </>
  );
}

interface LoadedProps {
  readonly gate: ShownGate;
  readonly plan: Stages | undefined;
  readonly mayChange: boolean;
}

function Loaded({ gate, plan, mayChange }: LoadedProps) {
  const text = useText();
  // Where the policy is enforced for everyone, no one is left whom it would newly stop.
  const stopsMore = gate.state === 'observing' || gate.enforcedFor !== null;
  return (
    <>
      {gate.brakeHolds.length > 0 && <BrakeStrip checks={gate.brakeHolds} />}
      <GateLead gate={gate} />
      {plan !== undefined && <StagesLine plan={plan} />}
      <div className={blocks['page']}>
        <div>
          {plan !== undefined && stopsMore && (
            <IfClosed
              isEnforced={gate.state === 'enforcing'}
              judgedUnder={`${gate.state} ${gate.enforcedFor}`}
              plan={plan}
            />
          )}
          <HistoryBlock />
        </div>
        <aside aria-label={text(mayChange ? gateActTexts.wayBack : stageTexts.next)} className={blocks['aside']}>
          {mayChange && <WayBack />}
          <ClosedBlock closed={gate.staysClosed} />
          {plan !== undefined && <NextStages mayChange={mayChange} plan={plan} />}
          <BrakeBlock mayChange={mayChange} />
        </aside>
      </div>
    </>
  );
}

/** That a check which was published stops no one is what an administrator has to know first. */
function BrakeStrip({ checks }: { readonly checks: ShownGate['brakeHolds'] }) {
  const text = useText();
  const names = checks.map((check) => text(checkTexts[check])).join(', ');
  return (
    <Strip isWarning mark="warning">
      {text(texts.brakeActs, { checks: names })} <Link href={POLICY_VERSIONS}>{text(texts.brakeSee)}</Link>
    </Strip>
  );
}

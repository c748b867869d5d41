import { adminSetStagesCall } from '@vestibule/contracts';
import { isolated, type Text, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { Mark } from '../../parts/icons.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { GATE_COMMANDS } from './commands.ts';
import styles from './gate.module.css';
import { PlanDialog } from './plan-dialog.tsx';
import { stageActTexts, stageTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';
import { nextOf, planOf, type Stage, type Stages, useTakePlan } from './use-stages.ts';

const OBSTACLES: Readonly<Record<NonNullable<Stage['heldBack']>['why'], Text>> = {
  'gate-open': texts.waitsOpen,
  brake: texts.waitsBrake,
  planner: texts.waitsPlanner,
  fewer: texts.waitsFewer,
  'too-many': texts.waitsTooMany,
  'policy-text': texts.waitsText,
};

/** What comes after the stage that holds, and what holds it back. */
export function NextStages({ plan, mayChange }: { readonly plan: Stages; readonly mayChange: boolean }) {
  const text = useText();
  const next = nextOf(plan);
  const [isPlanning, setIsPlanning] = useState(false);
  const [leaving, setLeaving] = useState<Stage | null>(null);
  return (
    <Block
      actions={mayChange && <Button onPress={() => setIsPlanning(true)}>{text(stageActTexts.plan)}…</Button>}
      title={text(texts.next)}
    >
      {plan.stages.length === 0 && <p className={styles['words']}>{text(texts.none)}</p>}
      {plan.stages.length > 0 && next.length === 0 && <p className={styles['words']}>{text(texts.noNext)}</p>}
      <ul className={blocks['items']}>
        {next.map((stage) => (
          <li key={stage.number}>
            <Mark name={stage.heldBack === null ? 'clock' : 'lock'} />
            <StageWords stage={stage} />
            {mayChange && (
              <Button
                kind="quiet"
                label={text(stageActTexts.remove, { name: stage.name })}
                onPress={() => setLeaving(stage)}
              >
                <Mark name="close" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {next.some(({ at }) => at !== null) && <p className={blocks['hint']}>{text(texts.waits)}</p>}
      {isPlanning && <PlanDialog onClose={() => setIsPlanning(false)} plan={plan} />}
      {leaving !== null && <RemoveDialog onClose={() => setLeaving(null)} plan={plan} stage={leaving} />}
    </Block>
  );
}

function StageWords({ stage }: { readonly stage: Stage }) {
  const text = useText();
  const times = useTimes();
  const { number, name, groups, percentage, applications, at, acceptBlocking, heldBack } = stage;
  const who = [...groups.map(isolated), ...(percentage === null ? [] : [`${percentage} %`])].join(', ');
  return (
    <span>
      <b>
        {number} {name}
      </b>
      <span>
        {who === '' ? text(texts.everybody) : text(texts.forWhom, { who })}
        {applications.length > 0 && ` ${text(texts.onTheWay, { applications: applications.map(isolated).join(', ') })}`}
      </span>
      <span>{at === null ? text(texts.byHand) : times.whole(at)}</span>
      {acceptBlocking !== null && <span>{text(texts.accepts, { count: acceptBlocking })}</span>}
      {heldBack !== null && (
        <span>
          {text(OBSTACLES[heldBack.why], { count: heldBack.toAccept ?? 0, time: times.short(heldBack.since) })}
        </span>
      )}
    </span>
  );
}

interface RemoveDialogProps {
  readonly plan: Stages;
  readonly stage: Stage;
  readonly onClose: () => void;
}

function RemoveDialog({ plan, stage, onClose }: RemoveDialogProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const takePlan = useTakePlan();
  const stages = plan.stages.filter(({ number }) => number !== stage.number).map(planOf);
  return (
    <ChangeDialog
      call={adminSetStagesCall}
      command={GATE_COMMANDS.removeStage(stage.number)}
      confirm={text(stageActTexts.remove, { name: stage.name })}
      input={{ body: { stages }, query: { ifVersion: plan.version } }}
      lead={text(stageActTexts.removeLead)}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={({ plan: planned }) => {
        takePlan(planned);
        onClose();
        tell(text(stageActTexts.removed, { name: stage.name }));
      }}
      title={text(stageActTexts.remove, { name: stage.name })}
    />
  );
}

import { adminSetStagesCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { useId, useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import form from '../../parts/form.module.css';
import { GATE_COMMANDS } from './commands.ts';
import { stageActTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';
import { planOf, type StagePlan, type Stages, useTakePlan } from './use-stages.ts';

const EMPTY = { name: '', groups: '', percentage: '', applications: '', at: '', acceptBlocking: '' };

/** Plans one more stage, after all others. It stops no one before it begins. */
export function PlanDialog({ plan, onClose }: { readonly plan: Stages; readonly onClose: () => void }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const takePlan = useTakePlan();
  const atId = useId();
  const [typed, setTyped] = useState(EMPTY);
  const set = (name: keyof typeof EMPTY) => (value: string) => setTyped({ ...typed, [name]: value });
  const stage = readStage(typed);
  const field = (name: keyof typeof EMPTY, label: string) => (
    <TextField autoComplete="off" label={label} name={name} onChange={set(name)} value={typed[name]} />
  );
  return (
    <ChangeDialog
      call={adminSetStagesCall}
      command={stage === null ? '' : GATE_COMMANDS.addStage(stage)}
      confirm={text(texts.plan)}
      input={
        stage === null
          ? null
          : { body: { stages: [...plan.stages.map(planOf), stage] }, query: { ifVersion: plan.version } }
      }
      lead={text(texts.planLead)}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={({ plan: planned }) => {
        takePlan(planned);
        onClose();
        tell(text(texts.planned, { name: typed.name.trim() }));
      }}
      title={text(texts.plan)}
    >
      {field('name', text(texts.name))}
      {field('groups', text(texts.groups))}
      {field('percentage', text(texts.percentage))}
      {field('applications', text(texts.applications))}
      <div>
        <label className={form['label']} htmlFor={atId}>
          {text(texts.at)}
        </label>
        <input
          className={form['field']}
          id={atId}
          name="at"
          onChange={({ target }) => set('at')(target.value)}
          type="datetime-local"
          value={typed.at}
        />
      </div>
      {field('acceptBlocking', text(texts.acceptBlocking))}
    </ChangeDialog>
  );
}

/** What was typed, as the call takes it. @returns null: it does not say all that is needed, or something else than a number */
function readStage(typed: typeof EMPTY): StagePlan | null {
  const names = (list: string) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const number = (value: string) => (value.trim() === '' ? null : Number(value));
  const [percentage, acceptBlocking] = [number(typed.percentage), number(typed.acceptBlocking)];
  const isOff = (value: number | null, most: number) =>
    value !== null && !(Number.isInteger(value) && value >= 0 && value <= most);
  if (typed.name.trim() === '' || isOff(percentage, 100) || isOff(acceptBlocking, 1_000_000)) return null;
  return {
    name: typed.name.trim(),
    groups: names(typed.groups),
    percentage,
    applications: names(typed.applications),
    at: typed.at === '' ? null : new Date(typed.at).toISOString(),
    acceptBlocking,
  };
}

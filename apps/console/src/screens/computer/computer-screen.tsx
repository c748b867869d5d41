import { adminDeviceCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useParams } from 'wouter';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { shownName } from '../../parts/shown-name.ts';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { AboutBlocks } from './about-blocks.tsx';
import { type Act, ComputerAct } from './acts.tsx';
import { ChecksBlock } from './checks-block.tsx';
import { ComputerFacts } from './computer-facts.tsx';
import { HistoryBlock } from './history-block.tsx';
import { ReportsBlock } from './reports-block.tsx';
import { computerActTexts as actTexts, computerTexts as texts } from './texts.ts';
import type { Computer } from './use-computer.ts';

const EVERY_MS = 15_000;

/** Why one computer is kept out, since when, and what may be done about it. What a role may not do is absent. */
export function ComputerScreen() {
  const text = useText();
  const { deviceRowId = '' } = useParams();
  const [act, setAct] = useState<Act | null>(null);
  const answer = useAnswer(adminDeviceCall, { parameters: { id: deviceRowId } }, { everyMs: EVERY_MS });
  // The answer about the computer before stays while another one is asked for: it is not this one's.
  const computer = answer.data?.id === deviceRowId ? answer.data : undefined;
  return (
    <>
      <PageHead
        actions={computer !== undefined && <Actions computer={computer} onAct={setAct} />}
        isLive
        page={`computer-${deviceRowId}`}
        title={computer === undefined ? text(texts.computers) : shownName(computer)}
        up={[{ href: '/computers', label: text(texts.computers) }]}
      />
      <RoleStrip />
      {computer !== undefined && <Loaded computer={computer} key={deviceRowId} />}
      {computer === undefined && answer.error === null && <LoadingRows />}
      {computer === undefined && answer.error !== null && (
        <NotLoaded onTryAgain={() => void answer.refetch()} problem={answer.error.problem} />
      )}
      {act !== null && computer !== undefined && (
        <ComputerAct act={act} computer={computer} onClose={() => setAct(null)} />
      )}
    </>
  );
}

function Loaded({ computer }: { readonly computer: Computer }) {
  const text = useText();
  return (
    <>
      <ComputerFacts computer={computer} />
      <div className={blocks['page']}>
        <div>
          <ChecksBlock computer={computer} />
          <HistoryBlock id={computer.id} />
        </div>
        <aside aria-label={text(texts.about, { name: shownName(computer) })} className={blocks['aside']}>
          <AboutBlocks computer={computer} />
          <ReportsBlock id={computer.id} />
        </aside>
      </div>
    </>
  );
}

interface ActionsProps {
  readonly computer: Computer;
  readonly onAct: (act: Act) => void;
}

function Actions({ computer: { state }, onAct }: ActionsProps) {
  const text = useText();
  const { role, approvesComputers } = useMe();
  const mayAdminister = isAtLeast(role, 'administrator');
  const isGone = state === 'retired';
  return (
    <>
      {mayAdminister && !isGone && (
        <>
          <Button kind="quiet" onPress={() => onAct('label')}>
            {text(actTexts.label)}…
          </Button>
          <Button kind="quiet" onPress={() => onAct('retire')}>
            {text(actTexts.retire)}…
          </Button>
          <Button onPress={() => onAct(state === 'blocked' ? 'unblock' : 'block')}>
            {text(state === 'blocked' ? actTexts.unblock : actTexts.block)}…
          </Button>
        </>
      )}
      {approvesComputers && state === 'waiting' && (
        <Button kind="primary" onPress={() => onAct('approve')}>
          {text(actTexts.approve)}…
        </Button>
      )}
    </>
  );
}

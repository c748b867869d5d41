import { adminTryPolicyCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, LazyModalDialog } from '@vestibule/ui';
import { useState } from 'react';
import { Block } from '../../parts/block.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { CommandLine } from '../../parts/command.tsx';
import form from '../../parts/form.module.css';
import { partTexts } from '../../parts/texts.ts';
import { useTimes } from '../../parts/use-times.ts';
import { POLICY_COMMANDS } from './commands.ts';
import styles from './policy.module.css';
import { policyActTexts as texts } from './texts.ts';

const HOURS = [1, 4, 24] as const;

interface Made {
  readonly link: string;
  readonly endsAt: string;
}

/** The pages as one of the people sees them under this text, on a laptop that is made up. */
export function TryBlock({ policy, isReady }: { readonly policy: string; readonly isReady: boolean }) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [hours, setHours] = useState<number>(HOURS[0]);
  return (
    <Block title={text(texts.tested)}>
      <p className={styles['words']}>{text(texts.testedLead)}</p>
      <Button isDisabled={!isReady} onPress={() => setIsOpen(true)}>
        {text(texts.testedMake)}
      </Button>
      {isOpen && (
        <ChangeDialog
          call={adminTryPolicyCall}
          command={POLICY_COMMANDS.tryOut(hours)}
          confirm={text(texts.testedMake)}
          input={{ body: { text: policy, hours } }}
          lead={text(texts.testedLead)}
          makesOld={[]}
          onClose={() => setIsOpen(false)}
          onDone={({ link, endsAt }) => {
            setIsOpen(false);
            if (link !== null) setMade({ link, endsAt });
          }}
          title={text(texts.tested)}
        >
          <fieldset aria-label={text(texts.hours)} className={form['hours']}>
            {HOURS.map((one) => (
              <label key={one}>
                <input checked={one === hours} name="try-hours" onChange={() => setHours(one)} type="radio" />
                {text(texts.hoursOf, { hours: one })}
              </label>
            ))}
          </fieldset>
        </ChangeDialog>
      )}
      {made !== null && <Link made={made} onClose={() => setMade(null)} />}
    </Block>
  );
}

function Link({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const text = useText();
  const times = useTimes();
  return (
    <LazyModalDialog
      choices={
        <>
          <ButtonLink href={made.link} kind="primary" opensNewTab>
            {text(texts.openLink)}
          </ButtonLink>
          <Button kind="quiet" onPress={onClose}>
            {text(partTexts.close)}
          </Button>
        </>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={onClose}
      title={text(texts.tested)}
    >
      <p>{text(texts.testedLink, { time: times.whole(made.endsAt) })}</p>
      <CommandLine command={made.link} label={text(partTexts.copy)} />
    </LazyModalDialog>
  );
}

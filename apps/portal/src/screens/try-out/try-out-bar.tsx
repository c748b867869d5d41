import {
  type CheckType,
  OPERATING_SYSTEMS,
  type OperatingSystem,
  type SyntheticLaptop,
  type TryOut,
} from '@vestibule/contracts';
import { type Text, useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useId, useState } from 'react';
import { INSTALLED, type Installed } from './visit.ts';
import { Choice } from './choice.tsx';
import { stateOf, SWITCH_STATES, type SwitchState, turned } from './switches.ts';
import { tryOutTexts } from './texts.ts';
import styles from './try-out-bar.module.css';

export interface TryOutBarProps {
  readonly tryOut: TryOut;
  readonly laptop: SyntheticLaptop;
  readonly installed: Installed;
  readonly isOpenAtFirst?: boolean;
  readonly onLaptop: (laptop: SyntheticLaptop) => void;
  readonly onInstall: (installed: Installed) => void;
}

const SYSTEM_NAMES: Readonly<Record<OperatingSystem, string>> = { windows: 'Windows', macos: 'macOS', linux: 'Linux' };

const INSTALLED_TEXTS: Readonly<Record<Installed, Text>> = {
  all: tryOutTexts.installedAll,
  'no-client': tryOutTexts.installedWithoutClient,
  'no-extension': tryOutTexts.installedWithoutExtension,
};

const STATE_TEXTS: Readonly<Record<SwitchState, Text>> = {
  good: tryOutTexts.good,
  bad: tryOutTexts.bad,
  unread: tryOutTexts.unread,
};

/** Above every page of a try-out: what this is, and the switches of the laptop. */
export function TryOutBar({ tryOut, laptop, installed, isOpenAtFirst = false, onLaptop, onInstall }: TryOutBarProps) {
  const text = useText();
  const i18n = useI18n();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const panelId = useId();
  const othersId = useId();
  const { endsAt, isInForce, checks } = tryOut;
  const time = i18n.date(new Date(endsAt), { hour: 'numeric', minute: '2-digit' });
  const there = checks.filter(({ systems }) => systems.includes(laptop.system));
  const asked = there.filter(({ isJudged }) => isJudged);
  const others = there.filter(({ isJudged }) => !isJudged);
  const switchOf = ({ checkType, name }: TryOut['checks'][number]) => (
    <Choice
      isMarked={stateOf(laptop, checkType) !== 'good'}
      key={checkType}
      label={nameOf(i18n, checkType, name)}
      onChoose={(state) => onLaptop(turned(laptop, checks, checkType, state))}
      options={SWITCH_STATES.map((state) => ({ value: state, label: text(STATE_TEXTS[state]) }))}
      value={stateOf(laptop, checkType)}
    />
  );
  return (
    <section aria-label={text(tryOutTexts.label)} className={styles['bar']}>
      <div className={styles['line']}>
        <p className={styles['words']}>
          <strong>{text(tryOutTexts.sentence)}</strong>{' '}
          <span className={styles['more']}>
            {text(isInForce ? tryOutTexts.inForce : tryOutTexts.notInForce, { time })}
          </span>
        </p>
        <button
          aria-controls={panelId}
          aria-expanded={isOpen}
          className={styles['toggle']}
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {text(isOpen ? tryOutTexts.hide : tryOutTexts.change)}
        </button>
      </div>
      <div className={styles['panel']} hidden={!isOpen} id={panelId}>
        <div className={styles['switches']}>
          <Choice
            label={text(tryOutTexts.system)}
            onChoose={(system) => onLaptop({ ...laptop, system })}
            options={OPERATING_SYSTEMS.map((system) => ({ value: system, label: SYSTEM_NAMES[system] }))}
            value={laptop.system}
          />
          <Choice
            label={text(tryOutTexts.installed)}
            onChoose={onInstall}
            options={INSTALLED.map((one) => ({ value: one, label: text(INSTALLED_TEXTS[one]) }))}
            value={installed}
          />
          {asked.map(switchOf)}
        </div>
        {others.length > 0 && (
          <div aria-labelledby={othersId} className={styles['others']} role="group">
            <p className={styles['heading']} id={othersId}>
              {text(tryOutTexts.notAsked)}
            </p>
            <div className={styles['switches']}>{others.map(switchOf)}</div>
          </div>
        )}
        <Button
          isDisabled={laptop.bad.length + laptop.unread.length === 0}
          kind="secondary"
          onPress={() => onLaptop({ ...laptop, bad: [], unread: [] })}
        >
          {text(tryOutTexts.allGood)}
        </Button>
      </div>
    </section>
  );
}

/** What is checked, as the catalogues of the checks have it. */
function nameOf(i18n: ReturnType<typeof useI18n>, type: CheckType, english: string): string {
  const id = `${type}.unknownText`;
  return Object.hasOwn(i18n.messages, id) ? i18n._(id) : english;
}

import { BASE_PATH, type MySession } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { ButtonLink, CheckRow } from '@vestibule/ui';
import { computerState } from './computer-state.ts';
import { Section } from './section.tsx';
import { computerTexts as texts } from './texts.ts';

/** This computer, as the last check left it. */
export function ComputerSection({ device }: Pick<MySession, 'device'>) {
  const text = useText();
  const i18n = useI18n();
  const checkedAt = device?.checkedAt ?? null;
  const when = checkedAt === null ? '' : i18n.date(checkedAt, { dateStyle: 'long', timeStyle: 'short' });
  const state = computerState(device, when);
  return (
    <Section
      heading={text(texts.heading)}
      rows={
        <CheckRow
          actions={state.action !== null && <ButtonLink href={`${BASE_PATH}/`}>{text(state.action)}</ButtonLink>}
          description={text(state.text, state.values)}
          title={text(state.title, state.values)}
          verdict={state.verdict}
          verdictName={text(state.verdictName)}
        />
      }
    />
  );
}

import { BASE_PATH, type MySession } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { ButtonLink, CheckRow } from '@vestibule/ui';
import { computerState } from './computer-state.ts';
import { Section } from './section.tsx';
import { computerTexts as texts } from './texts.ts';

/** This computer, as the last check left it. */
export function ComputerSection({ device, offersVouching }: Pick<MySession, 'device' | 'offersVouching'>) {
  const text = useText();
  const i18n = useI18n();
  const checkedAt = device?.checkedAt ?? null;
  const when = checkedAt === null ? '' : i18n.date(checkedAt, { dateStyle: 'long', timeStyle: 'short' });
  const state = computerState(device, when);
  // Where nothing of it is known yet, the next page reads it.
  const vouches = offersVouching && (device === null || mayVouch(device));
  return (
    <Section
      heading={text(texts.heading)}
      rows={
        <CheckRow
          actions={
            (state.action !== null || vouches) && (
              <>
                {state.action !== null && (
                  <ButtonLink href={`${BASE_PATH}${state.page}`}>{text(state.action)}</ButtonLink>
                )}
                {vouches && (
                  <ButtonLink href={`${BASE_PATH}/another-computer`}>{text(texts.registerAnother)}</ButtonLink>
                )}
              </>
            )
          }
          description={text(state.text, state.values)}
          title={text(state.title, state.values)}
          verdict={state.verdict}
          verdictName={text(state.verdictName)}
        />
      }
    />
  );
}

function mayVouch({ state, complianceStatus }: NonNullable<MySession['device']>): boolean {
  return state === 'approved' && complianceStatus !== 'NotCompliant';
}

import { useText } from '@vestibule/texts';
import { Button, Tag } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { useCompany } from '../../app/company-context.ts';
import { describeBrowser } from '../../app/describe-browser.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { SetupPage } from '../page/setup-page.tsx';
import styles from './choose-factor-step.module.css';
import type { Enrolled } from './enrolled.ts';
import { enrollTexts as texts } from './texts.ts';
import { useRegisterPasskey } from './use-register-passkey.ts';

export interface ChooseFactorStepProps {
  /** An authenticator app may be set up as well as a passkey. */
  readonly hasAuthenticator: boolean;
  readonly marker: { readonly loginMarker?: string };
  readonly onAuthenticator: () => void;
  readonly onEnrolled: (enrolled: Enrolled) => Problem | 'leaving' | undefined;
  readonly otherWay: ReactNode;
}

/** Which second factor to set up. A passkey is set up right here. */
export function ChooseFactorStep(props: ChooseFactorStepProps) {
  const { hasAuthenticator, marker, onAuthenticator, onEnrolled, otherWay } = props;
  const text = useText();
  const company = useCompany()?.companyName ?? '';
  const { isBusy, problem, register } = useRegisterPasskey(marker, onEnrolled);
  return (
    <SetupPage
      lead={text(texts.chooseLead, { company })}
      otherWay={otherWay}
      screen="choose-factor"
      title={text(texts.chooseTitle)}
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      <ul className={styles['options']}>
        <Option tag={text(texts.passkeyRecommended)} text={text(texts.passkeyText)} title={text(texts.passkeyTitle)}>
          <Button
            className={styles['start']}
            isBusy={isBusy}
            kind="primary"
            onPress={() => register(describeBrowser(navigator.userAgent) ?? text(texts.passkeyTitle))}
          >
            {text(texts.passkeyStart)}
          </Button>
        </Option>
        {hasAuthenticator && (
          <Option text={text(texts.appText)} title={text(texts.appTitle)}>
            <Button className={styles['start']} onPress={onAuthenticator}>
              {text(texts.appStart)}
            </Button>
          </Option>
        )}
      </ul>
    </SetupPage>
  );
}

interface OptionProps {
  readonly title: string;
  readonly text: string;
  readonly tag?: string;
  readonly children: ReactNode;
}

function Option({ title, text, tag, children }: OptionProps) {
  return (
    <li className={styles['option']}>
      <div>
        <div className={styles['head']}>
          <h2 className={styles['title']}>{title}</h2>
          {tag !== undefined && <Tag kind="busy">{tag}</Tag>}
        </div>
        <p className={styles['text']}>{text}</p>
      </div>
      {children}
    </li>
  );
}

import type { SecondFactorMethod } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { Button, CentredStatus, StatusActions } from '@vestibule/ui';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { problemText } from '../page/problems.ts';
import { SupportLine } from '../page/support-line.tsx';
import { CodeForm } from './code-form.tsx';
import { usableMethods } from './methods.ts';
import { giveTexts as texts } from './texts.ts';
import { useGiveFactor } from './use-give-factor.ts';

export interface GiveFactorStepProps {
  readonly methods: readonly SecondFactorMethod[];
  /** Of the pending sign-in, if there is one. */
  readonly marker: { readonly loginMarker?: string };
  readonly onGiven: (continueTo: string) => Problem | 'leaving' | void;
  /** What else leads on from here. */
  readonly otherWay: ReactNode;
}

const LEADS: { readonly [method in SecondFactorMethod]: Text } = {
  passkey: texts.leadPasskey,
  'recovery-code': texts.leadRecovery,
  totp: texts.leadTotp,
};

const INSTEAD: { readonly [method in SecondFactorMethod]: Text } = {
  passkey: texts.passkeyInstead,
  'recovery-code': texts.recoveryInstead,
  totp: texts.totpInstead,
};

/** Asks for one of the second factors that a person has; the others are one press away. */
export function GiveFactorStep({ methods, marker, onGiven, otherWay }: GiveFactorStepProps) {
  const text = useText();
  const usable = usableMethods(methods, usePorts().passkeys.isSupported);
  const [chosen, setChosen] = useState<SecondFactorMethod | null>(null);
  const method = chosen ?? usable[0] ?? null;
  const title = text(texts.title);
  return (
    <AccountsPage title={title}>
      <CentredStatus
        doorway="checking"
        lead={text(method === null ? texts.noMethod : LEADS[method])}
        progress={0.5}
        screen={`give-${method ?? 'nothing'}`}
        title={title}
      >
        {method !== null && <MethodForm key={method} marker={marker} method={method} onGiven={onGiven} />}
        <StatusActions>
          {usable
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} kind="quiet" onPress={() => setChosen(other)}>
                {text(INSTEAD[other])}
              </Button>
            ))}
          {otherWay}
        </StatusActions>
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}

interface MethodFormProps extends Pick<GiveFactorStepProps, 'marker' | 'onGiven'> {
  readonly method: SecondFactorMethod;
}

function MethodForm({ method, marker, onGiven }: MethodFormProps) {
  const text = useText();
  const { isBusy, problem, giveCode, givePasskey } = useGiveFactor(marker, onGiven);
  const isAboutCode = problem === 'code_wrong';
  return (
    <FormCard
      notice={
        problem !== null &&
        !isAboutCode && <ProblemNotice problem={problem === 'too_many_attempts' ? 'too_many_codes' : problem} />
      }
    >
      {method === 'passkey' ? (
        <Button isBusy={isBusy} isLarge kind="primary" onPress={givePasskey}>
          {text(texts.passkeyUse)}
        </Button>
      ) : (
        <CodeForm
          error={isAboutCode ? text(problemText(problem).title) : null}
          heading={text(texts.title)}
          isBusy={isBusy}
          kind={method}
          onSubmit={(code) => giveCode(method, code)}
        />
      )}
    </FormCard>
  );
}

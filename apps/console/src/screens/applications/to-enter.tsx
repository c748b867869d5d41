import { adminKeysCall, adminStatusCall } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandLine } from '../../parts/command.tsx';
import list from '../../parts/list.module.css';
import { useTimes } from '../../parts/use-times.ts';
import { addApplicationTexts as texts } from './texts.ts';

export interface ToEnterProps {
  readonly isOpenIdConnect: boolean;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

/** What to enter at the application, so that it finds the gate. */
export function ToEnter({ isOpenIdConnect, clientId, clientSecret }: ToEnterProps) {
  const text = useText();
  const gate = useAnswer(adminStatusCall).data?.company?.publicUrl ?? '';
  return (
    <>
      <p>{text(texts.enter)}</p>
      {isOpenIdConnect ? (
        <>
          <Values
            values={[
              [texts.issuer, `${gate}/oidc`],
              [texts.clientId, clientId ?? ''],
              [texts.clientSecret, clientSecret ?? text(texts.none)],
            ]}
          />
          {clientSecret !== null && <p>{text(texts.secretOnce)}</p>}
        </>
      ) : (
        <>
          <Values
            values={[
              [texts.metadata, `${gate}/saml/metadata`],
              [texts.entityId, `${gate}/saml/metadata`],
              [texts.signOn, `${gate}/saml/sso`],
              [texts.signOut, `${gate}/saml/slo`],
            ]}
          />
          <Certificate />
        </>
      )}
    </>
  );
}

function Values({ values }: { readonly values: readonly (readonly [Text, string])[] }) {
  const text = useText();
  return (
    <dl className={list['list']}>
      {values.map(([label, value]) => (
        <Value key={label.id} label={text(label)} value={value} />
      ))}
    </dl>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: string }) {
  const text = useText();
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <CommandLine command={value} label={text(texts.copy, { name: label })} />
      </dd>
    </>
  );
}

/** It is compared by its thumbprint. */
function Certificate() {
  const text = useText();
  const times = useTimes();
  const active = useAnswer(adminKeysCall).data?.keys.find(({ state }) => state === 'active');
  if (active === undefined) return null;
  return (
    <dl className={list['list']}>
      <dt>{text(texts.certificate)}</dt>
      <dd>{text(texts.certificateUntil, { day: times.day(active.expiresAt) })}</dd>
      <dt>SHA-256</dt>
      <dd>
        <code>{active.thumbprint}</code>
      </dd>
    </dl>
  );
}

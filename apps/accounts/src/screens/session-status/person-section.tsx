import type { MySession } from '@vestibule/contracts';
import { type Text, useI18n, useText } from '@vestibule/texts';
import { KeyValueList } from '@vestibule/ui';
import { PaddedCard, Section } from './section.tsx';
import { statusTexts as texts } from './texts.ts';

const ROLES: { readonly [role in NonNullable<MySession['role']>]: Text } = {
  administrator: texts.roleAdministrator,
  auditor: texts.roleAuditor,
  support: texts.roleSupport,
};

/** Who is signed in, and for how long. */
export function PersonSection({ user, role, session }: Pick<MySession, 'user' | 'role' | 'session'>) {
  const text = useText();
  const i18n = useI18n();
  const time = (iso: string) => i18n.date(iso, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Section heading={text(texts.about)}>
      <PaddedCard>
        <KeyValueList
          entries={[
            { label: text(texts.name), value: user.userDisplayName },
            { label: text(texts.login), value: user.userLogin },
            { label: text(texts.email), value: user.userEmail },
            { label: text(texts.company), value: user.companyName },
            { label: text(texts.role), value: role === null ? '' : text(ROLES[role]) },
            { label: text(texts.since), value: time(session.startedAt) },
            { label: text(texts.ends), value: time(session.expiresAt) },
          ]}
        />
      </PaddedCard>
    </Section>
  );
}

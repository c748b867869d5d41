import { isolated, type TextValues, TextsProvider, useI18n } from '@vestibule/texts';
import { type ReactNode, useMemo } from 'react';

type I18n = ReturnType<typeof useI18n>;

/** Below it, a name that turns the line around does not turn around the sentence that it stands in. */
export function IsolatingTexts({ children }: { readonly children: ReactNode }) {
  const i18n = useI18n();
  const isolating = useMemo(() => isolatingOf(i18n), [i18n]);
  return <TextsProvider i18n={isolating}>{children}</TextsProvider>;
}

/** The same language, with each value of a sentence kept to itself. */
function isolatingOf(i18n: I18n): I18n {
  const say = (id: string, values?: TextValues, options?: Parameters<I18n['_']>[2]) =>
    i18n._(id, values && withIsolated(values), options);
  return Object.create(i18n, { _: { value: say } }) as I18n;
}

function withIsolated(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  );
}

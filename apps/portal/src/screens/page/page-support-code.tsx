import { ColumnFootnote, StatusFootnote, SupportCode } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from './page-info.ts';
import { pageTexts } from './texts.ts';

export function PageSupportCode({ code }: { readonly code: string }) {
  const text = useText();
  return (
    <SupportCode
      code={code}
      copiedLabel={text(pageTexts.supportCodeCopied)}
      copyLabel={text(pageTexts.supportCodeCopy)}
      label={text(pageTexts.supportCode)}
    />
  );
}

/** By which support finds this attempt in the server's log; nothing where there is none. */
export function StatusSupportCode({ info: { supportCode } }: { readonly info: PageInfo }) {
  return supportCode === null ? null : (
    <StatusFootnote>
      <PageSupportCode code={supportCode} />
    </StatusFootnote>
  );
}

/** The same at the end of a column. */
export function ColumnSupportCode({ info: { supportCode } }: { readonly info: PageInfo }) {
  return supportCode === null ? null : (
    <ColumnFootnote>
      <PageSupportCode code={supportCode} />
    </ColumnFootnote>
  );
}

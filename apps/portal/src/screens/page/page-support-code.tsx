import { SupportCode } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
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

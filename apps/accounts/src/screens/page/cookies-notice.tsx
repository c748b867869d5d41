import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { pageTexts, problemTexts } from './texts.ts';

/** For a browser that keeps no cookies: what is typed there comes to nothing. */
export function CookiesNotice() {
  const text = useText();
  return (
    <Notice iconName={text(pageTexts.problem)} kind="warn" title={text(problemTexts.cookies)}>
      {text(problemTexts.cookiesText)}
    </Notice>
  );
}

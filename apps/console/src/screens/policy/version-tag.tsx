import { useText } from '@vestibule/texts';
import { Tag } from '@vestibule/ui';
import styles from './policy.module.css';
import { policyTexts as texts } from './texts.ts';
import { shortVersion } from './use-policy.ts';

/** Which version holds, next to the name of the page. On a phone it is said further down alone. */
export function VersionTag({ version }: { readonly version: string }) {
  const text = useText();
  return (
    <span className={styles['tag']}>
      <Tag>{text(texts.inForce, { version: shortVersion(version) })}</Tag>
    </span>
  );
}

import { useState } from 'react';
import { classes } from '../classes.ts';
import styles from './company-mark.module.css';

export interface CompanyMarkProps {
  readonly name: string;
  readonly logoUrl: string | null;
  /** On very small screens the logo stands alone. */
  readonly hidesName: boolean;
}

/** Logo and name of the company; a logo that does not load leaves the name alone. */
export function CompanyMark({ name, logoUrl, hidesName }: CompanyMarkProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasLogo = logoUrl !== null && logoUrl !== brokenUrl;
  return (
    <span className={styles['mark']}>
      {hasLogo && <img alt="" className={styles['logo']} onError={() => setBrokenUrl(logoUrl)} src={logoUrl} />}
      <span className={classes(styles['name'], hasLogo && hidesName && styles['hideable'])}>{name}</span>
    </span>
  );
}

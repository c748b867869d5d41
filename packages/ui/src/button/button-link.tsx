import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { buttonClass, type ButtonKind } from './button-class.ts';

export interface ButtonLinkProps {
  readonly href: string;
  readonly kind?: ButtonKind;
  readonly isLarge?: boolean;
  /** Opens beside this page and shows it by an icon. */
  readonly opensNewTab?: boolean;
  readonly describedBy?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { href, kind = 'secondary', isLarge = false, opensNewTab = false, describedBy, className, children } = props;
  return (
    <a
      aria-describedby={describedBy}
      className={classes(buttonClass(kind, isLarge), className)}
      href={href}
      {...(opensNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {opensNewTab && <Icon isSmall name="external" />}
    </a>
  );
}

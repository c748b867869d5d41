import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { buttonClass, type ButtonKind } from './button-class.ts';

export interface ButtonLinkProps {
  readonly href: string;
  readonly kind?: ButtonKind;
  readonly isLarge?: boolean;
  /** Opens next to this page and shows it by an icon. */
  readonly opensNewTab?: boolean;
  readonly describedBy?: string;
  readonly className?: string | undefined;
  /** Told when the link is followed; it is followed all the same. */
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { href, kind = 'secondary', isLarge = false, opensNewTab = false, describedBy, className } = props;
  const { onFollow, children } = props;
  return (
    <a
      aria-describedby={describedBy}
      className={classes(buttonClass(kind, isLarge), className)}
      href={href}
      onClick={onFollow}
      {...(opensNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {opensNewTab && <Icon isSmall name="external" />}
    </a>
  );
}

import { useText } from '@vestibule/texts';
import { isAtLeast, useMe } from '../hooks/me-context.ts';
import { Strip } from '../parts/strip.tsx';
import { frameTexts as texts } from './texts.ts';

/** One line on top of a page where something is for other roles, and therefore absent. */
export function RoleStrip() {
  const text = useText();
  const { role, approvesComputers } = useMe();
  if (isAtLeast(role, 'administrator')) return null;
  const support = approvesComputers ? texts.maySupport : texts.maySupportNotApprove;
  return <Strip mark="eye">{text(role === 'support' ? support : texts.mayLook)}</Strip>;
}

import type { ServerContext } from '../../context/server-context.ts';

/** The agreement that ships with Workplace; a company may put its own in its place. */
const SHIPPED_EULA = `<div><p><strong>Licence agreement for Workplace</strong></p>
<p>Your company asks you to install Workplace on the computer you work with. By installing it you agree to the following.</p>
<ol>
<li><p><strong>What you may do.</strong> You may install Workplace on the computers you use for work and use it there, free of charge, for as long as your company provides it to you. The licence of the software itself is the Apache License, Version 2.0.</p></li>
<li><p><strong>What Workplace does.</strong> When you sign in to work, Workplace reads security settings of the computer, such as whether the firewall is on, and sends them to your company. The page “What we read” lists every one of them. It does not read your documents, messages, passwords or browsing history.</p></li>
<li><p><strong>What it changes.</strong> Workplace changes a setting only after you choose a fix, and the system itself asks you first where an administrator’s consent is needed.</p></li>
<li><p><strong>What your company does with it.</strong> Your company decides which settings it asks for and how long it keeps the reports. Its privacy policy applies to them.</p></li>
<li><p><strong>Please do not</strong> change Workplace so that it reports something else than it finds, or use it to report for another computer.</p></li>
<li><p><strong>No warranty.</strong> Workplace is provided as it is, without warranty of any kind, as far as the law allows. Rights that the law gives you in any case stay as they are.</p></li>
<li><p><strong>Ending it.</strong> You may remove Workplace at any time. Without it your company may not let this computer into work.</p></li>
</ol></div>`;

/**
 * The text of the licence agreement that holds for a company, of the tags ol, li, div, p and strong: a company's own was
 * reduced to them when it was set.
 */
export function describeEula({ configuration }: ServerContext): string {
  return configuration.eula ?? SHIPPED_EULA;
}

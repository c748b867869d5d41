import { sortPackages } from '../downloads/find-package.ts';
import { type Finding, good, look } from './finding.ts';

const CHECK = 'Packages';

/** Whether people who are asked to install Workplace find it. @param folder what the server hands out */
export async function lookAtPackages(folder: string): Promise<Finding> {
  const { there, lacking } = await sortPackages(folder);
  if (lacking.length === 0) return good(CHECK, `Workplace lies ready for ${there.join(', ')}.`);
  const sentence =
    there.length === 0
      ? 'There is no package of Workplace to hand out.'
      : `Workplace lies ready for ${there.join(', ')}, and not for ${lacking.join(', ')}.`;
  return look(
    CHECK,
    sentence,
    'Build them before anybody has to install it: npm run package -- --help. Where you send them by tools of your own, there is nothing to do.',
  );
}

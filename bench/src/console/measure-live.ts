import { startAdministrator } from '../../../e2e/support/console.ts';
import { startBrowser } from '../../../e2e/support/visitors.ts';
import { arrive } from '../load/measure-load.ts';
import { openLoop } from '../load/loops.ts';
import { loginOf, signInOnce } from '../load/sign-in.ts';
import { type Figure, summarise } from '../statistics.ts';
import { longFramesOn, watchPage } from './interactions.ts';
import { type LargeGate, LIVE_PEOPLE } from './measure-console.ts';

const PER_SECOND = 50;
const SECONDS = 12;
const PAGES = ['sign-ins', 'computers', 'people', 'gate'] as const;
/** A frame that takes no longer is not long. */
const LIMIT_MS = 50;

/** Looks at pages, each on its own, while people sign in: how often, and frames that took longer than they may. */
export async function measureLive({ url, port, dataFolder, place }: LargeGate): Promise<readonly Figure[]> {
  const logins = Array.from({ length: LIVE_PEOPLE }, (_, index) => loginOf(index));
  const people = await arrive(logins, { ports: [port] });
  const browser = await startBrowser();
  const figures: Figure[] = [];
  const rates: number[] = [];
  try {
    const { page } = await startAdministrator(
      browser,
      { dataFolder },
      { login: 'rowan', displayName: 'Rowan Figures' },
    );
    for (const name of PAGES) {
      await page.goto(`${url}/console/${name}`);
      await page.getByRole('main').getByText('Live', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      await watchPage(page);
      const { count, seconds, failures } = await openLoop(PER_SECOND, SECONDS, LIVE_PEOPLE, async (index, times) => {
        const person = people[index];
        if (person === undefined) throw new Error('There are too few people.');
        await signInOnce(person, place, times);
      });
      if (failures.length > 0) throw new Error(`${failures.length} sign-ins failed: ${failures[0]}`);
      rates.push(count / seconds);
      const frames = (await longFramesOn(page)).map(({ ms }) => ms);
      figures.push(
        summarise(`live, ${name}: frames over ${LIMIT_MS} ms`, 'count', { p95AtMost: 0 }, [frames.length]),
        summarise(`live, ${name}: longest of them; 0 where there is none`, 'ms', { p95AtMost: LIMIT_MS }, [
          Math.max(0, ...frames),
        ]),
      );
    }
  } finally {
    await browser.close();
    for (const { connection } of people) connection.close();
  }
  return [summarise('live: sign-ins a second', 'count', { medianAtLeast: PER_SECOND * 0.9 }, rates), ...figures];
}

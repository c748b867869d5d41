import { BASE_PATH } from '@vestibule/contracts';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { matchRoute } from './route-table.ts';

/** The screen of the current path. A change of path is a new screen: nothing of the one before stays. */
export function RoutedScreen() {
  const [path] = useBrowserLocation();
  const { Screen } = matchRoute(path.slice(BASE_PATH.length));
  return <Screen key={path} />;
}

import '@vestibule/ui/tokens.css';
import './first-title/first-title.css';
import { BASE_PATH } from '@vestibule/contracts';
import type { Ports } from '@vestibule/flows';
import { createClientPort } from './adapters/client.ts';
import { createEventsPort } from './adapters/events.ts';
import { createLog } from './adapters/log.ts';
import { createMemory } from './adapters/memory.ts';
import { createPagePort } from './adapters/page.ts';
import { rememberComputer } from './adapters/remember-computer.ts';
import { createServerPort } from './adapters/server.ts';
import { openPages } from '@vestibule/web-shell';
import { holdTabCode } from './adapters/tab-code.ts';
import { catalogues } from './texts/catalogues.ts';
import { goTo } from './hooks/go-to.ts';
import { type Opened, openTryOut } from './open-try-out.tsx';
import { STARTED } from './first-title/lost-first-script.ts';
import { reloadOnce } from './app/lost-route.tsx';
import { PortsContext } from './hooks/ports-context.ts';
import { RoutedScreen } from './app/routed-screen.tsx';
import { setOf, TRY_OUT_SET } from './hooks/route-sets.ts';

// Before anything that can be waited for: see first-title-entry.ts.
document.documentElement.dataset[STARTED] = '';
const memory = createMemory();
const ports: Ports = {
  server: createServerPort(holdTabCode(memory)),
  client: rememberComputer(createClientPort(), memory),
  page: createPagePort(goTo),
  events: createEventsPort(),
  log: createLog(),
  memory,
};
const loadNewer = () => void reloadOnce(ports, import.meta.url, () => location.reload());
// A script that is fetched by no part of the page, but by what the page does: no one else would notice.
addEventListener('vite:preloadError', loadNewer);
const showPages = await openPages(catalogues, loadNewer);
const show = ({ ports: used, app }: Opened) => showPages(<PortsContext value={used}>{app}</PortsContext>);

// Not waited for here: the scripts of a try-out need this one, which has to come to its end first.
if (setOf(location.pathname.slice(BASE_PATH.length)) === TRY_OUT_SET) void openTryOut(ports).then(show);
else show({ ports, app: <RoutedScreen /> });

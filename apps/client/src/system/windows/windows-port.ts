import type { ChangePort, Outcome, WindowsInventory } from '@vestibule/checks';
import { findTool } from '../find-tool.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runInventory, runWindowsScript } from './run-script.ts';

type WindowsPort = Required<Pick<ChangePort, 'windowsInventory' | 'runWindowsScript'>>;

/** What only a Windows computer has: the client's own scripts, run by the PowerShell of the system. */
export function createWindowsPort(
  environment: ChangePort['environment'],
  rootFolder: string | null,
  run: ChangePort['run'],
): WindowsPort {
  const withPowershell = async <Value>(use: (path: string) => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    const path = await findTool('powershell', 'windows', rootFolder);
    return path === null
      ? { ok: false, reason: 'tool-missing', detail: 'Windows PowerShell is not there.' }
      : use(path);
  };
  return {
    windowsInventory: oneAtATime(async () =>
      withoutPowershell(await withPowershell((powershell) => runInventory(powershell, environment)), run),
    ),
    runWindowsScript: ({ name, arguments: words, timeoutMs }) =>
      withPowershell((powershell) =>
        runWindowsScript({ script: name, arguments: words, powershell, environment, timeoutMs }),
      ),
  };
}

/** Where PowerShell is missing, forbidden or silent, the registry's own tool still answers for a part. */
async function withoutPowershell(
  inventory: Outcome<WindowsInventory>,
  run: ChangePort['run'],
): Promise<Outcome<WindowsInventory>> {
  if (inventory.ok || inventory.reason === 'missing') return inventory;
  const { readRegistryInventory } = await import('./readings.ts');
  const part = await readRegistryInventory({ run }, inventory.reason);
  return Object.keys(part.sections).length === 0 ? inventory : { ok: true, value: part };
}

import { CommandFailure, misuse, type Run } from '@vestibule/command-line';
import type { ConnectOptions, Preset } from './connect-presets.ts';

/** What a new one begins with. Where an option for that is missing, perhaps one that is there was meant. */
export async function settingsOfNew(
  { ask }: Run,
  { name, preset, options }: { readonly name: string; readonly preset: Preset; readonly options: ConnectOptions },
): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (preset.kind === 'saml' && options.metadata === undefined) throw misuse('Give its metadata: --metadata FILE');
    return preset.settings(options);
  } catch (error) {
    const { upstreams } = await ask('adminUpstreams');
    if (!(error instanceof CommandFailure) || upstreams.length === 0) throw error;
    const names = upstreams.map((upstream) => upstream.name).join(', ');
    throw misuse(`No identity provider is called ${name}; there are: ${names}. For a new one: ${error.message}`);
  }
}

import type { Synthetic } from '../synthetic.ts';
import type { RemoteLoginFact } from './definition.ts';

export function syntheticRemoteLogin({ isBad, laptop }: Synthetic): RemoteLoginFact {
  const isOn = isBad('RemoteLoginOff');
  const name = laptop.system === 'macos' ? 'Remote Login' : 'ssh.service';
  return { services: [{ name, isOn, startsWithSystem: isOn }] };
}

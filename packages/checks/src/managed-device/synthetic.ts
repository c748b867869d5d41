import { type Synthetic, textsIn } from '../synthetic.ts';

export function syntheticManagement({ isBad, parametersOf }: Synthetic): unknown {
  const [id = 'synthetic-management'] = textsIn(parametersOf('ManagedDevice')['services']);
  return isBad('ManagedDevice') ? { services: [] } : { services: [{ id, name: id, isEnrolled: true }] };
}

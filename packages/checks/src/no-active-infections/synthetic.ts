import type { Synthetic } from '../synthetic.ts';

export function syntheticThreats({ isBad, look }: Synthetic): unknown {
  return {
    product: look.antivirus.name,
    active: isBad('NoActiveInfections') ? [{ name: 'EICAR-Test-File', item: look.threatenedFile }] : [],
  };
}

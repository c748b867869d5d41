import type { Installation } from '../../../context/server-context.ts';
import type { ServedCertificate } from '../../../operations/tls/serve-certificate.ts';
import { findCompanies } from '../../../repositories/companies.ts';
import { gateStateOf } from './gate-state.ts';

/** What a scrape reads of the installation: how many gates only report, and how long its certificate holds. */
export function watchCompanies(
  { metrics, database, companies, now }: Installation,
  certificate: ServedCertificate | null,
): void {
  metrics.watch('vestibule_gate_report_only', async () => {
    const all = await Promise.all((await findCompanies(database)).map(({ company }) => companies.byId(company.id)));
    const reporting = all.filter((context) => context !== null && gateStateOf(context).state === 'observing');
    return [{ value: reporting.length, labels: {} }];
  });
  if (certificate === null) return;
  metrics.watch('vestibule_certificate_expires_seconds', () => {
    const until = certificate.until();
    return until === null ? [] : [{ value: (until.getTime() - now().getTime()) / 1000, labels: {} }];
  });
}

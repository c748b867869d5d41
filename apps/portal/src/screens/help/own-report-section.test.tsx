// @vitest-environment jsdom
import type { SignedReportPayload } from '@vestibule/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithTexts } from '@vestibule/texts/testing';
import { expect, it, vi } from 'vitest';
import { OwnReportSection } from './own-report-section.tsx';

const payload: SignedReportPayload = {
  nonce: 'nonce',
  sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  deviceId: '11111111-2222-4333-8444-555555555555',
  collectedAt: '2026-11-21T09:41:07.000Z',
  sequence: 7,
  importantDataHash: 'hash',
  report: {
    schemaVersion: 1,
    client: {
      version: '3.6.0',
      installScope: 'machine',
      codeHash: '0'.repeat(64),
      keyProtection: 'tpm',
      systemRoot: 'real',
    },
    device: {
      deviceId: '11111111-2222-4333-8444-555555555555',
      deviceName: 'NADIA-LT-0427',
      deviceLoginName: 'nadia',
      operatingSystem: 'linux',
      osVersionCaption: 'Debian 13',
      deviceType: 0,
      model: 'Book 14',
      manufacturer: 'Contoso',
      serialNumber: 'C02X1234',
    },
    facts: {
      firewall: {
        source: '/etc/ufw/ufw.conf',
        readAt: '2026-11-21T09:41:07.000Z',
        value: { isOn: true, manager: 'ufw', gaps: [] },
      },
      antivirus: { source: 'Antivirus programs', readAt: '2026-11-21T09:41:07.000Z', unavailable: 'timed-out' },
      newFact: { source: 'somewhere', readAt: '2026-11-21T09:41:07.000Z', value: 3 },
    },
  },
};

function show(report: Parameters<typeof OwnReportSection>[0]['report']) {
  const onSave = vi.fn();
  renderWithTexts(<OwnReportSection onSave={onSave} report={report} />);
  return onSave;
}

it('shows every value that would be reported, from where and when', () => {
  show({ state: 'known', payload });
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(names).toEqual(['Firewall', 'Antivirus', 'newFact', 'Computer and account', 'Workplace itself']);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent ?? '');
  expect(values[0]).toContain('isOn: true\nmanager: ufw\ngaps: –');
  expect(values[0]).toContain('/etc/ufw/ufw.conf, read at ');
  expect(values[1]).toContain('unavailable: timed-out');
  expect(values[3]).toContain('serialNumber: C02X1234');
});

it('gives it away as a file', async () => {
  const onSave = show({ state: 'known', payload });
  await userEvent.click(screen.getByRole('button', { name: 'Download as JSON' }));
  expect(onSave).toHaveBeenCalledWith(payload);
});

it.each([
  ['reading', /Reading this computer…/],
  ['no-session', /Go to the check once/],
  ['no-client', /nothing is reported/],
] as const)('says why nothing stands there: %s', (state, sentence) => {
  show({ state });
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

// @vitest-environment jsdom
import { LostScriptContext } from '@vestibule/ui';
import { renderWithTexts } from '@vestibule/texts/testing';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import { ModalLayer } from './modal-layer.tsx';

// As a server answers that has a newer page: the file is no longer there.
vi.mock('../home-modals/home-modal.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a window whose script is gone is closed, so that no one is kept from work by what they cannot see', async () => {
  const close = vi.fn();
  const tellLost = vi.fn();
  const { header, licence, system } = homeSurroundings;
  renderWithTexts(
    <LostScriptContext value={tellLost}>
      <ModalLayer
        actions={{ ...noActions.modal, close }}
        info={header}
        licence={licence}
        modal={{ kind: 'support' }}
        system={system}
      />
    </LostScriptContext>,
  );
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(tellLost).toHaveBeenCalled();
});

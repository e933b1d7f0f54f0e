import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GlobalSpinner } from '#src/components/layout/global-spinner.tsx';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { renderScreen } from '../harness.tsx';

test('§2 global spinner: shown while anything loads, gone when the last load has ended', async () => {
  await renderScreen(<GlobalSpinner />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  const ends: (() => void)[] = [];
  act(() => void ends.push(beginLoading(), beginLoading()));
  expect(screen.getByRole('status')).toHaveTextContent('Caricamento in corso…');
  act(() => ends[0]?.());
  expect(screen.getByRole('status')).toHaveTextContent('Caricamento in corso…');
  act(() => ends[1]?.());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

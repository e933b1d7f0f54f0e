import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DateField } from '#src/components/form/date-field.tsx';
import { AlertsRegion } from '#src/components/layout/alerts-region.tsx';
import { CONTENT_ID } from '#src/components/layout/focus-screen.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { type Notice, showAlert } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../../render-screen.tsx';

const STAYING: Notice = {
  kind: 'danger',
  title: 'Attenzione!',
  text: 'Primo',
  duration: null,
};

afterEach(() => vi.useRealTimers());

function shown(): string[] {
  const region = screen.getByRole('region', { name: 'Avvisi' });
  return [...region.querySelectorAll('.alert')].map((alert) => alert.textContent);
}

test('§8 alerts: stacked, errors first, then the oldest, and each is read out once', async () => {
  await renderScreen(<AlertsRegion />);
  act(() => {
    showAlert({ ...STAYING, text: 'Primo', kind: 'warning' });
    showAlert({ ...STAYING, text: 'Secondo' });
    showAlert({ ...STAYING, text: 'Terzo', kind: 'success' });
    showAlert({ ...STAYING, text: 'Quarto' });
  });
  expect(shown()).toEqual([
    'ErroreAttenzione!Secondo',
    'ErroreAttenzione!Quarto',
    'AvvertenzaAttenzione!Primo',
    'Operazione riuscitaAttenzione!Terzo',
  ]);
  const readOut = [...document.querySelectorAll('.alert')].map((alert) => [
    alert.getAttribute('role'),
    alert.parentElement?.closest('[aria-live]')?.getAttribute('aria-live'),
  ]);
  expect(readOut).toEqual([
    ['alert', undefined],
    ['alert', undefined],
    [null, 'polite'],
    [null, 'polite'],
  ]);
});

test('§8 alerts: the same alert again is one, told once', async () => {
  await renderScreen(<AlertsRegion />);
  act(() => {
    showAlert(STAYING);
    showAlert(STAYING);
    showAlert(STAYING);
  });
  expect(shown()).toEqual(['ErroreAttenzione!Primo']);
});

test('§8 alerts: stays until dismissed, and one whose task goes on can only be cancelled', async () => {
  const user = userEvent.setup();
  await renderScreen(<AlertsRegion />);
  act(() => {
    showAlert(STAYING);
    showAlert({ ...STAYING, text: 'Fisso', onCancel: () => undefined });
  });
  const [first, second] = screen.getAllByRole('alert');
  expect(within(second ?? document.body).getByRole('button')).toHaveAccessibleName('Annulla');
  await user.click(within(first ?? document.body).getByRole('button', { name: 'Chiudi avviso' }));
  expect(shown()).toEqual(['ErroreAttenzione!FissoAnnulla']);
});

test('§9 alert durations: gone after its time and not before', async () => {
  await renderScreen(<AlertsRegion />);
  vi.useFakeTimers();
  act(() => void showAlert({ ...STAYING, duration: 10_000 }));
  await act(() => vi.advanceTimersByTimeAsync(9_999));
  expect(shown()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(shown()).toHaveLength(0);
});

test('§8 alerts: one that stays stands before those that pass, and Esc dismisses the newest of all', async () => {
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <input aria-label="Campo" />
    </>,
  );
  await user.click(screen.getByRole('textbox', { name: 'Campo' }));
  act(() => {
    showAlert({ ...STAYING, text: 'Passa', kind: 'info', duration: 60_000 });
    showAlert(STAYING);
  });
  expect(shown()).toEqual(['ErroreAttenzione!Primo', 'InformazioneAttenzione!Passa']);
  await user.keyboard('{Escape}');
  expect(shown()).toEqual(['InformazioneAttenzione!Passa']);
  expect(screen.getByRole('textbox', { name: 'Campo' })).toHaveFocus();
});

test('design §5 alerts: dismissed by keyboard, the focus goes to the next one, then to the screen', async () => {
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <main id={CONTENT_ID} tabIndex={-1} />
    </>,
  );
  act(() => {
    showAlert(STAYING);
    showAlert({ ...STAYING, text: 'Secondo' });
  });
  await user.tab();
  await user.keyboard('{Enter}');
  expect(shown()).toEqual(['ErroreAttenzione!Secondo']);
  expect(screen.getByRole('button', { name: 'Chiudi avviso' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(shown()).toEqual([]);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('§8 alerts: Esc dismisses one also while the details of a row are open, which it does not close', async () => {
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <DataTable
        label="Prova"
        columns={[]}
        rowKey={({ id }) => id}
        tableProps={{ dataSource: [{ id: '1' }] }}
        details={{ title: 'Dettagli', label: () => 'Apri', render: () => 'Aperto' }}
      />
    </>,
    { texts: ['table'] },
  );
  await user.click(screen.getByRole('button', { name: 'Apri', expanded: false }));
  expect(await screen.findByRole('button', { name: 'Apri', expanded: true })).toBeInTheDocument();
  act(() => void showAlert(STAYING));
  await user.keyboard('{Escape}');
  expect(shown()).toEqual([]);
});

test('§8 alerts: Esc first closes an open calendar, and then dismisses one', async () => {
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <DateField label="Dal" value="2026-07-01" onChange={() => undefined} />
    </>,
  );
  act(() => void showAlert(STAYING));
  await user.click(screen.getByRole('textbox', { name: 'Dal' }));
  const calendar = (await screen.findByRole('table')).closest('.ant-picker-dropdown');
  await user.keyboard('{Escape}');
  expect(shown()).toEqual(['ErroreAttenzione!Primo']);
  await waitFor(() => expect(calendar).toHaveClass('ant-slide-up-leave'));
  await user.keyboard('{Escape}');
  expect(shown()).toEqual([]);
});

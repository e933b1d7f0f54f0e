import { screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DateField } from '#src/components/date-field/date-field.tsx';
import { useFilters } from '#src/components/period-filters/use-filters.ts';
import { renderScreen } from '../harness.tsx';

/** A form whose filters go into the URL with each change. */
function Filters() {
  const { draft, change } = useFilters({ name: 'aslId', isRequired: true }, true);
  return (
    <>
      <button onClick={() => change({ counterparty: '8' })}>ASL 8</button>
      <output>{draft.counterparty}</output>
      <DateField label="Data inizio" value={draft.dateStart} onChange={(dateStart) => change({ dateStart })} />
    </>
  );
}

test('§5 what is typed while a changed address is being drawn is not lost', async () => {
  let finish: () => void = () => undefined;
  const drawn = new Promise<null>((resolve) => {
    finish = () => resolve(null);
  });
  /** The rest of the screen, that takes its time when the address has changed. */
  function SlowRest() {
    return useLocation().search === '' ? null : use(drawn);
  }
  const { user, location } = await renderScreen(
    <>
      <Filters />
      <Suspense>
        <SlowRest />
      </Suspense>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'ASL 8' }));
  await waitFor(() => expect(location()).toBe('/?aslId=8'));
  await user.type(screen.getByRole('textbox', { name: 'Data inizio' }), '01/11/2026');
  finish();
  await waitFor(() => expect(location()).toBe('/?aslId=8&dateStart=2026-11-01'));
  expect(screen.getByRole('textbox', { name: 'Data inizio' })).toHaveValue('01/11/2026');
  expect(screen.getByRole('status')).toHaveTextContent('8');
});

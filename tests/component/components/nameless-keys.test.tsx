import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import { AlertsRegion } from '#src/components/layout/alerts-region.tsx';
import { Overlays } from '#src/components/palette/overlays.tsx';
import { DropdownMenu } from '#src/components/plain/dropdown-menu.tsx';
import { ScanListener } from '#src/components/scan/scan-listener.tsx';
import { ScannerTrial } from '#src/pages/public/scanner-trial.tsx';
import { renderScreen } from '../render-screen.tsx';

/** Keys of browsers that fill a field, of stores of passwords, of phones, and of words that are being composed. */
const KEYS = [
  ['no key at all', (type: string) => new Event(type, { bubbles: true })],
  [
    'a key of an event that is none of keys',
    (type: string) => Object.assign(new Event(type, { bubbles: true }), { key: 'a' }),
  ],
  ['Ctrl without a key', (type: string) => Object.assign(new Event(type, { bubbles: true }), { ctrlKey: true })],
  ['ALT without a key', (type: string) => Object.assign(new Event(type, { bubbles: true }), { altKey: true })],
  ['a key without a name', (type: string) => new KeyboardEvent(type, { bubbles: true })],
  ['an unknown key', (type: string) => new KeyboardEvent(type, { bubbles: true, key: 'Unidentified', altKey: true })],
  [
    'a composed letter',
    (type: string) => new KeyboardEvent(type, { bubbles: true, key: 'Process', isComposing: true }),
  ],
  ['a dead key', (type: string) => new KeyboardEvent(type, { bubbles: true, key: 'Dead', ctrlKey: true })],
] as const;

test.each(KEYS)('design §5 keys: %s throws nothing, wherever it arrives', async (_, make) => {
  const thrown = vi.fn();
  window.addEventListener('error', thrown);
  await renderScreen(
    <>
      <ScanListener />
      <Overlays />
      <AlertsRegion />
      <DropdownMenu label="Menu">
        <li>…</li>
      </DropdownMenu>
      <DateField label="Dal" value="" onChange={() => undefined} />
      <Typeahead id="choice" options={[]} value={null} onChange={() => undefined} />
      <ScannerTrial />
      <Dialog isOpen title="Domanda" onClose={() => undefined}>
        <input aria-label="Codice" type="password" />
      </Dialog>
    </>,
    { texts: ['guide'] },
  );
  const places = [document, document.body, ...document.querySelectorAll('input, button')];
  expect(places.length).toBeGreaterThan(5);
  for (const place of places) for (const type of ['keydown', 'keyup']) fireEvent(place, make(type));
  window.removeEventListener('error', thrown);
  expect(thrown).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import { AlertsRegion } from '#src/components/layout/alerts-region.tsx';
import { DropdownMenu } from '#src/components/plain/dropdown-menu.tsx';
import { PlainDialog } from '#src/components/plain/plain-dialog.tsx';
import { HoverDetail } from '#src/components/table/cell.tsx';
import { currentAlerts, showAlert } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../render-screen.tsx';

/** What was closed, in order. */
let closed: string[] = [];
beforeEach(() => {
  closed = [];
});

interface ClosableProps {
  readonly title: string;
  readonly isBusy?: boolean;
  readonly isAbove?: boolean;
  readonly children?: ReactNode;
}

function Closable({ title, isBusy = false, isAbove = false, children }: ClosableProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    closed.push(title);
    setOpen(false);
  };
  return (
    <Dialog isOpen={isOpen} isBusy={isBusy} isAbove={isAbove} title={title} onClose={close}>
      {children}
    </Dialog>
  );
}

function Plain({ title }: { readonly title: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    closed.push(title);
    setOpen(false);
  };
  return (
    isOpen && (
      <PlainDialog labelledBy="plain" onClose={close}>
        <h2 id="plain">{title}</h2>
      </PlainDialog>
    )
  );
}

/** With its number, by which antd knows it. */
function pressEscape(): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 });
}

const OPTIONS = [{ value: 1, label: 'Uno' }];
const isShown = (selector: string) => document.querySelector(selector) !== null;

/** What opens in a dialog, how it opens, and whether it is open. */
const INSIDE = [
  {
    what: 'a list',
    element: <Typeahead id="choice" options={OPTIONS} value={null} onChange={() => undefined} />,
    opener: () => screen.getByRole('combobox'),
    isOpen: () => isShown('[role="combobox"][aria-expanded="true"]'),
  },
  {
    what: 'a calendar',
    element: <DateField label="Dal" value="2026-07-01" onChange={() => undefined} />,
    opener: () => screen.getByRole('textbox', { name: 'Dal' }),
    isOpen: () => isShown('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, .ant-slide-up-leave)'),
  },
  {
    what: "a menu of antd's",
    element: (
      <Dropdown trigger={['click']} menu={{ items: [{ key: 'A4', label: 'A4' }] }}>
        <Button>Carta</Button>
      </Dropdown>
    ),
    opener: () => screen.getByRole('button', { name: 'Carta' }),
    isOpen: () => isShown('.ant-dropdown:not(.ant-dropdown-hidden, .ant-slide-up-leave)'),
  },
  {
    what: 'a menu',
    element: (
      <DropdownMenu label="Colonne">
        <li>…</li>
      </DropdownMenu>
    ),
    opener: () => screen.getByRole('button', { name: 'Colonne' }),
    isOpen: () => isShown('.dropdown__toggle[aria-expanded="true"]'),
  },
  {
    what: 'the detail of a word',
    element: <HoverDetail text="Ditta" detail="Molino 1" />,
    opener: () => screen.getByRole('button', { name: /^Ditta/ }),
    isOpen: () => isShown('.ant-popover:not(.ant-popover-hidden, .ant-zoom-big-leave)'),
  },
] as const;

test.each(INSIDE)(
  'design §5 Esc: one press closes $what in a dialog, the next one the dialog, the next one an alert',
  async ({ element, opener, isOpen }) => {
    const { user } = await renderScreen(
      <>
        <AlertsRegion />
        <Closable title="Domanda">{element}</Closable>
      </>,
    );
    showAlert({ kind: 'danger', text: 'Avviso', duration: null });
    await user.click(opener());
    await waitFor(() => expect(isOpen()).toBe(true));
    pressEscape();
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(closed).toEqual([]);
    pressEscape();
    expect(closed).toEqual(['Domanda']);
    expect(currentAlerts()).toHaveLength(1);
    pressEscape();
    expect(closed).toEqual(['Domanda']);
    expect(currentAlerts()).toEqual([]);
  },
);

test('design §5 Esc: of two dialogs that came to be open it closes the newer one, then the other', async () => {
  await renderScreen(
    <>
      <Closable title="Prima" />
      <Closable title="Seconda" isAbove />
    </>,
  );
  pressEscape();
  expect(closed).toEqual(['Seconda']);
  pressEscape();
  expect(closed).toEqual(['Seconda', 'Prima']);
});

test("design §5 Esc: below the browser's own dialog it closes nothing, also if that opened first", async () => {
  await renderScreen(
    <>
      <Plain title="Sopra" />
      <Closable title="Sotto" />
      <AlertsRegion />
    </>,
  );
  showAlert({ kind: 'danger', text: 'Avviso', duration: null });
  // jsdom leaves out what the browser does then: it cancels its dialog.
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closed).toEqual([]);
  expect(currentAlerts()).toHaveLength(1);
  fireEvent(screen.getByRole('dialog', { name: 'Sopra' }), new Event('cancel', { cancelable: true }));
  expect(closed).toEqual(['Sopra']);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closed).toEqual(['Sopra', 'Sotto']);
});

test.each([
  ['a held key', { repeat: true }],
  ['the end of a composed word', { isComposing: true }],
  ['another key', { key: 'Esca' }],
])('design §5 Esc: %s closes nothing', async (_, init) => {
  await renderScreen(<Closable title="Domanda" />);
  fireEvent.keyDown(document.body, { key: 'Escape', ...init });
  expect(closed).toEqual([]);
});

test('design §5 Esc: what is under way keeps its dialog open, and everything below it', async () => {
  await renderScreen(
    <>
      <Closable title="Sotto" />
      <Closable title="In corso" isBusy isAbove />
      <AlertsRegion />
    </>,
  );
  showAlert({ kind: 'danger', text: 'Avviso', duration: null });
  pressEscape();
  expect(closed).toEqual([]);
  expect(currentAlerts()).toHaveLength(1);
});

test('design §5 Esc: of menus in each other it closes the inner one first', async () => {
  const { user } = await renderScreen(
    <DropdownMenu label="Utente">
      <li>
        <DropdownMenu label="Lingua">
          <li>…</li>
        </DropdownMenu>
      </li>
    </DropdownMenu>,
  );
  await user.click(screen.getByRole('button', { name: 'Utente' }));
  await user.click(screen.getByRole('button', { name: 'Lingua' }));
  const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');
  pressEscape();
  expect([isOpen('Utente'), isOpen('Lingua')]).toEqual(['true', 'false']);
  pressEscape();
  expect(isOpen('Utente')).toBe('false');
});

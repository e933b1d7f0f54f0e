import { act, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { PinDialog } from '#src/components/command/pin-dialog.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { IdleDialog } from '#src/components/layout/idle-dialog.tsx';
import { PlainDialog } from '#src/components/plain/plain-dialog.tsx';
import { renderScreen } from '../render-screen.tsx';

const STILL = { token: { motion: false } };
const nothing = () => undefined;

/** The kinds of dialog that an answer opens, each with the name `title`. */
const KINDS = {
  'a dialog': (frame) => <Dialog {...frame}>{frame.title}</Dialog>,
  'a PIN dialog': (frame) => (
    <PinDialog {...frame} hint={`PIN ${frame.title}`} isBusy={false} canSubmit onSubmit={nothing} />
  ),
  'a question': (frame) => <ConfirmDialog {...frame} onYes={nothing} />,
} satisfies Record<string, (frame: Frame) => ReactNode>;

interface Frame {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

type Opener = (isOpen: boolean) => void;
const open: Record<'first' | 'second' | 'plain' | 'idle', Opener> = {
  first: nothing,
  second: nothing,
  plain: nothing,
  idle: nothing,
};

function One({ name, kind }: { readonly name: 'first' | 'second'; readonly kind: keyof typeof KINDS }) {
  const [isOpen, setIsOpen] = useState(false);
  open[name] = setIsOpen;
  return KINDS[kind]({ isOpen, title: name, onClose: () => setIsOpen(false) });
}

function Plain() {
  const [isOpen, setIsOpen] = useState(false);
  const [isIdle, setIsIdle] = useState(false);
  open.plain = setIsOpen;
  open.idle = setIsIdle;
  return (
    <>
      {isOpen && (
        <PlainDialog labelledBy="plain" onClose={() => setIsOpen(false)}>
          <h2 id="plain">plain</h2>
        </PlainDialog>
      )}
      {isIdle && <IdleDialog end="idle" onClose={() => setIsIdle(false)} />}
    </>
  );
}

const shown = () => screen.queryAllByRole('dialog').map((dialog) => dialog.textContent);
const answer = (name: keyof typeof open, isOpen = true) => act(() => open[name](isOpen));

async function renderBoth(first: keyof typeof KINDS, second: keyof typeof KINDS) {
  return renderScreen(
    <ConfigProvider theme={STILL}>
      <One name="first" kind={first} />
      <One name="second" kind={second} />
      <Plain />
    </ConfigProvider>,
  );
}

const names = Object.keys(KINDS) as (keyof typeof KINDS)[];
const pairs = names.flatMap((one) => names.map((other) => [other, one] as const));

test.each(pairs)('design §5 dialog: %s whose answer comes late waits until %s is gone', async (late, early) => {
  const { user } = await renderBoth(early, late);
  answer('first');
  await screen.findByRole('dialog', { name: 'first' });
  answer('second');
  expect(screen.queryByRole('dialog', { name: 'second' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'second' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'first' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shown()).toEqual([]));
});

test('design §5 dialog: one that is called off while it waits never opens', async () => {
  await renderBoth('a dialog', 'a question');
  answer('first');
  await screen.findByRole('dialog', { name: 'first' });
  answer('second');
  answer('second', false);
  answer('first', false);
  await waitFor(() => expect(shown()).toEqual([]));
});

test('design §5 dialog: the palette or its like that loads late is given up', async () => {
  const { user } = await renderBoth('a PIN dialog', 'a question');
  answer('first');
  await screen.findByRole('dialog', { name: 'first' });
  answer('plain');
  expect(screen.queryByRole('dialog', { name: 'plain' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shown()).toEqual([]));
});

test('design §5 dialog: one whose answer comes while the palette or its like is open waits too', async () => {
  await renderBoth('a PIN dialog', 'a question');
  answer('plain');
  expect(screen.getByRole('dialog', { name: 'plain' })).toBeVisible();
  answer('first');
  expect(screen.queryByRole('dialog', { name: 'first' })).toBeNull();
  answer('plain', false);
  expect(await screen.findByRole('dialog', { name: 'first' })).toBeVisible();
});

test('rules §3 the warning before the end of the session lies over an open dialog, and nothing opens under it', async () => {
  const { user } = await renderBoth('a PIN dialog', 'a question');
  answer('first');
  const field = await screen.findByPlaceholderText('PIN first');
  await waitFor(() => expect(field).toHaveFocus());
  answer('idle');
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  await user.keyboard('12345');
  expect(field).toHaveValue('');
  answer('first', false);
  answer('second');
  expect(screen.queryByRole('dialog', { name: 'second' })).toBeNull();
  answer('idle', false);
  expect(await screen.findByRole('dialog', { name: 'second' })).toBeVisible();
});

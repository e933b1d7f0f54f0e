import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { renderScreen } from '../render-screen.tsx';

test('design §5 a button at work keeps its name and the focus, and cannot be pressed', async () => {
  const press = vi.fn();
  const submit = vi.fn();
  const { user } = await renderScreen(
    <form onSubmit={submit}>
      <ActionButton htmlType="submit" loading onClick={press}>
        Conferma
      </ActionButton>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Conferma', busy: true });
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(button).toHaveFocus();
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

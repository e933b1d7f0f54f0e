import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens the menu of the signed-in user. */
export async function openAccountMenu(user: UserEvent): Promise<void> {
  const toggle = await within(screen.getByRole('banner')).findByRole('button', { name: /^(Benvenuto|Welcome)/ });
  if (toggle.getAttribute('aria-expanded') !== 'true') await user.click(toggle);
}

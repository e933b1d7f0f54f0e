import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { openAccountMenu } from '../../account-menu.ts';
import { signOut } from '#contract/calls/authentication.ts';
import { lose, network } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';

test('§8 chunk load: who signs out while the dashboard is loading sees the public home page', async () => {
  const { user } = renderPortal('/support', { as: 'BUSINESS', handlers: [lose(signOut)] });
  await screen.findByRole('heading', { name: 'Supporto' });
  let end: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => (end = resolve));
  const fail = () => silence.then(() => HttpResponse.error());
  network.use(http.get('/locales/it/dashboard.json', fail));
  act(() => screen.getAllByRole('link', { name: 'Home' })[0]?.click());
  // The navigation takes the focus, which would close the menu.
  await waitFor(() => expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement));
  await openAccountMenu(user);
  await user.click(screen.getByRole('button', { name: 'Esci' }));
  const title = { level: 1, name: 'Il buono alimentare, in negozio e in farmacia' };
  await screen.findByRole('heading', title);
  expect(screen.getAllByRole('button', { name: 'Accedi' })[0]).toBeVisible();
  end();
});

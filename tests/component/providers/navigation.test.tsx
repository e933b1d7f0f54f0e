import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { navigateTo, useRouterForNavigation } from '#src/providers/navigation.ts';

/** A screen that is drawn while a sign-on ends. */
function Screen() {
  const { pathname } = useLocation();
  useRouterForNavigation();
  useLayoutEffect(() => {
    if (pathname === '/redirect-url') queueMicrotask(() => navigateTo('/storico', { replace: true }));
  }, [pathname]);
  return <p>{pathname}</p>;
}

test('§2 sign-on: one that ends right after the first drawing leads to the desired page, and not past the router', async () => {
  window.history.replaceState(null, '', '/redirect-url');
  const container = document.createElement('div');
  const root = createRoot(container);
  onTestFinished(() => root.unmount());
  // Testing Library would run the effects at once.
  root.render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
  await waitFor(() => expect(container).toHaveTextContent('/storico'));
  expect(window.location.pathname).toBe('/storico');
});

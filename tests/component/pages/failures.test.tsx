import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnexpectedErrorPage } from '#src/pages/public/unexpected-error.tsx';
import { LoadError } from '#src/providers/loading/retry.ts';
import { network } from '../network.ts';

beforeEach(() => {
  // React and the router log the errors that the error page shows.
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function Failing({ error }: { readonly error: Error }): never {
  throw error;
}

test.each([
  [new LoadError('no such chunk'), /^Una parte del portale non è stata caricata/],
  [new Error('a screen that fails'), /^La pagina non può essere mostrata/],
])("§2 §8 a screen that cannot be shown: 'Unexpected Application Error!' (%s)", async (error, text) => {
  render(
    <ErrorBoundary FallbackComponent={UnexpectedErrorPage}>
      <Failing error={error} />
    </ErrorBoundary>,
  );
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByText('Unexpected Application Error!')).toHaveAttribute('lang', 'en');
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ricarica la pagina' })).toBeVisible();
});

const START_FAILURES = [
  { name: 'missing', answer: () => new HttpResponse(null, { status: 404 }), detail: '/config.json: 404', named: [] },
  {
    name: 'with wrong keys',
    answer: () => HttpResponse.json({ apiBaseUrl: 1, sso: { clientId: 'portal', username: 'client' }, legalLinks: '' }),
    detail: 'Detail:',
    named: ['legalLinks: must be a set of texts, in braces', 'sso.password: missing', 'apiBaseUrl: must be a text'],
  },
  {
    name: 'in HTML',
    answer: () => HttpResponse.html('<!doctype html>'),
    detail: '/config.json: malformed',
    named: [],
  },
] as const;

for (const { name, answer, detail, named } of START_FAILURES) {
  test(`design §7 config.json ${name}: a readable page in the language of the user`, async () => {
    localStorage.setItem('language', 'en');
    network.use(http.get('/config.json', answer));
    document.body.innerHTML = '<div id="root"></div>';
    vi.resetModules();
    await import('#src/main.ts');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'The portal is not configured correctly',
    );
    expect(screen.getByText(detail)).toBeVisible();
    expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(named);
    expect(document.documentElement.lang).toBe('en');

    // The texts are still loading. A text that arrives after the last test would find no document.
    const { i18n } = await import('#src/providers/i18n.ts');
    await waitFor(() => expect(i18n.isInitialized).toBe(true));
  });
}

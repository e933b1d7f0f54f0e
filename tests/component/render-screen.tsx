import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import type { ReactElement } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { Profile } from '#contract/entities/shared.ts';
import { i18n, loadTexts } from '#src/providers/i18n.ts';
import type { Language } from '#src/providers/languages.ts';
import { BarePortal } from '#tests/support/bare-portal.tsx';
import { network } from './network.ts';
import { identityHandlers, signIn } from './sign-in.ts';

interface Setting {
  /** The profile of the signed-in user; by default nobody is signed in. */
  readonly as?: Profile;
  /** Path and query of the screen. */
  readonly path?: string;
  /** Namespaces of the screen's texts. `common` and `error` are always loaded. */
  readonly texts?: readonly string[];
  readonly language?: Language;
  /** Answers to the calls of the screen. They take precedence over those of `identityHandlers`. */
  readonly handlers?: readonly HttpHandler[];
}

interface RenderedScreen extends RenderResult {
  readonly user: UserEvent;
  /** The router's current path and query. */
  readonly location: () => string;
}

/** Renders a screen within Refine and the portal's real providers, on a network that follows the contract. */
export async function renderScreen(screen: ReactElement, setting: Setting = {}): Promise<RenderedScreen> {
  const { as, path = '/', texts = [], language = 'it', handlers = [] } = setting;
  if (as) signIn(identityHandlers(as));
  network.use(...handlers);
  await Promise.all([i18n.changeLanguage(language), loadTexts(texts)]);
  window.history.replaceState(null, '', path);
  return {
    ...render(
      <BrowserRouter>
        <Routes>
          <Route element={<BarePortal />}>
            <Route path="*" element={screen} />
          </Route>
        </Routes>
      </BrowserRouter>,
    ),
    user: userEvent.setup(),
    location: () => window.location.pathname + window.location.search,
  };
}

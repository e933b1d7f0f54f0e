import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import type { Profile } from '#contract/entities/user.ts';
import { App } from '#src/app.tsx';
import { network } from './network.ts';
import { portalHandlers, signIn } from './sign-in.ts';

interface PortalSetting {
  /** Who is signed in; nobody when not given. */
  readonly as?: Profile;
  /** Answers to calls; those of the identity, of one business, of no store and of nothing sold are always there. */
  readonly handlers?: readonly HttpHandler[];
}

interface RenderedPortal extends RenderResult {
  readonly user: UserEvent;
}

/** Somebody arrives at a path; nothing is rendered yet. */
export function arriveAt(path: string, { as, handlers = [] }: PortalSetting = {}): void {
  if (as) signIn(portalHandlers(as));
  network.use(...handlers);
  window.history.replaceState(null, '', path);
}

/** Renders the whole portal at a path, with its real route table, above a network that answers by the contract. */
export function renderPortal(path: string, setting?: PortalSetting): RenderedPortal {
  arriveAt(path, setting);
  return { ...render(<App />), user: userEvent.setup() };
}

import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import type { Profile } from '#contract/entities/shared.ts';
import { App } from '#src/app.tsx';
import { network } from './network.ts';
import { portalHandlers, signIn } from './sign-in.ts';

interface PortalSetting {
  /** The profile of the signed-in user; by default nobody is signed in. */
  readonly as?: Profile;
  /** Answers to calls. They take precedence over those of `portalHandlers`. */
  readonly handlers?: readonly HttpHandler[];
}

interface RenderedPortal extends RenderResult {
  readonly user: UserEvent;
}

/** Goes to a path without rendering. */
export function arriveAt(path: string, { as, handlers = [] }: PortalSetting = {}): void {
  if (as) signIn(portalHandlers(as));
  network.use(...handlers);
  window.history.replaceState(null, '', path);
}

/** Renders the whole portal at a path with its real routes, on a network that follows the contract. */
export function renderPortal(path: string, setting?: PortalSetting): RenderedPortal {
  arriveAt(path, setting);
  return { ...render(<App />), user: userEvent.setup() };
}

import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { Breakage } from './breakages.ts';

/** A screen with one call that the server breaks. */
export interface Scenario {
  readonly name: string;
  readonly call: Call;
  readonly breakages: readonly Breakage[];
  /** The data of a correct answer. */
  readonly data: object;
  /** Renders the screen with these handlers first. Resolves when the call is made. */
  readonly open: (handlers: readonly HttpHandler[]) => Promise<UserEvent>;
  /** Waits for what the screen shows after a correct answer. */
  readonly healthy: () => Promise<unknown>;
  /** Expects that typed text is still there. */
  readonly typed?: () => void;
  /** Whether the screen shows no alert: §8 wants none, or a whole page reports the error in its place. */
  readonly isQuiet?: boolean;
}

export const field = (name: string) => screen.getByLabelText(name);

/** Waits until the failure is no longer shown. */
export function nothingToRetry(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull());
}

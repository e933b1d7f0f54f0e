import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { Breakage } from './breakages.ts';

/** A screen whose server breaks one call of it. */
export interface Scenario {
  readonly name: string;
  readonly call: Call;
  readonly breakages: readonly Breakage[];
  /** A good answer. */
  readonly data: object;
  /** Shows the screen on a server whose handlers come first; ends when the call is made. */
  readonly open: (handlers: readonly HttpHandler[]) => Promise<UserEvent>;
  /** What is on the screen after a good answer. */
  readonly healthy: () => Promise<unknown>;
  /** What was typed, still there. */
  readonly typed?: () => void;
  /** Where §8 wants no alert, or a whole page says it once, in its place. */
  readonly isQuiet?: boolean;
}

export const field = (name: string) => screen.getByLabelText(name);

/** The failure is no longer said. */
export function nothingToRetry(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull());
}

import type { HttpHandler } from 'msw';
import { api } from '#contract/api.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { answer } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';

const CALLS = api.map(({ name }) => name).filter((name) => name.startsWith('admin-'));

interface OperatorSetup {
  /** The health authority of a district office; by default the operator is of the region. */
  readonly operatorAslId?: number;
  /** The calls that the server offers beyond §7; by default all of the administration. */
  readonly names?: readonly string[];
  readonly handlers?: readonly HttpHandler[];
}

/** Renders the portal at a path for an operator. */
export function renderOperator(path: string, { operatorAslId, names = CALLS, handlers = [] }: OperatorSetup = {}) {
  const user = { username: 'gestore', userProfile: { profile: 'OPERATOR' as const }, operatorAslId };
  return renderPortal(path, {
    as: 'OPERATOR',
    handlers: [
      ...handlers,
      answer(readCurrentUser, { user }),
      answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [...names] } }),
    ],
  });
}

import type { HttpHandler } from 'msw';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { declaredCalls } from '#src/providers/data/declared-calls.ts';
import { adminResources } from '#src/resources/admin/index.ts';
import { answer } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';

const declared = declaredCalls(adminResources);
const calls = await Promise.all(adminResources.map(async ({ name }) => declared.all(name)));
const CALLS = calls.flat().map(({ name }) => name);

interface OperatorSetup {
  /** The health authority of a district office; the region when not given. */
  readonly operatorAslId?: number;
  /** What the server names beyond §7; all of the administration when not given. */
  readonly names?: readonly string[];
  readonly handlers?: readonly HttpHandler[];
}

/** The portal at a path, as an operator sees it. */
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

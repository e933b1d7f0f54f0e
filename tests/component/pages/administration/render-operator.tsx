import type { HttpHandler } from 'msw';
import { readOverview } from '#contract/admin/overview.ts';
import { readPatientFile } from '#contract/admin/patients.ts';
import { adminDeclarations } from '#contract/admin/resources.ts';
import { readSpending } from '#contract/admin/spending.ts';
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

const NOTHING = { count: 0, amount: 0 };

/** What the screens of records and the first page ask besides: nothing has changed, and nothing waits. */
const QUIET = [
  ...adminDeclarations.map(({ calls }) => answer(calls.changes, { rows: [] })),
  answer(readPatientFile, { file: { purchases: [], purchaseCount: 0, sheets: [], pinAttempts: [] } }),
  ...adminDeclarations
    .filter(({ name }) => name === 'dossiers' || name === 'vouchers')
    .map(({ calls }) =>
      answer(calls.search, { rows: [], pagination: { page: 0, pageSize: 10, totalCount: 0, totalPages: 0 } }),
    ),
  answer(readOverview, {
    overview: {
      month: '2026-11-01',
      spending: 0,
      purchases: 0,
      monthsToClose: 0,
      mismatches: 0,
      findings: 0,
      lockedPins: 0,
    },
  }),
  answer(readSpending, { spending: { rows: [], purchases: NOTHING, cancellations: NOTHING, total: 0 } }),
];

/** Renders the portal at a path for an operator. */
export function renderOperator(path: string, { operatorAslId, names = CALLS, handlers = [] }: OperatorSetup = {}) {
  const user = { username: 'gestore', userProfile: { profile: 'OPERATOR' as const }, operatorAslId };
  return renderPortal(path, {
    as: 'OPERATOR',
    handlers: [
      ...handlers,
      ...QUIET,
      answer(readCurrentUser, { user }),
      answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [...names] } }),
    ],
  });
}

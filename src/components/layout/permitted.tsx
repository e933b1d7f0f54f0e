import { type CanParams, useCan } from '@refinedev/core';
import type { ReactNode } from 'react';

interface PermittedProps {
  readonly resource: string;
  readonly action: string;
  readonly params?: CanParams['params'];
  /** Shown to a user who may not take the action. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows its children if the user may take the action (§6). No rule reads a record, so all rows of a list share one
 * question: Refine's `CanAccess` would ask again for each record and each address.
 */
export function Permitted({ resource, action, params = {}, fallback = null, children }: PermittedProps) {
  const { data } = useCan({ resource, action, params });
  if (!data) return null;
  return data.can ? children : fallback;
}

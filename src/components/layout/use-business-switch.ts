import { useTranslate } from '@refinedev/core';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import type { Business } from '#contract/entities/business.ts';
import type { Tokens } from '#contract/entities/tokens.ts';
import type { Id } from '#contract/wire.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { useCallQuery, useCommand } from '#src/providers/api/call-hooks.ts';
import { useSingleFlight } from '#src/providers/api/single-flight.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { forgetSession } from '#src/providers/session/session.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import { leaveCart } from '../palette/overlay-store.ts';

interface BusinessSwitching {
  /** The user's businesses, including the active one; empty if there is no choice (§2). */
  readonly choices: readonly Business[];
  readonly isLoading: boolean;
  /** Set when the list could not be loaded: loads it again (rules §2). */
  readonly onRetry: (() => void) | undefined;
  readonly isRunning: boolean;
  /** Changes the active business and reloads the page. Reports a failure. */
  readonly switchTo: (businessId: Id) => void;
}

/**
 * Reloads the page at its path without parameters, and replaces the history entry. Only the new tokens stay in the
 * tab's storage and memory: no cart, store, filter or response of the old business survives (§4, rules §3).
 */
function startAnew(tokens: Tokens): void {
  forgetSession();
  writeTokens(tokens);
  window.location.replace(window.location.pathname);
}

/**
 * Switches the active business (§4).
 * @param isOffered whether the user may have a choice; false sends no request
 */
export function useBusinessSwitch(isOffered = true): BusinessSwitching {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { data, isLoading, onRetry } = useCallQuery(listMyBusinesses, {}, { enabled: isOffered });
  const { run, isRunning } = useCommand(switchBusiness);
  const once = useSingleFlight();
  const businesses = data?.businesses ?? [];

  async function change(businessId: Id): Promise<void> {
    try {
      const { auth } = await run({ params: { businessId } });
      startAnew(auth);
    } catch (error) {
      if (error instanceof ApiError && error.shown) return;
      notify({ kind: 'danger', title: translate('common:business.failed'), duration: null });
    }
  }

  return {
    choices: businesses.length > 1 ? businesses : [],
    isLoading,
    onRetry,
    isRunning,
    switchTo: (businessId) => {
      if (!refuseOffline()) leaveCart(() => void once(() => change(businessId)));
    },
  };
}

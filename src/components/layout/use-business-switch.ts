import { useTranslate } from '@refinedev/core';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import type { Business } from '#contract/entities/business.ts';
import type { Tokens } from '#contract/entities/tokens.ts';
import type { Id } from '#contract/wire.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { useRead } from '#src/hooks/use-read.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { ApiError } from '#src/providers/http/api-error.ts';
import { leaveCart } from '../overlays/overlay-store.ts';
import { forgetSession } from '#src/providers/session/session.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';

interface BusinessSwitching {
  /** The user's businesses, the active one among them; none where there is no choice (§2). */
  readonly choices: readonly Business[];
  /** Whether the list of them is on its way. */
  readonly isLoading: boolean;
  /** Present when the list could not be loaded: asks for it again (rules §2). */
  readonly onRetry: (() => void) | undefined;
  readonly isRunning: boolean;
  /** Changes the active business and loads the page anew; says so where that fails. */
  readonly switchTo: (businessId: Id) => void;
}

/**
 * The page is loaded anew at its bare path, in the place of the one that is left; of the tab's storage and memory only
 * the new tokens remain: no cart, store, filter or answer of the old business survives (§4, rules §3).
 */
function startAnew(tokens: Tokens): void {
  forgetSession();
  writeTokens(tokens);
  window.location.replace(window.location.pathname);
}

/**
 * The switch of the active business (§4).
 * @param isOffered whether the user may have a choice at all; nothing is asked of the server otherwise
 */
export function useBusinessSwitch(isOffered = true): BusinessSwitching {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { data, isLoading, onRetry } = useRead(listMyBusinesses, {}, { enabled: isOffered });
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

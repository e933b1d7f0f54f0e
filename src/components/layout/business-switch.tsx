import { useTranslate } from '@refinedev/core';
import { type ComponentProps, useRef, useState } from 'react';
import { switchBusiness, type Tokens } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import type { Id } from '#contract/wire.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { useCallQuery, useCallMutation } from '#src/providers/api/call-hooks.ts';
import { useSingleFlight } from '#src/providers/timing.ts';
import { refuseOffline, useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { forgetSession } from '#src/providers/session/session.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import { useFocusFallback } from '../dialog/focus.ts';
import { Value } from '../display/value.tsx';
import { leaveCart } from '../palette/overlay-store.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';

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
export function useBusinessSwitch(isOffered = true) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { data, isLoading, onRetry } = useCallQuery(listMyBusinesses, {}, { enabled: isOffered });
  const { run, isRunning } = useCallMutation(switchBusiness);
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
    /** The user's businesses, including the active one; empty if there is no choice (§2). */
    choices: businesses.length > 1 ? businesses : [],
    isLoading,
    onRetry,
    isRunning,
    /** Changes the active business and reloads the page. Reports a failure. */
    switchTo: (businessId: Id) => {
      if (!refuseOffline()) leaveCart(() => void once(() => change(businessId)));
    },
  };
}

/** A choice that needs the server. Without a connection it says so instead of acting. */
function OnlineChoice({ onClick, ...rest }: ComponentProps<'button'>) {
  const press = useOnlinePress(onClick);
  return <button type="button" className="dropdown__choice" {...rest} {...press} />;
}

/** The button that opens the list, if it is there. */
function toggle(): HTMLElement | null {
  return document.querySelector('.account__business .dropdown__toggle');
}

/** Shown when the businesses could not be loaded, with 'Riprova'. Without a button while they load. */
function BusinessesMissing({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  const translate = useTranslate();
  const container = useRef<HTMLLIElement>(null);
  useFocusFallback(container, toggle);
  return (
    <li ref={container}>
      <p className="dropdown__text">{translate('common:business.unread')}</p>
      <OnlineChoice onClick={onRetry}>{translate('common:retry')}</OnlineChoice>
    </li>
  );
}

/**
 * 'Cambia Business', for a user with more than one business. The active one is listed but cannot be chosen (§2, §4).
 * After a failure the list can be loaded again.
 */
export function BusinessSwitch({ activeId }: { readonly activeId: Id | undefined }) {
  const translate = useTranslate();
  const { choices, isLoading, onRetry, isRunning, switchTo } = useBusinessSwitch();
  // Stays mounted and keeps the focus while the list loads again.
  const [wasMissing, setWasMissing] = useState(false);
  if (onRetry && !wasMissing) setWasMissing(true);
  const isMissing = onRetry !== undefined || (wasMissing && isLoading);
  if (choices.length === 0 && !isMissing) return null;

  return (
    <DropdownMenu label={translate('common:business.switch')}>
      {isMissing && <BusinessesMissing onRetry={onRetry} />}
      {choices.map(({ businessId, companyName }) => (
        // The active business is listed but cannot be chosen (§4).
        <li key={businessId}>
          <OnlineChoice disabled={businessId === activeId || isRunning} onClick={() => switchTo(businessId)}>
            <Value text={companyName ?? String(businessId)} />
            {businessId === activeId && <span className="dropdown__note">{translate('common:business.current')}</span>}
          </OnlineChoice>
        </li>
      ))}
    </DropdownMenu>
  );
}

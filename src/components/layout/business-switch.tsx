import { useTranslate } from '@refinedev/core';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import type { Tokens } from '#contract/entities/tokens.ts';
import type { Id } from '#contract/wire.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { useRead } from '#src/providers/data/use-read.ts';
import { ApiError } from '#src/providers/http/api-error.ts';
import { showAlert } from '#src/providers/notifications/alert-store.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';
import { DropdownMenu } from './dropdown-menu.tsx';

/**
 * The page is loaded anew at its bare path, and of the tab's storage only the new tokens remain: no cart, store, filter
 * or answer of the old business survives (§4, decisions §3).
 */
function startAnew(tokens: Tokens): void {
  clearSessionStorage();
  writeTokens(tokens);
  window.location.assign(window.location.pathname);
}

/** 'Cambia Business', for a user with more than one; the active one is there but cannot be chosen (§2, §4). */
export function BusinessSwitch({ activeId }: { readonly activeId: Id | undefined }) {
  const translate = useTranslate();
  const { data } = useRead(listMyBusinesses, {});
  const { run, isRunning } = useCommand(switchBusiness);
  const businesses = data?.businesses ?? [];
  if (businesses.length < 2) return null;

  async function switchTo(businessId: Id): Promise<void> {
    try {
      const { auth } = await run({ params: { businessId } });
      startAnew(auth);
    } catch (error) {
      if (error instanceof ApiError && error.shown) return;
      showAlert({ kind: 'danger', title: translate('common:business.failed'), duration: null, dismissible: true });
    }
  }

  return (
    <DropdownMenu label={translate('common:business.switch')}>
      {businesses.map(({ businessId, companyName }) => {
        const isActive = businessId === activeId;
        return (
          <li key={businessId}>
            <button
              type="button"
              className="dropdown__choice"
              disabled={isActive || isRunning}
              onClick={() => void switchTo(businessId)}
            >
              {companyName ?? businessId}
              {isActive && <span className="dropdown__note">{translate('common:business.current')}</span>}
            </button>
          </li>
        );
      })}
    </DropdownMenu>
  );
}

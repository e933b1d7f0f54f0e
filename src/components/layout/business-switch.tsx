import { useTranslate } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';
import { DropdownMenu } from './dropdown-menu.tsx';
import { useBusinessSwitch } from './use-business-switch.ts';

/** 'Cambia Business', for a user with more than one; the active one is there but cannot be chosen (§2, §4). */
export function BusinessSwitch({ activeId }: { readonly activeId: Id | undefined }) {
  const translate = useTranslate();
  const { choices, isRunning, switchTo } = useBusinessSwitch();
  if (choices.length === 0) return null;

  return (
    <DropdownMenu label={translate('common:business.switch')}>
      {choices.map(({ businessId, companyName }) => {
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

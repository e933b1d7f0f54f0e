import { useTranslate } from '@refinedev/core';
import { useRef, useState } from 'react';
import type { Business } from '#contract/entities/business.ts';
import type { Id } from '#contract/wire.ts';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';
import { useFocusFallback } from '../dialog/focus.ts';
import { Value } from '../display/value.tsx';
import { DropdownMenu } from './dropdown-menu.tsx';
import { useBusinessSwitch } from './use-business-switch.ts';

interface BusinessChoiceProps {
  readonly business: Business;
  /** The active business is listed but cannot be chosen (§4). */
  readonly isActive: boolean;
  readonly isRunning: boolean;
  readonly onChoose: () => void;
}

function BusinessChoice({ business, isActive, isRunning, onChoose }: BusinessChoiceProps) {
  const translate = useTranslate();
  const press = useOnlinePress(onChoose);
  return (
    <li>
      <button type="button" className="dropdown__choice" disabled={isActive || isRunning} {...press}>
        <Value text={business.companyName ?? String(business.businessId)} />
        {isActive && <span className="dropdown__note">{translate('common:business.current')}</span>}
      </button>
    </li>
  );
}

/** The button that opens the list, if it is there. */
function toggle(): HTMLElement | null {
  return document.querySelector('.dropdown__toggle');
}

/** Shown when the businesses could not be loaded, with 'Riprova'. Without a button while they load. */
function BusinessesMissing({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  const translate = useTranslate();
  const container = useRef<HTMLLIElement>(null);
  const press = useOnlinePress(onRetry);
  useFocusFallback(container, toggle);
  return (
    <li ref={container}>
      <p className="dropdown__text">{translate('common:business.unread')}</p>
      <button type="button" className="dropdown__choice" {...press}>
        {translate('common:retry')}
      </button>
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
      {choices.map((business) => (
        <BusinessChoice
          key={business.businessId}
          business={business}
          isActive={business.businessId === activeId}
          isRunning={isRunning}
          onChoose={() => switchTo(business.businessId)}
        />
      ))}
    </DropdownMenu>
  );
}

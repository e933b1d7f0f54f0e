import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import type { Id } from '#contract/wire.ts';
import { BusinessChoice } from './business-choice.tsx';
import { BusinessesMissing } from './businesses-missing.tsx';
import { DropdownMenu } from './dropdown-menu.tsx';
import { useBusinessSwitch } from './use-business-switch.ts';

/**
 * 'Cambia Business', for a user with more than one; the active one is there but cannot be chosen (§2, §4). Where the list
 * could not be loaded, it can be asked for again.
 */
export function BusinessSwitch({ activeId }: { readonly activeId: Id | undefined }) {
  const translate = useTranslate();
  const { choices, isLoading, onRetry, isRunning, switchTo } = useBusinessSwitch();
  // Stays, and keeps the focus, while the list is asked for again.
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

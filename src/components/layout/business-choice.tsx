import { useTranslate } from '@refinedev/core';
import type { Business } from '#contract/entities/business.ts';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';

interface BusinessChoiceProps {
  readonly business: Business;
  /** The active business is named, but cannot be chosen (§4). */
  readonly isActive: boolean;
  /** A switch is under way. */
  readonly isRunning: boolean;
  readonly onChoose: () => void;
}

/** A business to switch to. */
export function BusinessChoice({ business, isActive, isRunning, onChoose }: BusinessChoiceProps) {
  const translate = useTranslate();
  const press = useOnlinePress(onChoose);
  return (
    <li>
      <button type="button" className="dropdown__choice" disabled={isActive || isRunning} {...press}>
        {business.companyName ?? business.businessId}
        {isActive && <span className="dropdown__note">{translate('common:business.current')}</span>}
      </button>
    </li>
  );
}

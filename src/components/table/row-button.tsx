import { memo } from 'react';
import { ActionButton } from '../form/action-button.tsx';
import type { ActionColumn } from './column.ts';

interface RowButtonProps extends Pick<ActionColumn<never>, 'icon' | 'text'> {
  readonly label: string;
  readonly isDangerous: boolean;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly columnKey: string;
  readonly rowKey: string;
  /** Must be the same function at each render. */
  readonly onPress: (columnKey: string, rowKey: string) => void;
}

/** A row's button. Memoized, because buttons are most of a table's rendering time. */
export const RowButton = memo(function RowButton(props: RowButtonProps) {
  const { label, text, icon, isDangerous, isBusy, isDisabled, columnKey, rowKey, onPress } = props;
  return (
    <ActionButton
      type="text"
      size="small"
      danger={isDangerous}
      icon={icon}
      aria-label={label}
      loading={isBusy}
      disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation();
        onPress(columnKey, rowKey);
      }}
    >
      {text}
    </ActionButton>
  );
});

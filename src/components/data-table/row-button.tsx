import { memo } from 'react';
import { ActionButton } from '../action-button/action-button.tsx';
import type { ActionColumn } from './column.ts';

interface RowButtonProps extends Pick<ActionColumn<never>, 'icon' | 'text'> {
  readonly label: string;
  readonly isDangerous: boolean;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly columnKey: string;
  readonly rowKey: string;
  /** The same function at each drawing. */
  readonly onPress: (columnKey: string, rowKey: string) => void;
}

/** A row's button. Buttons are most of a table's work, so they are drawn again only when they show something else. */
export const RowButton = memo(function RowButton(props: RowButtonProps) {
  const { label, text, icon, isDangerous, isBusy, isDisabled, columnKey, rowKey, onPress } = props;
  return (
    <ActionButton
      type="text"
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

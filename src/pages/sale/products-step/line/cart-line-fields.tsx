import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import type { KeyboardEvent } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import { MIN_QUANTITY } from '#contract/rules/money.ts';
import { ignoreHeldEnter } from '#src/components/action-button/repeated-press.ts';
import styles from '../products-step.module.css';
import { type LineFields, fieldOf } from './sale-line.ts';
import type { LineEditing } from './use-line-editing.ts';

interface LineFieldProps {
  readonly item: CartItem;
  readonly editing: LineEditing;
  /** Called when Enter has put the line into the cart. */
  readonly onEntered: () => void;
}

/** One of the two fields of a cart line. Enter or leaving the field puts the line into the cart, Esc resets it. */
function LineField({ name, item, editing, onEntered }: LineFieldProps & { readonly name: keyof LineFields }) {
  const translate = useTranslate();
  const fields = editing.fieldsOf(item);
  const wrong = editing.wrong.find((line) => line.item.product.productId === item.product.productId);
  const isWrong = wrong !== undefined && (wrong.problem.kind === 'overBudget' || fieldOf(wrong.problem) === name);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editing.reset(item);
    if (event.key !== 'Enter' || event.repeat) return;
    // The same key press must not act on the next focused element.
    event.preventDefault();
    if (editing.commit(item, fields, true)) onEntered();
  };

  return (
    <Input
      className={styles[name]}
      size="small"
      inputMode={name === 'quantity' ? 'numeric' : 'decimal'}
      autoComplete="off"
      data-codes="other"
      aria-label={translate(`sale:cart.${name}Of`, { name: item.product.name })}
      aria-invalid={isWrong}
      status={isWrong ? 'error' : ''}
      suffix={name === 'unitPrice' && '€'}
      value={fields[name]}
      onChange={({ target }) => editing.type(item, { ...fields, [name]: target.value })}
      onFocus={({ target }) => target.select()}
      onBlur={() => editing.commit(item)}
      onKeyDown={press}
    />
  );
}

export function LinePrice(props: LineFieldProps) {
  return <LineField {...props} name="unitPrice" />;
}

/** The editable quantity of a cart line, with buttons for one more and one less. */
export function LineQuantity(props: LineFieldProps) {
  const { item, editing } = props;
  const translate = useTranslate();
  const { name } = item.product;
  const fields = editing.fieldsOf(item);
  const isLeast = Number(fields.quantity) <= MIN_QUANTITY;
  const step = (by: 1 | -1) => editing.commit(item, { ...fields, quantity: String(Number(fields.quantity) + by) });
  return (
    <div className={styles.quantityButtons}>
      <Button
        size="small"
        icon={<MinusOutlined aria-hidden />}
        aria-label={translate('sale:cart.less', { name })}
        onKeyDown={ignoreHeldEnter}
        aria-disabled={isLeast}
        onClick={() => isLeast || step(-1)}
      />
      <LineField {...props} name="quantity" />
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        aria-label={translate('sale:cart.more', { name })}
        onKeyDown={ignoreHeldEnter}
        onClick={() => step(1)}
      />
    </div>
  );
}

import { DeleteOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Product } from '#contract/calls/products.ts';
import { MIN_QUANTITY } from '#contract/rules/money.ts';
import { Amount } from '#src/components/display/value.tsx';
import { ignoreHeldEnter } from '#src/components/form/action-button.tsx';
import { useEscape } from '#src/components/plain/escape.ts';
import { type Column, titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { fieldOf, type LineFields } from './products/sale-line.ts';
import type { LineEditing } from './products/use-line-editing.ts';
import { piecesIn, productFacts } from './sale-cart.ts';
import styles from './sale.module.css';

/** The id of a field of a cart line, by which a message leads to it. */
export function lineFieldId({ productId }: Product, name: keyof LineFields): string {
  return `${name}-${productId}`;
}

interface LineFieldProps {
  readonly item: CartItem;
  readonly editing: LineEditing;
  /** Called when Enter has put a line into the cart. */
  readonly onEntered: () => void;
}

interface LineChanges extends Omit<LineFieldProps, 'item'> {
  readonly isBusy: boolean;
  readonly onDelete: (item: CartItem) => void;
}

/** One of the two fields of a cart line. Enter or leaving the field puts the line into the cart, Esc resets it. */
function LineField({ name, item, editing, onEntered }: LineFieldProps & { readonly name: keyof LineFields }) {
  const translate = useTranslate();
  const fields = editing.fieldsOf(item);
  const wrong = editing.wrong.find((line) => line.item.product.productId === item.product.productId);
  const isWrong = wrong !== undefined && (wrong.problem.kind === 'overBudget' || fieldOf(wrong.problem) === name);

  const [isFocused, setFocused] = useState(false);
  useEscape(() => editing.reset(item), { isOn: isFocused && editing.isTyped(item) });

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat) return;
    // The same key press must not act on the next focused element.
    event.preventDefault();
    if (editing.commit(item, fields, true)) onEntered();
  };

  return (
    <Input
      id={lineFieldId(item.product, name)}
      className={styles[name]}
      size="small"
      inputMode={name === 'quantity' ? 'numeric' : 'decimal'}
      data-codes="other"
      aria-label={translate(`sale:cart.${name}Of`, { name: item.product.name })}
      aria-invalid={isWrong}
      status={isWrong ? 'error' : ''}
      suffix={name === 'unitPrice' && '€'}
      value={fields[name]}
      onChange={({ target }) => editing.type(item, { ...fields, [name]: target.value })}
      onFocus={({ target }) => {
        target.select();
        setFocused(true);
      }}
      onBlur={() => {
        setFocused(false);
        editing.commit(item);
      }}
      onKeyDown={press}
    />
  );
}

/** The editable quantity of a cart line, with buttons for one more and one less. */
function LineQuantity(props: LineFieldProps) {
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

interface CartTableProps {
  readonly title: string;
  readonly items: readonly CartItem[];
  /** What they cost together, in euro. */
  readonly total: Money;
  /** The actions to change the lines. Default: read-only. */
  readonly changes?: LineChanges;
  /** The product of the line changed last. */
  readonly revealedKey?: string | undefined;
  readonly hasDarkHeader?: boolean;
}

interface Line extends CartItem {
  /** The hidden running number (§2). */
  readonly id: number;
}

/** The lines of a cart or of a purchase, 5 per page (§2, §9). */
export function CartTable(props: CartTableProps) {
  const { title, items, total, changes, revealedKey, hasDarkHeader = false } = props;
  const translate = useTranslate();
  const section = useRef<HTMLElement>(null);
  const heading = (key: string) => translate(`sale:cart.${key}`);
  const edited = { kind: 'object', isNumeric: true } as const;
  const lines: readonly Line[] = items.map((item, index) => ({ ...item, id: index + 1 }));
  const columns = titled<Line>(heading, [
    { kind: 'number', key: 'id', hidden: true, value: ({ id }) => id },
    { kind: 'text', key: 'category', wideOnly: true, value: ({ product }) => product.categories[0]?.name },
    {
      kind: 'text',
      key: 'product',
      value: ({ product }) => product.name,
      detail: ({ product }) => product.ean1 && translate('sale:cart.ean', { ean: product.ean1 }),
      below: ({ product }) => productFacts(product),
    },
    {
      kind: 'text',
      key: 'manufacturer',
      value: ({ product }) => product.manufacturer && String(product.manufacturer.manufacturerId),
      detail: ({ product }) => product.manufacturer?.name,
    },
    changes
      ? { ...edited, key: 'quantity', render: (item) => <LineQuantity item={item} {...changes} /> }
      : { kind: 'number', key: 'quantity', value: ({ quantity }) => quantity },
    changes
      ? { ...edited, key: 'unitPrice', render: (item) => <LineField item={item} {...changes} name="unitPrice" /> }
      : { kind: 'currency', key: 'unitPrice', shows: 'unitPrice', value: ({ pricePerUnit }) => pricePerUnit },
    { kind: 'currency', key: 'total', value: ({ totalPrice }) => totalPrice },
  ]);
  const deletion: Column<Line> = {
    kind: 'action',
    key: 'delete',
    title: heading('delete'),
    icon: <DeleteOutlined aria-hidden />,
    isDangerous: true,
    label: ({ product }) => translate('sale:cart.deleteProduct', { name: product.name }),
    isDisabled: () => changes?.isBusy === true,
    onAction: (line) => changes?.onDelete(line),
  };

  useEffect(() => {
    // The lines scroll beside the search.
    const list = section.current?.querySelector('.ant-table-wrapper');
    const line = list?.querySelector(`[data-row-key="${revealedKey}"]`);
    if (!list || !line) return;
    const [shown, wanted] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
    list.scrollTop += Math.max(0, wanted.bottom - shown.bottom) + Math.min(0, wanted.top - shown.top);
  }, [revealedKey]);

  return (
    <section ref={section} className={styles.cart} aria-label={title}>
      <h2>{title}</h2>
      <DataTable
        label={title}
        columns={changes ? [...columns, deletion] : columns}
        rowKey={({ product }) => String(product.productId)}
        tableProps={{ dataSource: lines }}
        revealedKey={revealedKey}
        hasDarkHeader={hasDarkHeader}
      />
      {items.length > 0 && (
        <p className={styles.cartTotal}>
          <span>{translate('sale:cart.pieces', { count: piecesIn(items) })}</span> ·{' '}
          <span>{translate('sale:facts.total')}</span> <Amount value={total} />
        </p>
      )}
    </section>
  );
}

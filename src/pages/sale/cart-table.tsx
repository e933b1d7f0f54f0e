import { DeleteOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { piecesIn, spentOn } from './sale-cart.ts';
import { LinePrice, LineQuantity } from './products-step/line/cart-line-fields.tsx';
import styles from './cart-table.module.css';
import type { LineEditing } from './products-step/line/use-line-editing.ts';

interface LineChanges {
  readonly editing: LineEditing;
  readonly isBusy: boolean;
  readonly onDelete: (item: CartItem) => void;
  /** Called when Enter has put a line into the cart. */
  readonly onEntered: () => void;
}

interface CartTableProps {
  readonly title: string;
  readonly items: readonly CartItem[];
  /** The actions to change the lines. Default: read-only. */
  readonly changes?: LineChanges;
  /** The product of the line changed last. */
  readonly revealedKey?: string | undefined;
  readonly hasDarkHeader?: boolean;
  /** Shown beside the title. */
  readonly notice?: ReactNode;
}

interface Line extends CartItem {
  /** The hidden running number (§2). */
  readonly id: number;
}

/** The lines of a cart or of a purchase, 5 per page (§2, §9). */
export function CartTable(props: CartTableProps) {
  const { title, items, changes, revealedKey, hasDarkHeader = false, notice } = props;
  const translate = useTranslate();
  const heading = (key: string) => translate(`sale:cart.${key}`);
  const lines: readonly Line[] = items.map((item, index) => ({ ...item, id: index + 1 }));
  const columns: readonly Column<Line>[] = [
    { kind: 'number', key: 'id', title: heading('id'), hidden: true, value: ({ id }) => id },
    { kind: 'text', key: 'category', title: heading('category'), value: ({ product }) => product.categories[0]?.name },
    {
      kind: 'text',
      key: 'product',
      title: heading('product'),
      value: ({ product }) => product.name,
      detail: ({ product }) => product.ean1 && translate('sale:cart.ean', { ean: product.ean1 }),
    },
    {
      kind: 'text',
      key: 'manufacturer',
      title: heading('manufacturer'),
      value: ({ product }) => product.manufacturer && String(product.manufacturer.manufacturerId),
      detail: ({ product }) => product.manufacturer?.name,
    },
    changes
      ? {
          kind: 'object',
          key: 'quantity',
          title: heading('quantity'),
          render: (item) => <LineQuantity item={item} {...changes} />,
        }
      : { kind: 'number', key: 'quantity', title: heading('quantity'), value: ({ quantity }) => quantity },
    changes
      ? {
          kind: 'object',
          key: 'unitPrice',
          title: heading('unitPrice'),
          render: (item) => <LinePrice item={item} {...changes} />,
        }
      : {
          kind: 'currency',
          key: 'unitPrice',
          title: heading('unitPrice'),
          shows: 'unitPrice',
          value: ({ pricePerUnit }) => pricePerUnit,
        },
    { kind: 'currency', key: 'total', title: heading('total'), shows: 'total', value: ({ totalPrice }) => totalPrice },
  ];
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
  return (
    <section className={styles.cart} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {changes && <div role="status">{notice}</div>}
        {items.length > 0 && (
          <p className={styles.total}>
            <span>{translate('sale:cart.pieces', { count: piecesIn(items) })}</span> ·{' '}
            <span>{translate('sale:facts.total')}</span> <Amount value={spentOn(items)} />
          </p>
        )}
      </div>
      <DataTable
        label={title}
        columns={changes ? [...columns, deletion] : columns}
        rowKey={({ product }) => String(product.productId)}
        tableProps={{ dataSource: lines }}
        revealedKey={revealedKey}
        hasDarkHeader={hasDarkHeader}
      />
    </section>
  );
}

import { DeleteOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import type { CartItem } from '#contract/entities/cart.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { piecesIn, spentOn } from '../sale-cart.ts';
import styles from './products-step.module.css';

interface CartTableProps {
  readonly title: string;
  readonly items: readonly CartItem[];
  /** Takes a line out; without it the lines are only shown. */
  readonly onDelete?: (item: CartItem) => void;
  readonly isDeleting?: boolean;
  /** The product whose line was changed last. */
  readonly revealedKey?: string | undefined;
  readonly hasDarkHeader?: boolean;
}

interface Line extends CartItem {
  /** The running number (§2), which stays hidden. */
  readonly id: number;
}

/** The lines of a cart or of a purchase, 5 per page (§2, §9). */
export function CartTable(props: CartTableProps) {
  const { title, items, onDelete, isDeleting = false, revealedKey, hasDarkHeader = false } = props;
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
    { kind: 'number', key: 'quantity', title: heading('quantity'), value: ({ quantity }) => quantity },
    {
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
    isDisabled: () => isDeleting,
    onAction: (line) => onDelete?.(line),
  };
  return (
    <section className={styles.cart} aria-label={title}>
      <div className={styles.cartHead}>
        <h2>{title}</h2>
        {items.length > 0 && (
          <p className={styles.cartTotal}>
            {translate('sale:cart.pieces', { count: piecesIn(items) })} · {translate('sale:facts.total')}{' '}
            <Amount value={spentOn(items)} />
          </p>
        )}
      </div>
      <DataTable
        label={title}
        columns={onDelete ? [...columns, deletion] : columns}
        rowKey={({ product }) => String(product.productId)}
        tableProps={{ dataSource: lines }}
        revealedKey={revealedKey}
        hasDarkHeader={hasDarkHeader}
      />
    </section>
  );
}

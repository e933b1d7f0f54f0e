import { useTranslate } from '@refinedev/core';
import type { Product } from '#contract/entities/product.ts';
import { formatUnitPrice, lineTotal } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { type SaleContext, SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import type { SaleLine } from './sale-line.ts';

interface UnusualPriceDialogProps {
  readonly product: Product | undefined;
  /** The line of the question; null or undefined if there is none. */
  readonly line: SaleLine | null | undefined;
  readonly facts: SaleContext;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks to confirm a price above twice the reference price (rules §5). */
export function UnusualPriceDialog({ product, line, facts, onYes, onClose }: UnusualPriceDialogProps) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      isOpen={Boolean(line)}
      title={translate('sale:line.suspicious.title')}
      text={translate('sale:line.suspicious.text', {
        price: line ? formatUnitPrice(line.unitPrice) : '',
        reference: product?.refPrice ? formatUnitPrice(product.refPrice) : '',
      })}
      details={<SaleFacts of={facts} lineTotal={line ? lineTotal(line.quantity, line.unitPrice) : undefined} />}
      enterMeans="no"
      onYes={onYes}
      onClose={onClose}
    />
  );
}

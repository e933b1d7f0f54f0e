import { PlusOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Input, type InputRef } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { type Money, QUANTITY_MAX, QUANTITY_MIN, formatUnitPrice, lineTotal } from '#contract/rules/money.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Amount } from '#src/components/amount/amount.tsx';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { LineProblemMessage } from './line-problem-message.tsx';
import { PriceQuestion } from './price-question.tsx';
import styles from './products-step.module.css';
import type { ScanNote } from './scan-note.ts';
import { type SaleLine, lineProblem, readLine } from './sale-line.ts';
import { scannedEan } from './scanned-ean.ts';
import { isSuspiciousPrice, priceText } from './unit-price.ts';

interface LineFormProps {
  readonly product: Product | undefined;
  /** The line that the product has in the cart already. */
  readonly line: CartItem | undefined;
  /** Euro: what the line may cost. */
  readonly budget: Money;
  readonly takesFocus: boolean;
  readonly isAdding: boolean;
  /** `nextEan`: the EAN of the product scanned meanwhile. */
  readonly onAdd: (product: Product, line: SaleLine, nextEan?: string) => void;
  /** The next product is scanned although this one cannot be added. */
  readonly onLeave: (note: ScanNote, nextEan: string) => void;
}

/**
 * Quantity, unit price and 'Aggiungi' for the chosen product (§2, §5); Enter adds. To be mounted anew, by key, for
 * each choice. A product scanned while the quantity has the focus first adds the one at hand, so that ten products are
 * ten scans.
 */
export function LineForm({ product, line, budget, takesFocus, isAdding, onAdd, onLeave }: LineFormProps) {
  const translate = useTranslate();
  const id = useId();
  const quantityField = useRef<InputRef>(null);
  const priceField = useRef<InputRef>(null);
  const messages = useRef<HTMLDivElement>(null);
  const firstQuantity = String(line?.quantity ?? QUANTITY_MIN);
  const firstPrice = line?.pricePerUnit ?? product?.refPrice;
  const [quantityText, setQuantityText] = useState(firstQuantity);
  const [unitPriceText, setUnitPriceText] = useState(firstPrice ? priceText(firstPrice) : '');
  /** How often Enter was pressed while the price is asked about. */
  const [enters, setEnters] = useState(0);
  const [doubted, setDoubted] = useState<{ readonly line: SaleLine; readonly nextEan: string | undefined } | null>(
    null,
  );

  useEffect(() => {
    if (!takesFocus) return;
    quantityField.current?.focus();
    // By itself: a number field refuses the selection that `focus` could set.
    quantityField.current?.select();
  }, [takesFocus]);

  const nextEan = scannedEan(quantityText) ?? undefined;
  const reading = readLine(nextEan ? firstQuantity : quantityText, unitPriceText, product?.refPrice);
  const { quantity } = reading;
  const unitPrice = reading.price.kind === 'plain' ? reading.price.unitPrice : null;
  const problem = product ? lineProblem(reading, budget) : null;
  const isPriceWrong = problem !== null && problem.kind === reading.price.kind;
  const canAdd = product !== undefined && problem === null;
  const hasMessage = line !== undefined || problem !== null;

  useEffect(() => {
    // The buttons that stick to the bottom must not hide why a line cannot be added.
    if (hasMessage) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [hasMessage]);

  const typePrice = (text: string) => {
    setUnitPriceText(text);
    setEnters(0);
  };

  /** While 'Aggiungi' is disabled no browser submits on Enter. */
  const pressEnter = (event: KeyboardEvent) => {
    if (isAdding || !product || !problem) return;
    // The rest of this key press would go to whatever gets the focus now.
    event.preventDefault();
    if (nextEan !== undefined) onLeave({ kind: problem.kind, name: product.name }, nextEan);
    else if (problem.kind === 'ambiguousPrice') setEnters((count) => count + 1);
  };

  const add = () => {
    if (isAdding || !canAdd || quantity === null || unitPrice === null) return;
    if (nextEan !== undefined) setQuantityText(firstQuantity);
    if (isSuspiciousPrice(unitPrice, product.refPrice)) setDoubted({ line: { quantity, unitPrice }, nextEan });
    else onAdd(product, { quantity, unitPrice }, nextEan);
  };

  return (
    <form
      className={styles.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <p className={styles.chosen} aria-live="polite">
        {product ? product.name : translate('sale:line.choose')}
      </p>
      <div>
        <label htmlFor={`${id}-quantity`}>{translate('sale:line.quantity')}</label>
        <Input
          ref={quantityField}
          id={`${id}-quantity`}
          type="number"
          min={QUANTITY_MIN}
          max={QUANTITY_MAX}
          step={1}
          required
          disabled={!product}
          value={quantityText}
          status={problem?.kind === 'quantity' ? 'error' : ''}
          aria-invalid={problem?.kind === 'quantity'}
          aria-describedby={`${id}-problem`}
          onPressEnter={pressEnter}
          onChange={(event) => setQuantityText(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-price`}>{translate('sale:line.unitPrice')}</label>
        <Input
          ref={priceField}
          id={`${id}-price`}
          inputMode="decimal"
          autoComplete="off"
          required
          suffix="€"
          disabled={!product}
          value={unitPriceText}
          status={isPriceWrong ? 'error' : ''}
          aria-invalid={isPriceWrong}
          aria-describedby={`${id}-problem`}
          onPressEnter={pressEnter}
          onChange={(event) => typePrice(event.target.value)}
        />
      </div>
      <p className={styles.lineTotal}>
        {quantity !== null && unitPrice && product && (
          <>
            {translate('sale:line.total')} <Amount value={lineTotal(quantity, unitPrice)} />
          </>
        )}
      </p>
      <ActionButton
        type="primary"
        htmlType="submit"
        icon={<PlusOutlined aria-hidden />}
        disabled={!canAdd}
        loading={isAdding}
      >
        {translate('sale:line.add')}
      </ActionButton>
      <div ref={messages} id={`${id}-problem`} className={styles.messages} aria-live="polite">
        {line && <Alert type="warning" showIcon message={translate('sale:line.alreadyInCart')} />}
        {problem?.kind === 'ambiguousPrice' ? (
          <PriceQuestion
            key={enters}
            price={problem}
            takesFocus={enters > 0}
            onAnswer={(meant) => {
              typePrice(priceText(meant));
              priceField.current?.focus();
            }}
          />
        ) : (
          problem && <LineProblemMessage problem={problem} />
        )}
      </div>
      <ConfirmDialog
        isOpen={doubted !== null}
        title={translate('sale:line.suspicious.title')}
        text={translate('sale:line.suspicious.text', {
          price: doubted ? formatUnitPrice(doubted.line.unitPrice) : '',
          reference: product?.refPrice ? formatUnitPrice(product.refPrice) : '',
        })}
        enterMeans="no"
        onClose={() => setDoubted(null)}
        onYes={() => {
          setDoubted(null);
          if (product && doubted) onAdd(product, doubted.line, doubted.nextEan);
        }}
      />
    </form>
  );
}

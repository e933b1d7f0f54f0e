import { PlusOutlined } from '@ant-design/icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Alert, Input, type InputProps, type InputRef } from 'antd';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { type Control, type FieldErrors, useController, useForm, useWatch } from 'react-hook-form';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { type Money, MAX_QUANTITY, MIN_QUANTITY, formatUnitPrice, lineTotal } from '#contract/rules/money.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Amount } from '#src/components/amount/amount.tsx';
import { FormField } from '#src/components/fields/form-field.tsx';
import { useFocusFallback } from '#src/components/focus/use-focus-fallback.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import type { SaleContext } from '#src/components/sale-facts/sale-facts.tsx';
import { LineProblemMessage } from './line-problem-message.tsx';
import styles from '../products-step.module.css';
import { type LineFields, type SaleLine, lineForm, lineProblem, readLine, scannedEan } from './sale-line.ts';
import { type NextLine, nextLineOf } from '../scans/scan-note.ts';
import { UnusualPriceDialog } from './unusual-price-dialog.tsx';
import { isSuspiciousPrice, priceText } from './unit-price.ts';
import type { OpenLine } from '../use-open-product.ts';

interface FieldProps extends Omit<InputProps, 'name'> {
  readonly name: keyof LineFields;
  readonly label: string;
  readonly control: Control<LineFields, unknown, SaleLine>;
  readonly input: RefObject<InputRef | null>;
  readonly onTyped?: () => void;
}

/** A required field with its label. Both fields are checked together. */
function Field({ name, label, control, input, onTyped, ...props }: FieldProps) {
  const { field, fieldState } = useController({
    name,
    control,
    rules: { deps: name === 'quantity' ? 'unitPrice' : 'quantity', onChange: onTyped },
  });
  const isWrong = fieldState.error !== undefined;
  return (
    <FormField label={label}>
      {({ id }) => (
        <Input
          {...props}
          ref={input}
          name={name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          id={id}
          required
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
        />
      )}
    </FormField>
  );
}

interface LineFormProps {
  readonly ref: Ref<OpenLine>;
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly line: CartItem | undefined;
  /** Whether the product was scanned: the quantity is then one more than in the cart. */
  readonly isScanned: boolean;
  readonly facts: SaleContext;
  /** Euro: the most that the line may cost. */
  readonly budget: Money;
  readonly takesFocus: boolean;
  readonly isAdding: boolean;
  readonly onAdd: (product: Product, line: SaleLine) => void;
  /** Called with a code that a slow scanner typed into the quantity. */
  readonly onScan: (ean: string) => void;
  /** Called when Enter is pressed while a product is being added. */
  readonly onEarlyEnter: () => void;
  /** Finds an element for the focus when the form disappears; must be the same function at every render. */
  readonly findFocusFallback: () => HTMLElement | null;
}

/**
 * Quantity, unit price and 'Aggiungi' for the chosen product (§2, §5). Enter adds. Remount it by key for each choice.
 */
export function LineForm(props: LineFormProps) {
  const { ref, product, line, isScanned, facts, budget, takesFocus, isAdding } = props;
  const { onAdd, onScan, onEarlyEnter, findFocusFallback } = props;
  const translate = useTranslate();
  const messagesId = useId();
  const place = useRef<HTMLFormElement>(null);
  const quantityField = useRef<InputRef>(null);
  const priceField = useRef<InputRef>(null);
  const messages = useRef<HTMLDivElement>(null);
  useFocusFallback(place, findFocusFallback);
  const [firstQuantity] = useState(() => String((line?.quantity ?? 0) + (isScanned || !line ? 1 : 0)));
  const firstPrice = line?.pricePerUnit ?? product?.refPrice;
  const terms = { refPrice: product?.refPrice, budget };
  const form = useForm<LineFields, unknown, SaleLine>({
    defaultValues: { quantity: firstQuantity, unitPrice: firstPrice ? priceText(firstPrice) : '' },
    resolver: zodResolver(lineForm(terms)),
    mode: 'onChange',
    // The form focuses the field itself, at once, so that a scanner's next keys go there.
    shouldFocusError: false,
  });
  const { control, getValues, setValue, trigger } = form;
  const { errors, isValid } = form.formState;
  /** Number of times that Enter was pressed while the question about the price is open. */
  const [enterCount, setEnterCount] = useState(0);
  const [unusual, setUnusual] = useState<SaleLine | null>(null);

  function focusQuantity(): void {
    quantityField.current?.focus();
    // Selects the text separately, because `focus` cannot select in a number field.
    quantityField.current?.select();
  }

  useEffect(() => {
    if (takesFocus) focusQuantity();
  }, [takesFocus]);

  const isChosen = product !== undefined;
  const limit = budget.toFixed();
  useEffect(() => {
    // A line that does not fit shows its error before the user types, and again when the budget changes.
    if (isChosen) void trigger();
  }, [isChosen, limit, trigger]);

  const watched = useWatch({ control }) as LineFields;
  const reading = readLine(watched.quantity, watched.unitPrice, product?.refPrice);
  const isWrong = errors.quantity !== undefined || errors.unitPrice !== undefined;
  const problem = isWrong ? lineProblem(reading, budget) : null;
  const hasMessage = line !== undefined || problem !== null;

  useEffect(() => {
    // The sticky buttons at the bottom must not cover the error.
    if (hasMessage) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [hasMessage]);

  const add = () => {
    if (!product || isAdding) return;
    const ean = scannedEan(getValues('quantity'));
    if (ean !== undefined) {
      setValue('quantity', firstQuantity);
      onScan(ean);
      return;
    }
    const addValid = (saleLine: SaleLine) => {
      if (refuseOffline()) return;
      if (isSuspiciousPrice(saleLine.unitPrice, product.refPrice)) setUnusual(saleLine);
      else onAdd(product, saleLine);
    };
    const leadOn = (wrong: FieldErrors<LineFields>) => {
      const { quantity, unitPrice } = getValues();
      const found = lineProblem(readLine(quantity, unitPrice, product.refPrice), budget);
      if (found?.kind === 'ambiguousPrice') setEnterCount((count) => count + 1);
      else (wrong.quantity ? quantityField : priceField).current?.focus();
    };
    void form.handleSubmit(addValid, leadOn)();
  };

  useImperativeHandle(ref, () => {
    const nextLine = (fields: LineFields): NextLine | null =>
      product ? nextLineOf(product, line, fields, budget) : null;
    return {
      product,
      present: line,
      read: () => nextLine(getValues()),
      addOne: () => {
        const now = getValues();
        const count = readLine(now.quantity, now.unitPrice, product?.refPrice).quantity ?? 0;
        const next = nextLine({ ...now, quantity: String(count + 1) });
        const isStillGood = 'line' in (nextLine(now) ?? {});
        // Keeps a valid quantity and refuses only the additional piece.
        if (isStillGood && next && 'note' in next) return next.note;
        setValue('quantity', String(count + 1));
        void trigger();
        if (document.activeElement !== priceField.current?.input) focusQuantity();
        return null;
      },
      submit: add,
    };
  });

  /** Browsers do not submit on Enter while 'Aggiungi' is disabled. It also reads a scanner's text at once. */
  const pressEnter = (event: KeyboardEvent) => {
    // The same key press must not act on the next focused element.
    event.preventDefault();
    if (event.repeat) return;
    if (isAdding) onEarlyEnter();
    else add();
  };

  const shared = {
    control,
    disabled: !product,
    // The response clears the form.
    readOnly: isAdding,
    'aria-describedby': messagesId,
    onPressEnter: pressEnter,
  };

  return (
    <form
      ref={place}
      className={styles.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className={styles.chosen} aria-live="polite">
        <p>{product ? product.name : translate('sale:line.choose')}</p>
        {product && (
          <p className={styles.chosenFacts}>
            {[
              product.ean1 && translate('sale:cart.ean', { ean: product.ean1 }),
              product.refPrice && `${translate('sale:product.refPrice')}: ${formatUnitPrice(product.refPrice)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <Field
        {...shared}
        name="quantity"
        label={translate('sale:line.quantity')}
        input={quantityField}
        type="number"
        min={MIN_QUANTITY}
        max={MAX_QUANTITY}
        step={1}
      />
      <Field
        {...shared}
        name="unitPrice"
        label={translate('sale:line.unitPrice')}
        input={priceField}
        onTyped={() => setEnterCount(0)}
        inputMode="decimal"
        autoComplete="off"
        suffix="€"
      />
      <p className={styles.lineTotal}>
        {product && reading.quantity !== null && reading.price.kind === 'plain' && (
          <>
            {translate('sale:line.total')} <Amount value={lineTotal(reading.quantity, reading.price.unitPrice)} />
          </>
        )}
      </p>
      <ActionButton
        type="primary"
        htmlType="submit"
        icon={<PlusOutlined aria-hidden />}
        disabled={!product || !isValid}
        loading={isAdding}
      >
        {translate('sale:line.add')}
      </ActionButton>
      <div ref={messages} id={messagesId} className={styles.messages} aria-live="polite">
        {line && <Alert type="warning" showIcon message={translate('sale:line.alreadyInCart')} />}
        {problem && (
          <LineProblemMessage
            key={enterCount}
            problem={problem}
            takesFocus={enterCount > 0}
            onAnswer={(meant) => {
              setEnterCount(0);
              setValue('unitPrice', priceText(meant));
              void trigger();
              priceField.current?.focus();
            }}
          />
        )}
      </div>
      <UnusualPriceDialog
        product={product}
        line={unusual}
        facts={facts}
        onClose={() => setUnusual(null)}
        onYes={() => {
          setUnusual(null);
          if (product && unusual) onAdd(product, unusual);
        }}
      />
    </form>
  );
}

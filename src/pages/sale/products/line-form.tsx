import { PlusOutlined } from '@ant-design/icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  memo,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import { formatUnitPrice, lineTotal, MAX_QUANTITY, MIN_QUANTITY, type Money } from '#contract/rules/money.ts';
import { readWholeNumber } from '#contract/rules/typed-text.ts';
import { useFocusFallback } from '#src/components/dialog/focus.ts';
import type { SaleContext } from '#src/components/display/facts.tsx';
import { Amount, Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import screens from '#src/components/layout/screens.module.css';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { LineProblemMessage, UnusualPriceDialog } from './product-notices.tsx';
import styles from './products-step.module.css';
import {
  isSuspiciousPrice,
  type LineFields,
  type LineProblem,
  lineForm,
  lineProblem,
  type NextLine,
  nextLineOf,
  type NextLineProblem,
  priceText,
  readLine,
  type SaleLine,
} from './sale-line.ts';

type OpenLineForm = UseFormReturn<LineFields, unknown, SaleLine>;

interface LineFormFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'form'> {
  readonly name: keyof LineFields;
  readonly label: string;
  readonly form: OpenLineForm;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Shown in the field, behind what is typed. */
  readonly unit?: string;
  readonly onTyped?: () => void;
}

const STEPS: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A required field with its label. Both fields are checked together. The quantity is a text field with the keys of a
 * number field: browsers with another language read '2,5' in a number field as 25. Nothing else renders for its keys: a
 * scanner's come faster than a slow machine renders.
 */
function LineFormField({ name, label, form, input, unit, onTyped, ...props }: LineFormFieldProps) {
  const { control, register, setValue, trigger } = form;
  const { errors } = useFormState({ control, name });
  const isQuantity = name === 'quantity';
  const value = useWatch({ control, name, disabled: !isQuantity });
  const quantity = isQuantity ? readWholeNumber(value) : undefined;
  const { ref, ...field } = register(name, { deps: isQuantity ? 'unitPrice' : 'quantity', onChange: onTyped });
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setValue(name, String(Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, (quantity ?? 0) + by))));
    void trigger();
  };
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isQuantity) step(event);
    props.onKeyDown?.(event);
  };
  return (
    <FormField label={label}>
      {({ id }) => (
        <div className={styles.lineInput}>
          <input
            {...props}
            {...field}
            {...(isQuantity && {
              role: 'spinbutton',
              'aria-valuemin': MIN_QUANTITY,
              'aria-valuemax': MAX_QUANTITY,
              'aria-valuenow': quantity,
            })}
            ref={(shown) => {
              input.current = shown;
              ref(shown);
            }}
            id={id}
            className={screens.plainField}
            type="text"
            autoComplete="off"
            required
            aria-invalid={errors[name] !== undefined}
            onKeyDown={pressKey}
          />
          {unit && <span aria-hidden>{unit}</span>}
        </div>
      )}
    </FormField>
  );
}

/** What the form of the open product does for its surroundings. */
export interface OpenLine {
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly present: CartItem | undefined;
  readonly read: () => NextLine | null;
  /** The quantity at the opening and after each scan. A typed one replaces it. */
  readonly counted: number;
  /** Adds one to the quantity. Returns why it cannot, or null. */
  readonly addOne: () => NextLineProblem | null;
  /** Like Enter. */
  readonly submit: () => void;
}

interface LineFormProps {
  readonly facts: SaleContext;
  readonly ref: Ref<OpenLine>;
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly line: CartItem | undefined;
  /** Whether the product was scanned: the quantity is then one more than in the cart. */
  readonly isScanned: boolean;
  /** Euro: the price in the code of a weighed pack. */
  readonly price: Money | undefined;
  /** Euro: the most that the line may cost. */
  readonly budget: Money;
  readonly takesFocus: boolean;
  readonly isAdding: boolean;
  readonly onAdd: (product: Product, line: SaleLine) => void;
  /** Called when Enter is pressed while a product is being added. */
  readonly onEarlyEnter: () => void;
  /** Finds an element for the focus when the form disappears; must be the same function at every render. */
  readonly findFocusFallback: () => HTMLElement | null;
}

const AddButton = memo(function AddButton({ isAdding, isReady }: Readonly<Record<'isAdding' | 'isReady', boolean>>) {
  const translate = useTranslate();
  return (
    <ActionButton
      type="primary"
      htmlType="submit"
      icon={<PlusOutlined aria-hidden />}
      disabled={!isReady}
      loading={isAdding}
    >
      {translate('sale:line.add')}
    </ActionButton>
  );
});

interface LineMessagesProps extends Pick<LineFormProps, 'line' | 'price'> {
  readonly id: string;
  readonly problem: LineProblem | null;
  /** How often Enter has met a question about the price. */
  readonly enterCount: number;
  /** @param unitPrice the meant one, in euro */
  readonly onAnswer: (unitPrice: Money) => void;
}

/** What is said of the line: that the cart has it, where its price comes from, what is wrong. */
const LineMessages = memo(function LineMessages(props: LineMessagesProps) {
  const { id, problem, enterCount, line, price, onAnswer } = props;
  const translate = useTranslate();
  const messages = useRef<HTMLDivElement>(null);
  const hasMessage = line !== undefined || problem !== null;

  useEffect(() => {
    // The sticky buttons at the bottom must not cover the error.
    if (hasMessage) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [hasMessage]);

  return (
    <div ref={messages} id={id} className={styles.messages} aria-live="polite">
      {line && <Alert type="warning" showIcon message={translate('sale:line.alreadyInCart')} />}
      {price && !line && <Alert type="info" showIcon message={translate('sale:line.weighed')} />}
      {problem && (
        <LineProblemMessage key={enterCount} problem={problem} takesFocus={enterCount > 0} onAnswer={onAnswer} />
      )}
    </div>
  );
});

interface LineOutcomeProps extends Omit<LineMessagesProps, 'problem'>, Pick<LineFormProps, 'product' | 'budget'> {
  readonly form: OpenLineForm;
  readonly isAdding: boolean;
}

/** What follows from the fields: total, 'Aggiungi' and messages, which render only when they say something else. */
function LineOutcome({ form: { control }, product, budget, isAdding, ...messages }: LineOutcomeProps) {
  const translate = useTranslate();
  const fields = useWatch({ control }) as LineFields;
  const { errors, isValid } = useFormState({ control });
  const typed = readLine(fields.quantity, fields.unitPrice, product?.refPrice);
  const problem = Object.keys(errors).length > 0 ? lineProblem(typed, budget) : null;
  const [shown, setShown] = useState(problem);
  if (JSON.stringify(shown) !== JSON.stringify(problem)) setShown(problem);
  return (
    <>
      <p className={styles.lineTotal}>
        {product && typeof typed.quantity === 'number' && typed.price.kind === 'plain' && (
          <>
            {translate('sale:line.total')} <Amount value={lineTotal(typed.quantity, typed.price.unitPrice)} />
          </>
        )}
      </p>
      <AddButton isAdding={isAdding} isReady={product !== undefined && isValid} />
      <LineMessages {...messages} problem={shown} />
    </>
  );
}

/**
 * Quantity, unit price and 'Aggiungi' for the chosen product (§2, §5): what the fields hold, what is wrong with it, and
 * what a key or a scan does. Enter adds. Remount it by key for each choice.
 */
export function LineForm(props: LineFormProps) {
  const { ref, facts, product, line, isScanned, price, budget, takesFocus, isAdding } = props;
  const { onAdd, onEarlyEnter, findFocusFallback } = props;
  const translate = useTranslate();
  const messagesId = useId();
  const container = useRef<HTMLFormElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  useFocusFallback(container, findFocusFallback);
  const [counted, setCounted] = useState(() => (line?.quantity ?? 0) + (isScanned || !line ? 1 : 0));
  const firstPrice = line?.pricePerUnit ?? price ?? product?.refPrice;
  const form = useForm<LineFields, unknown, SaleLine>({
    defaultValues: { quantity: String(counted), unitPrice: firstPrice ? priceText(firstPrice) : '' },
    resolver: zodResolver(lineForm(product?.refPrice, budget)),
    mode: 'onChange',
    // The form focuses the field itself, at once, so that a scanner's next keys go there.
    shouldFocusError: false,
  });
  const { getValues, setValue, trigger } = form;
  const [enterCount, setEnterCount] = useState(0);
  const [unusual, setUnusual] = useState<SaleLine | null>(null);

  function focusQuantity(): void {
    quantityField.current?.focus();
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

  const add = () => {
    if (!product || isAdding) return;
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
    /** What was scanned counts where the quantity was emptied and the next code came before another one. */
    const present = (): LineFields => {
      const { quantity, unitPrice } = getValues();
      return { quantity: quantity.trim() === '' ? String(counted) : quantity, unitPrice };
    };
    return {
      product,
      present: line,
      read: () => nextLine(present()),
      counted,
      addOne: () => {
        const now = present();
        const { quantity } = readLine(now.quantity, now.unitPrice, product?.refPrice);
        const count = typeof quantity === 'number' ? quantity : 0;
        const next = nextLine({ ...now, quantity: String(count + 1) });
        const isStillGood = 'line' in (nextLine(now) ?? {});
        // Keeps a valid quantity and refuses only the additional piece.
        if (isStillGood && next && 'problem' in next) return next.problem;
        setValue('quantity', String(count + 1));
        setCounted(count + 1);
        void trigger();
        if (document.activeElement !== priceField.current) focusQuantity();
        return null;
      },
      submit: add,
    };
  });

  /** Browsers do not submit on Enter while 'Aggiungi' is disabled. */
  const pressEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The same key press must not act on the next focused element.
    event.preventDefault();
    if (event.repeat) return;
    if (isAdding) onEarlyEnter();
    else add();
  };

  const shared = {
    form,
    disabled: !product,
    // The response clears the form.
    readOnly: isAdding,
    'aria-describedby': messagesId,
    onKeyDown: pressEnter,
  };

  return (
    <form
      ref={container}
      className={product ? styles.openLine : styles.line}
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
            <Value
              text={[
                product.ean1 && translate('sale:cart.ean', { ean: product.ean1 }),
                product.refPrice && `${translate('sale:product.refPrice')}: ${formatUnitPrice(product.refPrice)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </p>
        )}
      </div>
      <LineFormField
        {...shared}
        name="quantity"
        label={translate('sale:line.quantity')}
        input={quantityField}
        inputMode="numeric"
      />
      <LineFormField
        {...shared}
        name="unitPrice"
        label={translate('sale:line.unitPrice')}
        input={priceField}
        onTyped={() => setEnterCount(0)}
        inputMode="decimal"
        unit="€"
      />
      <LineOutcome
        id={messagesId}
        form={form}
        isAdding={isAdding}
        product={product}
        line={line}
        price={price}
        budget={budget}
        enterCount={enterCount}
        onAnswer={(unitPrice) => {
          setEnterCount(0);
          setValue('unitPrice', priceText(unitPrice));
          void trigger();
          priceField.current?.focus();
        }}
      />
      <UnusualPriceDialog
        product={product}
        line={unusual}
        facts={facts}
        onYes={() => {
          setUnusual(null);
          if (product && unusual) onAdd(product, unusual);
        }}
        onClose={() => setUnusual(null)}
      />
    </form>
  );
}

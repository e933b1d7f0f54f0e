import { PlusOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Input, type InputProps, type InputRef } from 'antd';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { formatUnitPrice, lineTotal, MAX_QUANTITY, MIN_QUANTITY } from '#contract/rules/money.ts';
import { readWholeNumber } from '#contract/rules/typed-text.ts';
import type { SaleContext } from '#src/components/display/sale-facts.tsx';
import { Amount, Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import { LineProblemMessage, UnusualPriceDialog } from './line-problem-message.tsx';
import styles from './products-step.module.css';
import type { LineFields, SaleLine } from './sale-line.ts';
import { type LineFormOptions, useLineForm } from './use-line-form.ts';

interface LineFormFieldProps extends Omit<InputProps, 'name'> {
  readonly name: keyof LineFields;
  readonly label: string;
  readonly control: Control<LineFields, unknown, SaleLine>;
  readonly input: RefObject<InputRef | null>;
  readonly onTyped?: () => void;
}

const STEPS: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A required field with its label. Both fields are checked together. The quantity is a text field with the keys of a
 * number field: browsers with another language read '2,5' in a number field as 25.
 */
function LineFormField({ name, label, control, input, onTyped, ...props }: LineFormFieldProps) {
  const { field, fieldState } = useController({
    name,
    control,
    rules: { deps: name === 'quantity' ? 'unitPrice' : 'quantity', onChange: onTyped },
  });
  const isWrong = fieldState.error !== undefined;
  const quantity = name === 'quantity' ? readWholeNumber(field.value) : undefined;
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (name !== 'quantity' || by === undefined) return;
    event.preventDefault();
    field.onChange(String(Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, (quantity ?? 0) + by))));
  };
  return (
    <FormField label={label}>
      {({ id }) => (
        <Input
          {...props}
          {...(name === 'quantity' && {
            role: 'spinbutton',
            'aria-valuemin': MIN_QUANTITY,
            'aria-valuemax': MAX_QUANTITY,
            'aria-valuenow': quantity,
            onKeyDown: step,
          })}
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

interface LineFormProps extends LineFormOptions {
  readonly facts: SaleContext;
}

/**
 * Quantity, unit price and 'Aggiungi' for the chosen product (§2, §5). Enter adds. Remount it by key for each choice.
 */
export function LineForm({ facts, ...options }: LineFormProps) {
  const { product, line, price, isAdding } = options;
  const translate = useTranslate();
  const messagesId = useId();
  const { container, quantityField, priceField, messages, ...form } = useLineForm(options);
  const { control, isValid, reading, problem, enterCount, resetEnterCount, answerPrice } = form;
  const { unusual, confirm, cancel, add, pressEnter } = form;

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
      ref={container}
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
        autoComplete="off"
      />
      <LineFormField
        {...shared}
        name="unitPrice"
        label={translate('sale:line.unitPrice')}
        input={priceField}
        onTyped={resetEnterCount}
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
        {price && !line && <Alert type="info" showIcon message={translate('sale:line.weighed')} />}
        {problem && (
          <LineProblemMessage key={enterCount} problem={problem} takesFocus={enterCount > 0} onAnswer={answerPrice} />
        )}
      </div>
      <UnusualPriceDialog product={product} line={unusual} facts={facts} onYes={confirm} onClose={cancel} />
    </form>
  );
}

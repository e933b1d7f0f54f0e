import { PlusOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useId } from 'react';
import { formatUnitPrice, lineTotal } from '#contract/rules/money.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Amount } from '#src/components/amount/amount.tsx';
import type { SaleContext } from '#src/components/sale-facts/sale-facts.tsx';
import { Value } from '#src/components/value/value.tsx';
import styles from '../products-step.module.css';
import { LineFormField } from './line-form-field.tsx';
import { LineProblemMessage } from './line-problem-message.tsx';
import { UnusualPriceDialog } from './unusual-price-dialog.tsx';
import { type LineFormOptions, useLineForm } from './use-line-form.ts';

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

import { useTranslate } from '@refinedev/core';
import { Radio } from 'antd';
import type { Voucher } from '#contract/entities/voucher.ts';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import styles from '../sale.module.css';

interface VoucherChoiceProps {
  readonly vouchers: readonly Voucher[];
  readonly chosenId: Id | undefined;
  /** Whether a cart is being opened for the chosen voucher. */
  readonly isDisabled: boolean;
  readonly onChoose: (voucherId: Id) => void;
}

/** The choice of the voucher, if the patient has several (rules §4). */
export function VoucherChoice({ vouchers, chosenId, isDisabled, onChoose }: VoucherChoiceProps) {
  const translate = useTranslate();
  const nameOf = ({ voucherId, code, dateDisabled, residualAmount, initialAmount }: Voucher) => {
    return translate(residualAmount ? 'sale:voucherChoice.optionLeft' : 'sale:voucherChoice.option', {
      code: code ?? voucherId,
      residual: residualAmount && formatTotal(residualAmount),
      amount: initialAmount ? formatTotal(initialAmount) : NO_VALUE,
      expiry: dateDisabled === undefined ? NO_VALUE : formatDay(romeDay(new Date(dateDisabled))),
    });
  };
  return (
    <fieldset className={styles.voucherChoice}>
      <legend>{translate('sale:voucherChoice.title')}</legend>
      <Radio.Group
        value={chosenId}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value as Id)}
        options={vouchers.map((voucher) => ({ value: voucher.voucherId, label: nameOf(voucher) }))}
      />
    </fieldset>
  );
}

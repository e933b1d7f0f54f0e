import { useTranslate } from '@refinedev/core';
import type { CSSProperties } from 'react';
import { useLocation } from 'react-router-dom';
import type { CallAnswer } from '#contract/call.ts';
import { verifyReceipt } from '#contract/calls/purchases.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { Icon } from '#src/components/plain/icon.tsx';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { PageHead } from '#src/components/plain/public-page.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import './public.css';

type Receipt = NonNullable<CallAnswer<typeof verifyReceipt>['receipt']>;

/** The icon and the colour of each verdict. */
const SHAPES = { valid: 'success', cancelled: 'warning', unknown: 'danger' } as const;

/** What the receipt proves, without a word about the patient. */
function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  const translate = useTranslate();
  const { purchaseId, companyName, storeName, address, day, amount } = receipt;
  const facts = {
    purchaseId: String(purchaseId),
    store: [companyName, storeName === companyName ? '' : storeName, address].filter(Boolean).join(', '),
    day: formatDay(day),
    amount: formatTotal(amount),
  };
  return (
    <>
      <dl className="receipt__facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{translate(`public:receipt.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{translate('public:receipt.compare')}</p>
    </>
  );
}

/** Whether the receipt stands: by word, sign and colour. */
function Verdict({ receipt }: { readonly receipt?: Receipt | undefined }) {
  const translate = useTranslate();
  const cancelledOn = receipt?.cancelledOn;
  const known = cancelledOn ? 'cancelled' : 'valid';
  const kind = receipt ? known : 'unknown';
  return (
    <section className="panel receipt" style={{ '--receipt-color': `var(--color-${SHAPES[kind]})` } as CSSProperties}>
      <h2 className="panel__title receipt__title">
        <Icon shape={SHAPES[kind]} />
        {translate(`public:receipt.${kind}.title`)}
      </h2>
      <p>{translate(`public:receipt.${kind}.text`, { day: cancelledOn && formatDay(cancelledOn) })}</p>
      {receipt && <ReceiptFacts receipt={receipt} />}
    </section>
  );
}

function Verification({ code }: { readonly code: string }) {
  const translate = useTranslate();
  const { data, error, refetch } = useCallQuery(verifyReceipt, { body: { code } }, { alerts: 'none' });
  if (error) {
    return (
      <div role="alert">
        <p>{translate('public:receipt.failure')}</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) return <p aria-busy="true">{translate('public:receipt.loading')}</p>;
  return <Verdict receipt={data.receipt} />;
}

/** What may be a code; the server would refuse the rest. */
const CODE = /^[\w-]{1,100}$/;

/**
 * Verifica della ricevuta, to which the QR code of a receipt leads. Its code is in the part of the address that no server
 * gets.
 */
export function Component() {
  const translate = useTranslate();
  const code = useLocation().hash.slice(1);
  return (
    <>
      <PageHead title={translate('common:page.receipt')} lead={translate('public:receipt.lead')} />
      <div aria-live="polite">
        {code === '' && <p>{translate('public:receipt.missing')}</p>}
        {code !== '' && (CODE.test(code) ? <Verification key={code} code={code} /> : <Verdict />)}
      </div>
    </>
  );
}

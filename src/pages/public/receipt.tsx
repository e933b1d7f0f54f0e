import { useTranslate } from '@refinedev/core';
import { useLocation } from 'react-router-dom';
import { type CallAnswer } from '#contract/call.ts';
import { verifyReceipt } from '#contract/calls/purchases.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { PageHead, Panel } from '#src/components/plain/public-page.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import './public.css';

type Receipt = NonNullable<CallAnswer<typeof verifyReceipt>['receipt']>;

/** What the receipt proves, without a word about the patient. */
function ProvenReceipt({ receipt }: { readonly receipt: Receipt }) {
  const translate = useTranslate();
  const { purchaseId, companyName, storeName, address, day, amount, cancelledOn } = receipt;
  const facts = [
    ['purchaseId', String(purchaseId)],
    ['store', [companyName, storeName === companyName ? '' : storeName, address].filter(Boolean).join(', ')],
    ['day', formatDay(day)],
    ['amount', formatTotal(amount)],
  ] as const;
  return (
    <Panel title={translate(`public:receipt.${cancelledOn ? 'cancelled' : 'valid'}.title`)}>
      <p>
        {translate(`public:receipt.${cancelledOn ? 'cancelled' : 'valid'}.text`, {
          day: formatDay(cancelledOn ?? day),
        })}
      </p>
      <dl className="receipt-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{translate(`public:receipt.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Verification({ code }: { readonly code: string }) {
  const translate = useTranslate();
  const { data, isLoading, error, refetch } = useCallQuery(verifyReceipt, { body: { code } }, { alerts: 'none' });
  if (isLoading) return <p aria-busy="true">{translate('public:receipt.loading')}</p>;
  if (error || !data) {
    return (
      <div role="alert">
        <p>{translate('public:receipt.failure')}</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data.receipt) return <ProvenReceipt receipt={data.receipt} />;
  return (
    <Panel title={translate('public:receipt.unknown.title')}>
      <p>{translate('public:receipt.unknown.text')}</p>
    </Panel>
  );
}

/** Verifica della ricevuta: what the QR code of a receipt leads to. Its code is in the part of the address that no server gets. */
export function Component() {
  const translate = useTranslate();
  const code = useLocation().hash.slice(1);
  return (
    <>
      <PageHead title={translate('common:page.receipt')} lead={translate('public:receipt.lead')} />
      <div aria-live="polite">
        {code === '' ? <p>{translate('public:receipt.missing')}</p> : <Verification key={code} code={code} />}
      </div>
    </>
  );
}

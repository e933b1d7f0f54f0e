import { FileTextOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import { downloadInvoiceDraft } from '#contract/calls/billing-summary.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { useDownload } from '#src/providers/api/use-download.ts';
import { missingTexts } from '#src/providers/notifications/use-notify.ts';

/** The button for the draft of a closed month's electronic invoice, and what it lacks. */
export function InvoiceDraft({ query }: CallInput<typeof downloadInvoiceDraft>) {
  const translate = useTranslate();
  const draft = useDownload(downloadInvoiceDraft);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const download = () => {
    setMissing([]);
    void draft.download(
      { query },
      {
        name: translate('billing:invoice.name'),
        onRefused: (error) => {
          setMissing(missingTexts(error, translate));
          return error.missing.length > 0;
        },
      },
    );
  };
  return (
    <>
      <div>
        <ActionButton icon={<FileTextOutlined aria-hidden />} loading={draft.isDownloading} onClick={download}>
          {translate('billing:invoice.draft', { month: formatMonth(query.month) })}
        </ActionButton>
      </div>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={translate('billing:invoice.missing')}
          description={
            <>
              <ul>
                {missing.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p>{translate('billing:invoice.who')}</p>
            </>
          }
        />
      )}
    </>
  );
}

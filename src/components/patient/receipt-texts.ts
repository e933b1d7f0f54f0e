import { useTranslate } from '@refinedev/core';
import type { DownloadTexts } from '#src/hooks/use-download.ts';

/** What is said after a receipt of the cart flow (§8). */
export function useReceiptTexts(): DownloadTexts {
  const translate = useTranslate();
  return {
    success: { title: translate('patients:receipt.success.title'), text: translate('patients:receipt.success.text') },
    failure: { title: translate('patients:receipt.failure.title'), text: translate('patients:receipt.failure.text') },
  };
}

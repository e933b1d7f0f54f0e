import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** The documents of what a health authority owes a business for a period (§2, §7). */
export const billingSummary: ResourceDeclaration = {
  name: 'billing-summary',
  screens: { list: paths.billingSummary },
  menu: { label: 'common:page.billingSummary', onlyFor: 'BUSINESS' },
  async calls() {
    const { downloadBillProducts, downloadBillSummary, readBillTotals } =
      await import('#contract/calls/billing-summary.ts');
    return { otherCalls: [readBillTotals, downloadBillSummary, downloadBillProducts] };
  },
};

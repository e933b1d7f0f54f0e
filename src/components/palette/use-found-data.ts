import { useTranslate } from '@refinedev/core';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { codesToTry, readProductCode } from '#contract/rules/product-code.ts';
import { looksLikeFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { keepScannedCard } from '#src/providers/session/sale-store.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useListAddress } from '../url-state.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { handleScan } from '../scan/scan-listener.tsx';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { isIdText } from '#src/providers/data/filter-values.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import type { PaletteEntry } from './use-palette-entries.ts';
import { useDebouncedValue } from '#src/providers/timing.ts';

const NEWEST = { page: 0, size: 5, sort: 'createTime,desc' };
const BY_NAME = { page: 0, size: 5, sort: 'name,asc' };
const SALE_STEPS: readonly string[] = [salePaths.products, salePaths.summary];

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Opens the patient search with a fiscal code, which it checks. The code is kept in memory, not in the URL (design §2). */
function usePatientEntries(typed: string, isOffered: boolean): PaletteEntry[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const code = normalizeFiscalCode(typed);
  if (!isOffered || !looksLikeFiscalCode(code)) return [];
  const perform = () => {
    if (pathname === paths.patientSearch && handleScan({ kind: 'card', code }, false) === 'taken') return;
    keepScannedCard(code);
    void navigate(paths.patientSearch);
  };
  const name = translate('palette:data.patient', { code });
  return [{ id: 'patient', name, section: translate('palette:section.data'), perform }];
}

/** Opens the product search of a sale with a product's code. */
function useProductEntries(code: string | undefined, isOffered: boolean): PaletteEntry[] {
  const translate = useTranslate();
  const { notify } = useNotify();
  if (!isOffered || code === undefined) return [];
  const perform = () => {
    if (handleScan({ kind: 'product', code, isTyped: true }, false) === 'taken') return;
    notify({ kind: 'warning', text: translate('common:scan.busy.product', { code }), key: 'SCAN' });
  };
  const name = translate('palette:data.product', { ean: code });
  return [{ id: 'product', name, section: translate('palette:section.data'), perform }];
}

function useProductsOf(ean: string, enabled: boolean) {
  return useCallQuery(searchProducts, { query: { ean, ...BY_NAME } }, { alerts: 'expiry-only', enabled });
}

/**
 * The products of a code, for a user who fills no cart. An EAN that is not found is tried again with a leading 0 (§5).
 */
function useProductAnswers(code: string | undefined, isSettled: boolean, isOffered: boolean) {
  const translate = useTranslate();
  const isApplicable = isOffered && code !== undefined;
  const isEnabled = isApplicable && isSettled;
  const [exactEan, eanWithZero] = codesToTry(isEnabled ? code : '');
  const exact = useProductsOf(exactEan, isEnabled);
  const isMissing = isEnabled && exact.data?.products.length === 0;
  const withZero = useProductsOf(eanWithZero, isMissing);
  const { data, onRetry } = isMissing ? withZero : exact;
  const products = isEnabled ? (data?.products ?? []) : [];
  return {
    answers: products.map(({ name, manufacturer, ean1, refPrice }) =>
      joined(
        name,
        manufacturer?.name,
        refPrice && translate('palette:data.price', { price: formatUnitPrice(refPrice) }),
        ean1 && translate('palette:data.ean', { ean: ean1 }),
      ),
    ),
    isLooking: isApplicable && (!isSettled || exact.isLoading || withZero.isLoading),
    isFailed: isEnabled && onRetry !== undefined,
  };
}

/**
 * Opens the history filtered by a purchase number, where the server supports that filter (rules §1). The palette does
 * not check the number: each read of a purchase counts as a read of its patient (rules §4), and the number may be
 * incomplete.
 */
function usePurchaseEntries(code: string, isOffered: boolean): PaletteEntry[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const addressOf = useListAddress(paths.purchaseHistory);
  const { filters } = useFeatures();
  if (!isOffered || !isIdText(code) || !filters.purchases?.includes('purchaseId')) return [];
  const name = translate('palette:data.purchase', { id: code });
  const perform = () => void navigate(addressOf({ purchaseId: code }));
  return [{ id: 'purchase', name, section: translate('palette:section.data'), perform }];
}

/**
 * Opens the summary at the AMC order of a number. The summary needs the order's day and, for a business, the paying
 * health authority (§5).
 */
function useOrderEntries(code: string, isSettled: boolean, isOffered: boolean) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const addressOf = useListAddress(paths.amcOrderSummary);
  const { data: identity } = useIdentity();
  const isBusiness = identity?.profile === 'BUSINESS';
  const isApplicable = isOffered && isIdText(code);
  const isEnabled = isApplicable && isSettled;
  const query = { amcOrderId: isEnabled ? code : '', aslId: identity?.aslId, ...NEWEST };
  const read = useCallQuery(searchAmcOrders, { query }, { enabled: isEnabled, alerts: 'expiry-only' });
  const orders = isEnabled ? (read.data?.orders ?? []) : [];
  return {
    lateEntries: orders.flatMap(({ amcOrderId, orderDate, asl, amount }): PaletteEntry | [] => {
      if (orderDate === undefined || (isBusiness && !asl)) return [];
      const day = romeDay(new Date(orderDate));
      const filters = { amcOrderId: String(amcOrderId), dateStart: day, dateEnd: day };
      return {
        id: `order-${amcOrderId}`,
        name: joined(
          translate('palette:data.order', { id: amcOrderId }),
          formatDay(day),
          amount && formatTotal(amount),
        ),
        section: translate('palette:section.data'),
        perform: () => void navigate(addressOf({ ...filters, ...(isBusiness && { aslId: String(asl?.aslId) }) })),
      };
    }),
    isLooking: isApplicable && (!isSettled || read.isLoading),
    isFailed: isEnabled && read.onRetry !== undefined,
  };
}

/**
 * Finds what a typed code or number means: a patient, a product, a purchase, an AMC order.
 * @param offered the entries of the palette, with the screens that the user may see
 */
export function useFoundData(text: string, offered: readonly PaletteEntry[]) {
  const permitted = offered.map(({ id }) => id);
  const code = text.trim();
  // The server is asked when the typing pauses.
  const isSettled = useDebouncedValue(code) === code;
  const maySell = permitted.includes(paths.patientSearch);
  const isInSale = SALE_STEPS.includes(useLocation().pathname);
  const product = readProductCode(code);
  // The digits of a pharmacy's code may be a number as well.
  const isNumber = !maySell || product === undefined || product.kind === 'pharmacy';
  const patients = usePatientEntries(code, maySell);
  const searches = useProductEntries(product?.code, maySell && isInSale);
  const products = useProductAnswers(product?.code, isSettled, maySell && !isInSale);
  const purchases = usePurchaseEntries(code, isNumber && permitted.includes(paths.purchaseHistory));
  const orders = useOrderEntries(code, isSettled, isNumber && permitted.includes(paths.amcOrderSummary));
  return {
    /** Entries that are there at once. */
    entries: [...patients, ...searches, ...purchases],
    /** Entries that come with the server's response. */
    lateEntries: orders.lateEntries,
    /** Answers that lead nowhere. */
    answers: products.answers,
    isLooking: products.isLooking || orders.isLooking,
    isFailed: products.isFailed || orders.isFailed,
  };
}

import { useGetIdentity, useTranslate } from '@refinedev/core';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { formatDay, formatInstant, romeDay } from '#contract/rules/dates.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { keepScannedCard } from '#src/hooks/scanned-card.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useListAddress } from '#src/hooks/use-list-address.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { useRead } from '#src/hooks/use-read.ts';
import { handleScan } from '#src/hooks/use-scan.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import type { Command } from './use-commands.ts';
import { useSettled } from './use-settled.ts';

/** Letters as of a surname and a name, and so long; whether it is right the search says. */
const FISCAL_CODE = /^[A-Z]{6}[A-Z0-9]{10}$/;
const EAN = /^\d{8,14}$/;
const NUMBER = /^\d{1,15}$/;
const NEWEST = { page: 0, size: 5, sort: 'createTime,desc' };
const BY_NAME = { page: 0, size: 5, sort: 'name,asc' };

interface FoundData {
  readonly commands: readonly Command[];
  /** Whether the server is still asked. */
  readonly isLooking: boolean;
}

/** What is told of a thing, as far as it is known. */
function joined(...facts: readonly (string | undefined)[]): string {
  return facts.filter(Boolean).join(' · ');
}

/** The search for the patient of a fiscal code, which goes there in memory and never in the address (design §2). */
function usePatientCommands(typed: string, isOffered: boolean): Command[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const code = normalizeFiscalCode(typed);
  if (!isOffered || !FISCAL_CODE.test(code)) return [];
  const perform = () => {
    if (pathname === paths.patientSearch) {
      handleScan({ kind: 'card', code }, false);
      return;
    }
    keepScannedCard(code);
    void navigate(paths.patientSearch);
  };
  const name = translate('palette:data.patient', { code });
  return [{ id: 'patient', name, section: translate('palette:section.data'), perform }];
}

/** The products of an EAN, with a leading 0 where there is none without it (§5). Where a cart is filled it opens there. */
function useProductCommands(typed: string, settled: string, isOffered: boolean): FoundData {
  const translate = useTranslate();
  const { notify } = useNotify();
  const isInSale = useLocation().pathname === salePaths.products;
  const isAsked = isOffered && !isInSale && EAN.test(settled);
  const options = { alerts: 'expiry-only' } as const;
  const exact = useRead(searchProducts, { query: { ean: settled, ...BY_NAME } }, { ...options, enabled: isAsked });
  const isMissing = isAsked && exact.data?.products.length === 0;
  const withZero = useRead(
    searchProducts,
    { query: { ean: `0${settled}`, ...BY_NAME } },
    { ...options, enabled: isMissing },
  );
  const section = translate('palette:section.data');
  if (isOffered && isInSale && EAN.test(typed)) {
    const perform = () => void handleScan({ kind: 'product', code: typed }, false);
    const name = translate('palette:data.product', { ean: typed });
    return { commands: [{ id: 'product', name, section, perform }], isLooking: false };
  }
  const { data } = isMissing ? withZero : exact;
  const products = isAsked ? (data?.products ?? []) : [];
  return {
    commands: products.map(({ productId, name, manufacturer, ean1, refPrice }) => {
      const price = refPrice && translate('palette:data.price', { price: formatUnitPrice(refPrice) });
      return {
        id: `product-${productId}`,
        name: joined(name, manufacturer?.name, price),
        section,
        perform: () =>
          notify({
            kind: 'info',
            title: name,
            text: joined(manufacturer?.name, price, ean1),
            key: 'PRODUCT',
            duration: null,
          }),
      };
    }),
    isLooking: exact.isLoading || withZero.isLoading,
  };
}

/** The purchase of a number, in the history: where the server finds by it (decisions §1). */
function usePurchaseCommands(settled: string, isOffered: boolean): FoundData {
  const translate = useTranslate();
  const navigate = useNavigate();
  const addressOf = useListAddress(paths.purchaseHistory);
  const { filters } = useFeatures();
  const isAsked = isOffered && NUMBER.test(settled) && (filters.purchases?.includes('purchaseId') ?? false);
  const query = { purchaseId: settled, ...NEWEST };
  const { data, isLoading } = useRead(searchPurchases, { query }, { enabled: isAsked, alerts: 'expiry-only' });
  const purchases = isAsked ? (data?.purchases ?? []) : [];
  return {
    commands: purchases.map(({ purchaseId, createTime, itemsAmount }) => ({
      id: `purchase-${purchaseId}`,
      name: joined(
        translate('palette:data.purchase', { id: purchaseId }),
        formatInstant(new Date(createTime)),
        formatTotal(itemsAmount),
      ),
      section: translate('palette:section.data'),
      perform: () => void navigate(addressOf({ purchaseId: String(purchaseId) })),
    })),
    isLooking: isLoading,
  };
}

/** The AMC order of a number, in the summary, which asks for its day and, for a shop, for who pays it (§5). */
function useOrderCommands(settled: string, isOffered: boolean): FoundData {
  const translate = useTranslate();
  const navigate = useNavigate();
  const addressOf = useListAddress(paths.amcOrderSummary);
  const { data: identity } = useGetIdentity<Identity | null>();
  const isShop = identity?.profile === 'BUSINESS';
  const isAsked = isOffered && NUMBER.test(settled);
  const query = { amcOrderId: settled, aslId: identity?.aslId, ...NEWEST };
  const { data, isLoading } = useRead(searchAmcOrders, { query }, { enabled: isAsked, alerts: 'expiry-only' });
  const orders = isAsked ? (data?.orders ?? []) : [];
  return {
    commands: orders.flatMap(({ amcOrderId, orderDate, asl, amount }) => {
      if (orderDate === undefined || (isShop && !asl)) return [];
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
        perform: () => void navigate(addressOf({ ...filters, ...(isShop && { aslId: String(asl?.aslId) }) })),
      };
    }),
    isLooking: isLoading,
  };
}

/**
 * What a code or a number leads to: a patient, a product, a purchase, an AMC order.
 * @param offered what the palette offers: the screens that the user may see among it
 */
export function useFoundData(typed: string, offered: readonly Command[]): FoundData {
  const permitted = offered.map(({ id }) => id);
  const code = typed.trim();
  const settled = useSettled(code);
  const mayFind = permitted.length > 0 && NUMBER.test(code);
  const isSeller = permitted.includes(paths.patientSearch);
  const patients = usePatientCommands(code, isSeller);
  const products = useProductCommands(code, settled, isSeller);
  const purchases = usePurchaseCommands(settled, permitted.includes(paths.purchaseHistory));
  const orders = useOrderCommands(settled, permitted.includes(paths.amcOrderSummary));
  return {
    commands: [...patients, ...products.commands, ...purchases.commands, ...orders.commands],
    isLooking: [products, purchases, orders].some(({ isLooking }) => isLooking) || (mayFind && settled !== code),
  };
}

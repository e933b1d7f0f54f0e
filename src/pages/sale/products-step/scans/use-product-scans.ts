import { useEffect, useRef } from 'react';
import type { Product } from '#contract/entities/product.ts';
import { isSameCode } from '#contract/rules/product-code.ts';
import { scanEnd } from '#src/components/scan/scan-keys.ts';
import type { ScanState } from './scan-store.ts';
import { isSameLine } from '../line/sale-line.ts';
import type { useCartLines } from '../use-cart-lines.ts';
import type { useOpenProduct } from '../use-open-product.ts';
import { useProductLookup } from '../search/use-product-lookup.ts';
import { useScanQueue } from './use-scan-queue.ts';

interface ProductScansOptions {
  readonly categoryType: string | undefined;
  readonly scanState: ScanState;
  readonly opened: ReturnType<typeof useOpenProduct>;
  readonly lines: ReturnType<typeof useCartLines>;
  /** Whether the user's own search or change is running. Scanned codes wait for its end. */
  readonly isOccupied: boolean;
  /** Called before a scanned product opens. */
  readonly onOpening: () => void;
  readonly onAdded: (product: Product) => void;
}

interface ProductScans {
  /** Whether a scanned code is being processed. */
  readonly isRunning: boolean;
  /** Whether the server does not answer. Scanned codes are kept. */
  readonly isStalled: boolean;
  /** Whether scanned codes are not processed yet. */
  readonly isScanning: boolean;
  readonly retry: () => void;
  /** Like Enter in the line of the product that is open after all scanned codes. */
  readonly submitLast: () => void;
}

function isCodeOf({ productId, ean1 }: Product, code: string): boolean {
  return code === String(productId) || isSameCode(code, ean1);
}

/**
 * Scanned codes in step 2 (§5). Every scan counts: it adds one to the open product, or adds the open product to the
 * cart and opens the next.
 */
export function useProductScans(options: ProductScansOptions): ProductScans {
  const { categoryType, scanState, opened, lines, isOccupied, onOpening, onAdded } = options;
  const { openLine } = opened;
  const lookUp = useProductLookup(categoryType);
  const submitsLast = useRef(false);

  /** Adds the open product before the next one opens; false if the server does not answer. */
  async function addOpen(): Promise<boolean> {
    const next = openLine.current?.read();
    const added = openLine.current?.product;
    if (!next || !added) return true;
    if ('problem' in next) {
      scanState.note({ kind: next.problem, name: added.name });
      return true;
    }
    if (isSameLine(openLine.current?.present, next.line)) return true;
    const change = await lines.tryToPut(added, next.line);
    if (change.kind === 'refused') scanState.note({ kind: 'refused', name: added.name, error: change.error });
    if (change.kind === 'done') onAdded(added);
    return change.kind === 'done' || change.kind === 'refused';
  }

  function addOne({ name }: Product): boolean {
    const problem = openLine.current?.addOne();
    if (problem) scanState.note({ kind: problem, name });
    return true;
  }

  async function process(code: string): Promise<boolean> {
    await scanEnd();
    const shown = openLine.current?.product;
    if (shown && isCodeOf(shown, code)) return addOne(shown);
    const found = await lookUp(code);
    if (!found) return false;
    const [scanned] = found;
    if (!scanned || found.length > 1) {
      scanState.note({ kind: scanned ? 'several' : 'notFound', ean: code });
      return true;
    }
    await scanEnd();
    if (openLine.current?.product?.productId === scanned.productId) return addOne(openLine.current.product);
    if (!(await addOpen())) return false;
    await scanEnd();
    onOpening();
    opened.open({ product: scanned, isScanned: true });
    return true;
  }

  const queue = useScanQueue({ scanState, isOccupied, process });
  const isScanning = scanState.waiting.length > 0 || queue.isRunning;

  useEffect(() => {
    if (isScanning || !submitsLast.current) return;
    submitsLast.current = false;
    openLine.current?.submit();
  }, [isScanning, openLine]);

  return {
    ...queue,
    isScanning,
    submitLast: () => {
      if (isScanning) submitsLast.current = true;
      else openLine.current?.submit();
    },
  };
}

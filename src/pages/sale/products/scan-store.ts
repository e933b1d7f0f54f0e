import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#src/components/scan/recognise.ts';
import type { ScanUse } from '#src/components/scan/scan-listener.tsx';
import type { ApiError } from '#src/providers/api/api-error.ts';
import type { Sale } from '#src/providers/session/sale-store.ts';
import { storePerSale } from '../use-stepper.ts';
import type { NextLineProblem } from './sale-line.ts';

/** Why a scanned product is not in the cart. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several' | 'notTaken'; readonly ean: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: NextLineProblem | 'left' | 'otherPrice'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };

interface Scans {
  /** Scanned codes that were not processed yet, in order. */
  readonly waiting: readonly string[];
  readonly notes: readonly ScanNote[];
  /** A code typed on another screen that was not searched yet, or null. */
  readonly wanted: string | null;
}

/** The scans of a sale, kept between its steps. */
export interface ScanState extends Scans {
  readonly add: (code: string) => void;
  readonly want: (code: string | null) => void;
  /** Removes the first waiting code, which has been processed. */
  readonly next: () => void;
  readonly note: (note: ScanNote) => void;
  /** What steps 2 and 3 do with a scan: not with a card. One that cannot be used now is noted. */
  readonly take: (scan: Scan, isBlocked: boolean) => ScanUse;
  readonly clearNotes: () => void;
}

const scanStoreOf = storePerSale(() =>
  createStore<ScanState>()((set, get) => ({
    waiting: [],
    notes: [],
    wanted: null,
    want: (wanted) => set({ wanted }),
    add: (code) => set(({ waiting }) => ({ waiting: [...waiting, code] })),
    next: () => set(({ waiting }) => ({ waiting: waiting.slice(1) })),
    note: (note) => set(({ notes }) => ({ notes: [...notes, note] })),
    take: ({ kind, code, isTyped }, isBlocked) => {
      if (kind === 'card') return undefined;
      if (isBlocked || kind === 'unreadable') {
        get().note(kind === 'product' ? { kind: 'notTaken', ean: code } : { kind: 'unreadable' });
        return 'noted';
      }
      if (isTyped) get().want(code);
      else get().add(code);
      return 'taken';
    },
    clearNotes: () => set({ notes: [] }),
  })),
);

/** The scans of a sale. They live as long as the sale. */
export function useScanState(sale: Sale): ScanState {
  return useStore(scanStoreOf(sale));
}

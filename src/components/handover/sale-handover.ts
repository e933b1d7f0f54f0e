import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#src/providers/paths.ts';
import { memoryValue } from '#src/providers/session/memory-value.ts';
import type { SaleStart } from './sale-start.ts';

/** A sale for the search's screen to open: on its next arrival, or on coming back to the place in the browser's history. */
interface HandedSale {
  readonly place: string | null;
  readonly start: SaleStart;
}

const handed = memoryValue<HandedSale>();

/** Leaves a sale for the moment when the user comes back to this place in the browser's history. */
export function keepSale(place: string, start: SaleStart): void {
  handed.write({ place, start });
}

/** Opens a sale from another screen: the stepper stands on the route of the patient search (§2). */
export function useSaleOpening(): (start: SaleStart) => void {
  const navigate = useNavigate();
  return useCallback(
    (start) => {
      handed.write({ place: null, start });
      void navigate(paths.patientSearch);
    },
    [navigate],
  );
}

/** The sale that was handed over to this arrival, or null. It is taken once: later arrivals begin with the search. */
export function useHandedSale(): SaleStart | null {
  const { key } = useLocation();
  const [start] = useState(() => {
    const sale = handed.read();
    return sale && (sale.place ?? key) === key ? sale.start : null;
  });
  useEffect(() => {
    handed.remove();
  }, []);
  return start;
}

import { Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useHandedSale } from '#src/components/handover/sale-handover.ts';
import type { SaleStart } from '#src/components/handover/sale-start.ts';
import { LatePart } from '#src/components/late/late-part.tsx';
import type { OpenedCart } from './opened-cart.ts';
import { PatientSearch } from './search/patient-search.tsx';

async function loadStepper() {
  return (await import('./stepper/stepper.tsx')).Stepper;
}

/**
 * Patient search, then the stepper (§2), on one route: nothing of a patient ever stands in the URL (design §2). A sale
 * that another screen hands over opens at once. The stepper's code is fetched while the assistant searches.
 */
export function Component() {
  const [sale, setSale] = useState<SaleStart | null>(useHandedSale());
  const [openedCart, setOpenedCart] = useState<OpenedCart | null>(null);
  const leave = useCallback(() => setSale(null), []);

  useEffect(() => {
    // A failure is told where the stepper is needed.
    loadStepper().catch(() => undefined);
  }, []);

  if (!sale) return <PatientSearch openedCart={openedCart} onStart={setSale} />;
  return (
    <LatePart
      load={loadStepper}
      props={{ start: sale, onCartOpened: setOpenedCart, onLeave: leave }}
      waiting={<Skeleton active />}
    />
  );
}

import { SpendingScreen } from './spending.tsx';

/** Spesa: the spending, and unusual spending. */
export function Component() {
  return <SpendingScreen />;
}

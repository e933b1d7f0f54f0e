import { SpendingScreen } from './spending.tsx';

/** Spesa: what is spent, and what is odd about it. */
export function Component() {
  return <SpendingScreen />;
}

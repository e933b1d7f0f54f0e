/** What comes after the form, in one piece. */
export { OrderState } from './creation/order-state.tsx';
export { PurchaseOrdering } from './purchase-ordering.tsx';

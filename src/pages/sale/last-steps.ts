// Steps 3 and 4 in one chunk, so that step 4 needs no request after the purchase.
export { CompletedStep } from './completed-step/completed-step.tsx';
export { SummaryStep } from './summary-step/summary-step.tsx';

// What follows 'Avanti' at step 2, in one part: who has bought is told so without asking the server for code.
export { CompletedStep } from './completed-step/completed-step.tsx';
export { SummaryStep } from './summary-step/summary-step.tsx';

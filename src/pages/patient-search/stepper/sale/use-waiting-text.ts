import { useTranslate } from '@refinedev/core';
import type { StepperState } from '../stepper-state.ts';

/** What is said at once while a lost answer is being made good; nothing while an answer is simply awaited. */
export function useWaitingText(activity: StepperState['activity']): string | undefined {
  const translate = useTranslate();
  return activity === 'verifying' ? translate('sale:obstacle.verifying') : undefined;
}

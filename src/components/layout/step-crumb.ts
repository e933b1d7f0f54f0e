import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A step inside a screen, shown behind the screen in the breadcrumb. Its title is already translated. */
export interface StepCrumb {
  readonly title: string;
  /** Leaves the step for the screen itself. */
  readonly leave: () => void;
}

let shown: StepCrumb | null = null;
const listeners = new Set<() => void>();

function show(crumb: StepCrumb | null): void {
  shown = crumb;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a step to the breadcrumb and to the page's title while the caller is on the screen. */
export function useStepCrumb(title: string, leave: () => void): void {
  const newestLeave = useRef(leave);
  useEffect(() => {
    newestLeave.current = leave;
  }, [leave]);
  useEffect(() => {
    const crumb = { title, leave: () => newestLeave.current() };
    show(crumb);
    return () => {
      if (shown === crumb) show(null);
    };
  }, [title]);
}

/** The step on the screen, or null. */
export function useShownStepCrumb(): StepCrumb | null {
  return useSyncExternalStore(subscribe, () => shown);
}

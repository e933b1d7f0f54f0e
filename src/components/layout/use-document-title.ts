import { useTranslate } from '@refinedev/core';
import { useLayoutEffect } from 'react';
import { useScreenHandle } from './screen-handle.ts';
import { useShownStepCrumb } from './step-crumb.ts';

/** Names step, screen and service in the browser's tab, in the same moment as the heading appears. */
export function useDocumentTitle(): void {
  const translate = useTranslate();
  const screen = useScreenHandle();
  const step = useShownStepCrumb();
  const parts = [step?.title, screen && translate(screen.title), translate('common:service.name')];
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

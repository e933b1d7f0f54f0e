import { useTranslate } from '@refinedev/core';
import { useScreenHandle } from './screen-handle.ts';
import { useShownStepCrumb } from './step-crumb.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Names step, screen and service in the browser's tab. */
export function useDocumentTitle(): void {
  const translate = useTranslate();
  const screen = useScreenHandle();
  const step = useShownStepCrumb();
  useTabTitle([step?.title, screen && translate(screen.title), translate('common:service.name')]);
}

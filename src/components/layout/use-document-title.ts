import { useTranslate } from '@refinedev/core';
import { useScreenHandle } from './screen-handle.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Names screen and service in the browser's tab. */
export function useDocumentTitle(): void {
  const translate = useTranslate();
  const screen = useScreenHandle();
  useTabTitle([screen && translate(screen.title), translate('common:service.name')]);
}

import { useTranslate } from '@refinedev/core';
import { type ReactNode, useRef } from 'react';
import { CONTENT_ID } from '../focus/content-id.ts';
import { useFocusFallback } from '../focus/use-focus-fallback.ts';
import { useTabTitle } from '../layout/use-tab-title.ts';

/** What stands in the place of a screen that is not shown: without breadcrumb, and in the tab only the service's name. */
export function BarePage({ children }: { readonly children?: ReactNode }) {
  const translate = useTranslate();
  useTabTitle([translate('common:service.name')]);
  const main = useRef<HTMLElement>(null);
  // The screen that comes in its place gets the focus that was left here.
  useFocusFallback(main);
  return (
    <main ref={main} id={CONTENT_ID} className="app__main" tabIndex={-1}>
      {children}
    </main>
  );
}

import { useTranslate } from '@refinedev/core';
import { type ReactNode, useRef } from 'react';
import { CONTENT_ID } from '../focus/content-id.ts';
import { useFocusFallback } from '../focus/use-focus-fallback.ts';
import { useTabTitle } from '../layout/use-tab-title.ts';

/** The frame of an empty or failed screen: without breadcrumb, and with only the service's name in the tab. */
export function BarePage({ children }: { readonly children?: ReactNode }) {
  const translate = useTranslate();
  useTabTitle([translate('common:service.name')]);
  const main = useRef<HTMLElement>(null);
  // The next screen gets the focus.
  useFocusFallback(main);
  return (
    <main ref={main} id={CONTENT_ID} className="app__main" tabIndex={-1}>
      {children}
    </main>
  );
}

import type { ReactNode } from 'react';
import { Breadcrumb } from './breadcrumb.tsx';
import { CONTENT_ID } from '../focus/content-id.ts';
import { useDocumentTitle } from './use-document-title.ts';

/** A screen with its breadcrumb above and its title in the browser's tab. */
export function ScreenFrame({ children }: { readonly children: ReactNode }) {
  useDocumentTitle();
  return (
    <>
      <Breadcrumb />
      <main id={CONTENT_ID} className="app__main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

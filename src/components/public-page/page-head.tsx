import type { ReactNode } from 'react';
import './public-page.css';

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** The heading of a public page, with a sentence about its purpose. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {lead !== undefined && <p className="page-head__lead">{lead}</p>}
      {children !== undefined && <div className="page-actions">{children}</div>}
    </div>
  );
}

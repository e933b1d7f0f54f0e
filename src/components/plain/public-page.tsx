import type { ReactNode } from 'react';

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

interface PanelProps {
  readonly title: string;
  /** Level of the title; 2 directly below the page's heading. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A titled box of a public page. */
export function Panel({ title, level = 2, children }: PanelProps) {
  const Title = `h${level}` as const;
  return (
    <section className="panel">
      <Title className="panel__title">{title}</Title>
      {children}
    </section>
  );
}

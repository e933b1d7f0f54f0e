import type { ReactNode } from 'react';
import './public-page.css';

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

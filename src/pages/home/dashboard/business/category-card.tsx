import { useTranslate } from '@refinedev/core';
import type { Shares } from '../figures/largest-first.ts';
import { FiguresCard } from '../parts/figures-card.tsx';
import { SharesCard } from '../parts/shares-card.tsx';

interface CategoryCardProps {
  readonly title: string;
  readonly categories: Shares | undefined;
}

/** Spending by the category of the products; says so where the server tells none. */
export function CategoryCard({ title, categories }: CategoryCardProps) {
  const translate = useTranslate();
  if (!categories) return <FiguresCard title={title} notes={[translate('dashboard:purchases.noCategory')]} />;
  return (
    <SharesCard
      title={title}
      notes={[translate('dashboard:purchases.byCategoryNote')]}
      shares={categories}
      columns={[
        translate('dashboard:column.category'),
        translate('dashboard:column.lines'),
        translate('dashboard:column.total'),
      ]}
      unnamed={translate('dashboard:purchases.unnamedCategory')}
    />
  );
}

import { useTranslate } from '@refinedev/core';
import type { Shares } from '../figures/largest-first.ts';
import { FiguresCard } from '../parts/figures-card.tsx';
import { SharesCard } from '../parts/shares-card.tsx';

/** Spending by the category of the products; says so where the server tells none. */
export function CategoryCard({ categories }: { readonly categories: Shares | undefined }) {
  const translate = useTranslate();
  const title = translate('dashboard:purchases.byCategory');
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

import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { paths } from '#src/providers/paths.ts';

/** The page for an unknown path (§2). */
export function Component() {
  const translate = useTranslate();
  return (
    <PageHead title={translate('public:notFound.title')} lead={translate('public:notFound.text')}>
      <Link className="button button--primary" to={paths.home}>
        {translate('public:notFound.home')}
      </Link>
    </PageHead>
  );
}

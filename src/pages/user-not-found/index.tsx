import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { SignInButton } from '#src/components/layout/header/sign-in-button.tsx';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { paths } from '#src/providers/paths.ts';

/** Tells a signed-in user who is not registered, with a link to support (§2). */
export function Component() {
  const translate = useTranslate();
  return (
    <>
      <PageHead title={translate('public:userNotFound.title')} lead={translate('public:userNotFound.text')} />
      <p>{translate('public:userNotFound.next')}</p>
      <div className="page-actions">
        <Link className="button button--primary" to={paths.support}>
          {translate('public:userNotFound.support')}
        </Link>
        <SignInButton label={translate('public:userNotFound.retry')} look="secondary" />
      </div>
    </>
  );
}

import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { Panel } from '#src/components/public-page/panel.tsx';
import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

/** How to register: shops with and without an agreement, citizens (§2). */
export function Component() {
  const translate = useTranslate();
  const { supportEmail } = runtimeConfig();
  const subject = encodeURIComponent(translate('public:support.agreed.subject'));
  return (
    <>
      <PageHead title={translate('public:support.title')} lead={translate('public:support.lead')} />
      <div className="panels">
        <Panel title={translate('public:support.agreed.title')}>
          <p>{translate('public:support.agreed.text')}</p>
          <p>
            <a className="panel__mailbox" href={`mailto:${supportEmail}?subject=${subject}`}>
              {supportEmail}
            </a>
          </p>
          <p>{translate('public:support.agreed.hint')}</p>
          <p>
            <strong>{translate('public:support.agreed.warning')}</strong>
          </p>
        </Panel>
        <Panel title={translate('public:support.notAgreed.title')}>
          <p>{translate('public:support.notAgreed.text')}</p>
        </Panel>
        <Panel title={translate('public:support.citizens.title')}>
          <p>{translate('public:support.citizens.text')}</p>
          <Link className="panel__link" to={paths.voucherInformation}>
            {translate('public:support.citizens.link')}
          </Link>
        </Panel>
      </div>
    </>
  );
}

import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { Panel } from '#src/components/public-page/panel.tsx';
import { SupportMailbox } from '#src/components/support-mailbox/support-mailbox.tsx';
import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

/** How to register: businesses with and without an agreement, citizens (§2), and the staff of a health authority. */
export function Component() {
  const translate = useTranslate();
  const { regionalHealthSiteUrl } = runtimeConfig();
  return (
    <>
      <PageHead title={translate('public:support.title')} lead={translate('public:support.lead')} />
      <div className="panels panels--pairs">
        <Panel title={translate('public:support.agreed.title')}>
          <p>{translate('public:support.agreed.text')}</p>
          <p>
            <SupportMailbox className="panel__mailbox" subject={translate('public:support.agreed.subject')} />
          </p>
          <p>{translate('public:support.agreed.hint')}</p>
          <p>
            <strong>{translate('public:support.agreed.warning')}</strong>
          </p>
        </Panel>
        <Panel title={translate('public:support.notAgreed.title')}>
          <p>{translate('public:support.notAgreed.text')}</p>
          {regionalHealthSiteUrl && (
            <a className="panel__link" href={regionalHealthSiteUrl}>
              {translate('public:support.notAgreed.link')}
            </a>
          )}
        </Panel>
        <Panel title={translate('public:support.authorities.title')}>
          <p>{translate('public:support.authorities.text')}</p>
          <p>
            <SupportMailbox className="panel__mailbox" />
          </p>
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

import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { PageHead, Panel, SignInButton, SupportMailbox } from '#src/components/plain/public-page.tsx';
import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import './public.css';

/** How to register: businesses with and without an agreement, citizens (§2), and the staff of a health authority. */
export function Support() {
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

const STEPS = ['july', 'september', 'everyYear'] as const;

/** From paper to electronic vouchers: a static public page (§1, §2). */
export function VoucherInformation() {
  const translate = useTranslate();
  return (
    <>
      <PageHead
        title={translate('public:voucherInformation.title')}
        lead={translate('public:voucherInformation.lead')}
      />
      <div className="information">
        <div className="information__facts">
          <Panel title={translate('public:voucherInformation.useTitle')}>
            <p>{translate('public:voucherInformation.use')}</p>
          </Panel>
          <Panel title={translate('public:voucherInformation.paperTitle')}>
            <p>{translate('public:voucherInformation.paper')}</p>
          </Panel>
        </div>
        <Panel title={translate('public:voucherInformation.whenTitle')}>
          <ol className="timeline">
            {STEPS.map((step) => (
              <li key={step} className="timeline__step">
                <span className="timeline__when">{translate(`public:voucherInformation.${step}.when`)}</span>
                {translate(`public:voucherInformation.${step}.text`)}
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  );
}

/** Tells a signed-in user who is not registered, with a link to support (§2). */
export function UserNotFound() {
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

/** The page for an unknown path (§2). */
export function NotFound() {
  const translate = useTranslate();
  return (
    <PageHead title={translate('public:notFound.title')} lead={translate('public:notFound.text')}>
      <Link className="button button--primary" to={paths.home}>
        {translate('public:notFound.home')}
      </Link>
    </PageHead>
  );
}

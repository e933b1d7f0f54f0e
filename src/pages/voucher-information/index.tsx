import { useTranslate } from '@refinedev/core';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { Panel } from '#src/components/public-page/panel.tsx';
import './voucher-information.css';

const STEPS = ['july', 'september', 'everyYear'] as const;

/** From paper to electronic vouchers: a static public page (§1, §2). */
export function Component() {
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

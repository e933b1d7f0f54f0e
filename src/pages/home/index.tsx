import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { Panel } from '#src/components/public-page/panel.tsx';
import { paths } from '#src/providers/paths.ts';
import './home.css';
import { HomeAction } from './home-action.tsx';

const STEPS = ['find', 'authorise', 'add', 'confirm'] as const;
const AUDIENCES = [
  { name: 'shops', path: paths.support },
  { name: 'authorities', path: paths.support },
  { name: 'citizens', path: paths.voucherInformation },
] as const;

/** The public home page (§2). */
export function Component() {
  const translate = useTranslate();
  return (
    <>
      <div className="hero">
        <PageHead title={translate('public:home.title')} lead={translate('public:home.lead')}>
          <HomeAction />
        </PageHead>
        <img className="hero__mark" src="/icons/mark.svg" alt="" width="168" height="168" />
      </div>
      <section className="section">
        <h2>{translate('public:home.howTitle')}</h2>
        <ol className="process">
          {STEPS.map((step) => (
            <li key={step} className="process__step">
              <h3>{translate(`public:home.how.${step}.title`)}</h3>
              <p>{translate(`public:home.how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="section">
        <h2>{translate('public:home.audienceTitle')}</h2>
        <div className="panels">
          {AUDIENCES.map(({ name, path }) => (
            <Panel key={name} level={3} title={translate(`public:home.${name}.title`)}>
              <p>{translate(`public:home.${name}.text`)}</p>
              <Link className="panel__link" to={path}>
                {translate(`public:home.${name}.link`)}
              </Link>
            </Panel>
          ))}
        </div>
      </section>
    </>
  );
}

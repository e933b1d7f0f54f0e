import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { SignInButton } from '#src/components/layout/sign-in-button.tsx';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { Panel } from '#src/components/public-page/panel.tsx';
import { paths } from '#src/providers/paths.ts';
import { publicFile } from '#src/providers/public-file.ts';
import { Entrance } from './entrance.tsx';
import './home.css';
import { PaperNotice } from './paper-notice.tsx';
import { Steps } from './steps.tsx';

const AUDIENCES = [
  { name: 'shops', path: paths.support },
  { name: 'authorities', path: paths.support },
  { name: 'citizens', path: paths.storeLocator },
] as const;

/** What the service is, for whom, and how to enter (§1, §2). */
export function PublicHome() {
  const translate = useTranslate();
  return (
    <>
      <div className="hero">
        <PageHead title={translate('home:title')} lead={translate('home:lead')}>
          <SignInButton />
          <Link className="button button--secondary" to={paths.storeLocator}>
            {translate('home:findStore')}
          </Link>
        </PageHead>
        <img className="hero__mark" src={publicFile('/icons/mark.svg')} alt="" width="168" height="168" />
      </div>
      <PaperNotice />
      <section className="section">
        <h2>{translate('home:audienceTitle')}</h2>
        <div className="panels">
          {AUDIENCES.map(({ name, path }) => (
            <Panel key={name} level={3} title={translate(`home:audience.${name}.title`)}>
              <p>{translate(`home:audience.${name}.text`)}</p>
              <Link className="panel__link" to={path}>
                {translate(`home:audience.${name}.link`)}
              </Link>
            </Panel>
          ))}
        </div>
      </section>
      <Entrance />
      <section className="section">
        <h2>{translate('home:saleTitle')}</h2>
        <Steps of="sale" steps={['find', 'authorise', 'add', 'confirm']} />
      </section>
    </>
  );
}

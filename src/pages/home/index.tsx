import { useTranslate } from '@refinedev/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { LazyScreen } from '#src/components/feedback/lazy-part.tsx';
import { Icon } from '#src/components/plain/icon.tsx';
import { PageHead, Panel, SignInButton } from '#src/components/plain/public-page.tsx';
import { publicFile } from '#src/providers/api/files.ts';
import { loadTexts } from '#src/providers/i18n.ts';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import './home.css';

interface ProcessProps {
  /** The key of the texts. */
  readonly of: 'entrance' | 'sale';
  readonly steps: readonly string[];
  readonly children?: ReactNode;
}

function Process({ of, steps, children }: ProcessProps) {
  const translate = useTranslate();
  return (
    <section className="section">
      <h2>{translate(`home:${of}Title`)}</h2>
      <ol className="process">
        {steps.map((step) => (
          <li key={step} className="process__step">
            <h3>{translate(`home:${of}.${step}.title`)}</h3>
            <p>{translate(`home:${of}.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

const CHANGES = ['july', 'september', 'paper', 'everyYear'] as const;

/** Electronic vouchers replace paper vouchers: what changes when (§1). The information page has the details. */
function PaperNotice() {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <section className="paper-notice" aria-labelledby={titleId}>
      <Icon shape="info" className="paper-notice__icon" />
      <div>
        <h2 id={titleId}>{translate('home:paper.title')}</h2>
        <p>{translate('home:paper.text')}</p>
        <dl className="paper-notice__facts">
          {CHANGES.map((change) => (
            <div key={change}>
              <dt>{translate(`home:paper.${change}.when`)}</dt>
              <dd>{translate(`home:paper.${change}.text`)}</dd>
            </div>
          ))}
        </dl>
        <Link to={paths.voucherInformation}>{translate('home:paper.link')}</Link>
      </div>
    </section>
  );
}

const AUDIENCES = [
  { name: 'shops', path: paths.support },
  { name: 'authorities', path: paths.support },
  { name: 'citizens', path: paths.storeLocator },
] as const;

/** What the service is, for whom, and how to sign in (§1, §2). */
function PublicHome() {
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
      {/* How a business joins the service (§2 support). */}
      <Process of="entrance" steps={['agree', 'register', 'enter']}>
        <p className="section__link">
          <Link to={paths.support}>{translate('home:entranceLink')}</Link>
        </p>
      </Process>
      <Process of="sale" steps={['find', 'authorise', 'add', 'confirm']} />
    </>
  );
}

/** Loaded only for a signed-in user. */
export async function loadDashboard() {
  const [{ Dashboard }] = await Promise.all([import('./dashboard.tsx'), loadTexts(['dashboard', 'table'])]);
  return Dashboard;
}

/** `/` (§2): the presentation of the service, or the dashboard of a signed-in user. */
export function Component() {
  return useIsSignedIn() ? <LazyScreen load={loadDashboard} /> : <PublicHome />;
}

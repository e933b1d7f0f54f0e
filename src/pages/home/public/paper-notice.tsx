import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/layout/icon.tsx';
import { paths } from '#src/providers/paths.ts';

const FACTS = ['july', 'september', 'paper', 'everyYear'] as const;

/** Electronic vouchers take the place of the paper ones: the facts in short (§1), the rest on the information page. */
export function PaperNotice() {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <section className="paper-notice" aria-labelledby={titleId}>
      <Icon shape="info" className="paper-notice__icon" />
      <div>
        <h2 id={titleId}>{translate('home:paper.title')}</h2>
        <p>{translate('home:paper.text')}</p>
        <dl className="paper-notice__facts">
          {FACTS.map((fact) => (
            <div key={fact}>
              <dt>{translate(`home:paper.${fact}.when`)}</dt>
              <dd>{translate(`home:paper.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
        <Link to={paths.voucherInformation}>{translate('home:paper.link')}</Link>
      </div>
    </section>
  );
}

import { useGetLocale, useTranslate } from '@refinedev/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import type { Language } from '#src/providers/i18n/languages.ts';
import { paths } from '#src/providers/paths.ts';
import { publicFile } from '#src/providers/public-file.ts';
import { GUIDES, type Step } from './chapters.ts';
import { ScannerTrial } from './scanner-trial.tsx';
import './guide.css';

interface StepItemProps {
  readonly chapter: string;
  readonly step: Step;
}

/** The instruction of a step, and a picture of the screen. */
function StepItem({ chapter, step: { name, heights } }: StepItemProps) {
  const translate = useTranslate();
  const language = useGetLocale()() as Language;
  return (
    <li className="guide__step">
      <p>{translate(`guide:${chapter}.${name}`)}</p>
      {heights && (
        <img
          className="guide__picture"
          src={publicFile(`/guide/${language}/${chapter}-${name}.webp`)}
          width={1100}
          height={heights[language]}
          loading="lazy"
          alt={translate('guide:picture', { title: translate(`guide:${chapter}.title`) })}
        />
      )}
    </li>
  );
}

/** Guida: the tasks of a business or of a health authority step by step, to read and to print. */
export function Component() {
  const translate = useTranslate();
  const { pathname, hash } = useLocation();
  const profile = pathname === paths.guideOfAuthorities ? 'ASL' : 'BUSINESS';
  const other = profile === 'ASL' ? 'BUSINESS' : 'ASL';
  const { chapters } = GUIDES[profile];

  // The browser looked for the fragment before the page had rendered.
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <>
      <PageHead title={translate(`guide:title.${profile}`)} lead={translate(`guide:lead.${profile}`)}>
        <button type="button" className="button button--primary" onClick={() => window.print()}>
          {translate('guide:print')}
        </button>
        <Link className="button button--secondary" to={GUIDES[other].path}>
          {translate(`guide:title.${other}`)}
        </Link>
      </PageHead>
      <nav className="screen-only" aria-label={translate('guide:index')}>
        <ul>
          {chapters.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`}>{translate(`guide:${name}.title`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {chapters.map(({ name, steps, hasTrial }) => (
        <section key={name} id={name} className="section" aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{translate(`guide:${name}.title`)}</h2>
          <ol className="guide__steps">
            {steps.map((step) => (
              <StepItem key={step.name} chapter={name} step={step} />
            ))}
          </ol>
          {hasTrial && <ScannerTrial />}
        </section>
      ))}
    </>
  );
}

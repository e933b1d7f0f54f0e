import { useGetLocale, useTranslate } from '@refinedev/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHead } from '#src/components/plain/public-page.tsx';
import { PlainButton } from '#src/components/plain/plain-button.tsx';
import { publicFile } from '#src/providers/api/files.ts';
import type { Profile } from '#contract/entities/shared.ts';
import type { Language } from '#src/providers/languages.ts';
import { paths } from '#src/providers/paths.ts';
import './public.css';
import { ScannerTrial } from './scanner-trial.tsx';

/** Height of a step's picture in each language, in px; one number if they are equal, null without a picture. */
type PictureHeight = number | Readonly<Record<Language, number>> | null;

/** The height of a picture in a language, in px. */
export function heightIn(language: Language, height: NonNullable<PictureHeight>): number {
  return typeof height === 'number' ? height : height[language];
}

interface Guide {
  readonly path: string;
  /**
   * The steps of each chapter by name. The text of a step is `guide:{chapter}.{step}`, and its picture
   * `{language}/{chapter}-{step}` (scripts/guide.mjs).
   */
  readonly chapters: Readonly<Record<string, Readonly<Record<string, PictureHeight>>>>;
}

/** The tasks of each profile, in the order of the work. */
export const GUIDES: Readonly<Record<Profile, Guide>> = {
  BUSINESS: {
    path: paths.guide,
    chapters: {
      sale: {
        search: 350,
        patient: 328,
        products: { it: 790, en: 773 },
        summary: 519,
        completed: 542,
      },
      scanner: { ending: null, layout: null, mode: null, pace: null, codes: null },
      storno: { list: 497, confirm: 644, after: null },
      billing: { period: 800, export: null },
      amc: { select: 800, confirm: 765, orders: 636 },
    },
  },
  ASL: {
    path: paths.guideOfAuthorities,
    chapters: {
      asl: { orders: 800, download: null },
      aslBilling: { period: 800, export: null },
    },
  },
  OPERATOR: {
    path: paths.guideOfOperators,
    chapters: {
      patient: { create: 562, dossier: 508, vouchers: 800, paper: null },
      pin: { issue: 471, letter: null, unlock: null },
      import: { file: { it: 551, en: 558 }, columns: null, check: 800, start: null },
      closing: { month: 800, mismatches: null, close: { it: 1015, en: 1035 }, after: null },
      spending: { figures: 800, findings: null },
      users: { businesses: null, create: 466, leave: null },
    },
  },
};

const PROFILES = Object.keys(GUIDES) as Profile[];

/** Guida: the tasks of a profile step by step, to read and to print. */
export function Component() {
  const translate = useTranslate();
  const language = useGetLocale()() as Language;
  const { pathname, hash } = useLocation();
  const profile = PROFILES.find((one) => GUIDES[one].path === pathname) ?? 'BUSINESS';
  const chapters = Object.entries(GUIDES[profile].chapters);

  // The browser looked for the fragment before the page had rendered.
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <>
      <PageHead title={translate(`guide:title.${profile}`)} lead={translate(`guide:lead.${profile}`)}>
        <PlainButton look="primary" onClick={() => window.print()}>
          {translate('guide:print')}
        </PlainButton>
        {PROFILES.filter((one) => one !== profile).map((other) => (
          <Link key={other} className="button button--secondary" to={GUIDES[other].path}>
            {translate(`guide:title.${other}`)}
          </Link>
        ))}
      </PageHead>
      <nav className="screen-only" aria-label={translate('guide:index')}>
        <ul>
          {chapters.map(([name]) => (
            <li key={name}>
              <a href={`#${name}`}>{translate(`guide:${name}.title`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {chapters.map(([name, steps]) => (
        <section key={name} id={name} className="section" aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{translate(`guide:${name}.title`)}</h2>
          <ol className="guide__steps">
            {Object.entries(steps).map(([step, height]) => (
              <li key={step} className="guide__step">
                <p>{translate(`guide:${name}.${step}`)}</p>
                {height !== null && (
                  <img
                    className="guide__picture"
                    src={publicFile(`/guide/${language}/${name}-${step}.webp`)}
                    width={1100}
                    height={heightIn(language, height)}
                    loading="lazy"
                    alt={translate('guide:picture', { title: translate(`guide:${name}.title`) })}
                  />
                )}
              </li>
            ))}
          </ol>
          {name === 'scanner' && <ScannerTrial />}
        </section>
      ))}
    </>
  );
}

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

/** Its text is `guide:{chapter}.{name}`. Its picture, if any, is `{language}/{chapter}-{name}` (scripts/guide.mjs). */
export interface Step {
  readonly name: string;
  /** Height of the picture in each language, in px. All have the same width. */
  readonly heights?: Readonly<Record<Language, number>>;
}

interface Chapter {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether a field below the steps tries a scanner. */
  readonly hasTrial?: boolean;
}

interface Guide {
  readonly path: string;
  readonly chapters: readonly Chapter[];
}

/** The tasks of each profile, in the order of the work. */
export const GUIDES: Readonly<Record<Profile, Guide>> = {
  BUSINESS: {
    path: paths.guide,
    chapters: [
      {
        name: 'sale',
        steps: [
          { name: 'search', heights: { it: 350, en: 350 } },
          { name: 'patient', heights: { it: 324, en: 350 } },
          { name: 'products', heights: { it: 800, en: 785 } },
          { name: 'summary', heights: { it: 540, en: 540 } },
          { name: 'completed', heights: { it: 564, en: 564 } },
        ],
      },
      {
        name: 'scanner',
        steps: [{ name: 'ending' }, { name: 'layout' }, { name: 'mode' }, { name: 'pace' }, { name: 'codes' }],
        hasTrial: true,
      },
      {
        name: 'storno',
        steps: [
          { name: 'list', heights: { it: 497, en: 497 } },
          { name: 'confirm', heights: { it: 644, en: 644 } },
          { name: 'after' },
        ],
      },
      { name: 'billing', steps: [{ name: 'period', heights: { it: 800, en: 800 } }, { name: 'export' }] },
      {
        name: 'amc',
        steps: [
          { name: 'select', heights: { it: 800, en: 800 } },
          { name: 'confirm', heights: { it: 765, en: 765 } },
          { name: 'orders', heights: { it: 609, en: 609 } },
        ],
      },
    ],
  },
  ASL: {
    path: paths.guideOfAuthorities,
    chapters: [
      { name: 'asl', steps: [{ name: 'orders', heights: { it: 800, en: 800 } }, { name: 'download' }] },
      { name: 'aslBilling', steps: [{ name: 'period', heights: { it: 800, en: 800 } }, { name: 'export' }] },
    ],
  },
  OPERATOR: {
    path: paths.guideOfOperators,
    chapters: [
      {
        name: 'patient',
        steps: [
          { name: 'create', heights: { it: 594, en: 594 } },
          { name: 'dossier', heights: { it: 524, en: 524 } },
          { name: 'vouchers', heights: { it: 800, en: 800 } },
          { name: 'paper' },
        ],
      },
      {
        name: 'pin',
        steps: [{ name: 'issue', heights: { it: 430, en: 430 } }, { name: 'letter' }, { name: 'unlock' }],
      },
      {
        name: 'import',
        steps: [
          { name: 'file', heights: { it: 537, en: 544 } },
          { name: 'columns' },
          { name: 'check', heights: { it: 800, en: 800 } },
          { name: 'start' },
        ],
      },
      {
        name: 'closing',
        steps: [
          { name: 'month', heights: { it: 800, en: 800 } },
          { name: 'mismatches' },
          { name: 'close', heights: { it: 1040, en: 1040 } },
          { name: 'after' },
        ],
      },
      { name: 'spending', steps: [{ name: 'figures', heights: { it: 800, en: 800 } }, { name: 'findings' }] },
      {
        name: 'users',
        steps: [{ name: 'businesses' }, { name: 'create', heights: { it: 482, en: 482 } }, { name: 'leave' }],
      },
    ],
  },
};

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

const PROFILES = Object.keys(GUIDES) as Profile[];

/** Guida: the tasks of a profile step by step, to read and to print. */
export function Component() {
  const translate = useTranslate();
  const { pathname, hash } = useLocation();
  const profile = PROFILES.find((one) => GUIDES[one].path === pathname) ?? 'BUSINESS';
  const { chapters } = GUIDES[profile];

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

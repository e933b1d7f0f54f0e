import { useTranslate } from '@refinedev/core';
import { type ReactNode, useEffect } from 'react';
import { PageHead } from '../public-page/page-head.tsx';
import './legal-document.css';
import { OperatorText } from './operator-text.tsx';
import { Prose } from './prose.tsx';

/** A section. Its title and text are `legal:{page}.{name}.title` and `.text`. */
export interface LegalSection {
  readonly name: string;
  /** Shown after the text. */
  readonly children?: ReactNode;
  /** The operator's texts at the end of the section. */
  readonly operatorTexts?: readonly string[];
}

interface LegalDocumentProps {
  /** The texts are under `legal:{page}`. */
  readonly page: string;
  readonly sections: readonly LegalSection[];
}

/** A page that an Italian public service must have: title, index and sections. */
export function LegalDocument({ page, sections }: LegalDocumentProps) {
  const translate = useTranslate();
  const text = (key: string) => translate(`legal:${page}.${key}`);

  // The browser looked for the fragment before the page had rendered.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);

  return (
    <>
      <PageHead title={text('title')} lead={text('lead')} />
      <div className="legal">
        <nav className="legal__index" aria-label={translate('legal:index')}>
          <h2>{translate('legal:index')}</h2>
          <ol>
            {sections.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>{text(`${name}.title`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal__body">
          {sections.map(({ name, children, operatorTexts = [] }) => (
            <section key={name} id={name} className="legal__section">
              <h2>{text(`${name}.title`)}</h2>
              <Prose text={text(`${name}.text`)} />
              {children}
              {operatorTexts.map((operatorText) => (
                <OperatorText key={operatorText} name={operatorText} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

import { useTranslate } from '@refinedev/core';
import { type ReactNode, useEffect } from 'react';
import { PageHead, SupportMailbox } from '#src/components/plain/public-page.tsx';
import { mapOrigin, runtimeConfig } from '#src/providers/runtime-config.ts';
import './public.css';

/** Consecutive entries of a list, or the line of a paragraph. */
const BLOCKS = /(?:^- .*\n*)+|^.*\S.*$/gm;

/** A text with one paragraph per line. Lines that begin with '- ' are entries of a list. */
function Prose({ text }: { readonly text: string }) {
  return text.match(BLOCKS)?.map((block) =>
    block.startsWith('- ') ? (
      <ul key={block}>
        {block.match(/^- .*/gm)?.map((entry) => (
          <li key={entry}>{entry.slice(2)}</li>
        ))}
      </ul>
    ) : (
      <p key={block}>{block}</p>
    ),
  );
}

/**
 * A text that the operator of the installation must write: key `operator:…` (docs/operations.md). While it is empty, a
 * box says what belongs there. `data-operator-text` helps to find all of them.
 */
function OperatorText({ name }: { readonly name: string }) {
  const translate = useTranslate();
  const text = translate(`operator:${name}`);
  if (text !== '') return <Prose text={text} />;
  return (
    <div className="operator-text" data-operator-text={name}>
      <p>
        <strong>{translate('legal:operatorText')}</strong> {translate(`legal:missing.${name}`)}
      </p>
    </div>
  );
}

/** A section. Its title and text are `legal:{page}.{name}.title` and `.text`. */
interface LegalSection {
  readonly name: string;
  /** Shown after the text. */
  readonly children?: ReactNode;
  /** The operator's texts at the end of the section. */
  readonly operatorTexts?: readonly string[];
}

/** A page that an Italian public service must have: title, index and sections, with texts under `legal:{page}`. */
function LegalDocument({ page, sections }: { readonly page: string; readonly sections: readonly LegalSection[] }) {
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
          <ol className="legal__entries">
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

const DATA_PROTECTION_AUTHORITY = 'https://www.garanteprivacy.it';

/** For how long the server keeps what, as its settings say; nothing where the portal is not told. */
function Retention() {
  const translate = useTranslate();
  const { consultationMonths, auditMonths, patientMonths } = runtimeConfig();
  const entries = [
    ['accesses', consultationMonths],
    ['audit', auditMonths],
    ['patients', patientMonths],
    ['staff', consultationMonths],
  ] as const;
  const told = entries.filter(([, months]) => months !== undefined);
  if (told.length === 0) return null;
  return (
    <ul>
      {told.map(([name, months]) => (
        <li key={name}>{translate(`legal:privacy.kept.${name}`, { months })}</li>
      ))}
    </ul>
  );
}

/** Which personal data are processed, by whom and why, and what the browser stores (§2 footer, legal links). */
export function Privacy() {
  const translate = useTranslate();
  const map = mapOrigin();
  const sections: readonly LegalSection[] = [
    { name: 'controller', operatorTexts: ['controller', 'protectionOfficer'] },
    { name: 'data' },
    { name: 'purposes', operatorTexts: ['legalBasis'] },
    { name: 'recipients', operatorTexts: ['recipients'] },
    { name: 'retention', children: <Retention />, operatorTexts: ['retention'] },
    { name: 'security' },
    {
      name: 'storage',
      children: (
        <>
          <p>{translate('legal:privacy.position')}</p>
          <p>{translate(`legal:privacy.map.${map}`)}</p>
        </>
      ),
      operatorTexts: map === 'none' ? [] : ['mapProvider'],
    },
    {
      name: 'rights',
      children: (
        <p>
          <a href={DATA_PROTECTION_AUTHORITY}>{translate('legal:privacy.supervisor')}</a>
        </p>
      ),
    },
    { name: 'update', operatorTexts: ['privacyDate'] },
  ];
  return <LegalDocument page="privacy" sections={sections} />;
}

const LEGAL_NOTES = [
  { name: 'owner', operatorTexts: ['owner'] },
  { name: 'use' },
  { name: 'contents', operatorTexts: ['contentLicence'] },
  { name: 'software', operatorTexts: ['sourceCode'] },
  { name: 'links' },
  { name: 'liability', operatorTexts: ['liability'] },
] as const;

/** The owner of the portal, the terms of use, and the licences of its contents and software (§2 footer). */
export function LegalNotes() {
  return <LegalDocument page="legalNotes" sections={LEGAL_NOTES} />;
}

const AGENCY = 'https://www.agid.gov.it';

/** How accessible the portal is, its known limits, and the contact (§2 footer; law 4/2004). */
export function AccessibilityStatement() {
  const translate = useTranslate();
  const sections: readonly LegalSection[] = [
    { name: 'status', operatorTexts: ['conformance'] },
    { name: 'checks', operatorTexts: ['assessment'] },
    { name: 'limits', operatorTexts: ['inaccessible'] },
    {
      name: 'feedback',
      children: (
        <p>
          <SupportMailbox />
        </p>
      ),
      operatorTexts: ['accessibilityOffice'],
    },
    {
      name: 'enforcement',
      children: (
        <p>
          <a href={AGENCY}>{translate('legal:accessibility.supervisor')}</a>
        </p>
      ),
      operatorTexts: ['enforcement'],
    },
    { name: 'details', operatorTexts: ['siteDetails'] },
  ];
  return <LegalDocument page="accessibility" sections={sections} />;
}

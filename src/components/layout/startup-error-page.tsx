import english from '../../../public/locales/en/startup.json';
import italian from '../../../public/locales/it/startup.json';
import './layout.css';
import type { Language } from '#src/providers/languages.ts';
import { LoadError } from '#src/providers/loading/retry.ts';
import { CONFIG_URL, ConfigError } from '#src/providers/runtime-config.ts';
import { PageHead } from '../plain/public-page.tsx';
import { PlainButton } from '../plain/plain-button.tsx';

/** Imported, not fetched: this page must work when nothing else can be loaded. */
const TEXTS = { it: italian, en: english } as const satisfies Record<Language, object>;

/** Replaces the portal when it cannot start, for example when /config.json is missing or malformed (design §7). */
export function StartupErrorPage({ language, error }: { readonly language: Language; readonly error: unknown }) {
  const texts = TEXTS[language];
  const { detail, cause } = error instanceof LoadError ? error : { detail: '', cause: undefined };
  const problems = cause instanceof ConfigError ? cause.problems : [];
  const { title, text } = detail.startsWith(CONFIG_URL) ? texts : texts.notLoaded;
  return (
    <main className="app__main">
      <PageHead title={title} lead={text}>
        <PlainButton look="primary" onClick={() => window.location.reload()}>
          {texts.retry}
        </PlainButton>
      </PageHead>
      <p>{texts.advice}</p>
      <p>
        {texts.detail}: {problems.length === 0 && <code>{detail}</code>}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ key, kind }) => (
            <li key={key}>
              <code>{key}</code>: {texts.problem[kind]}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

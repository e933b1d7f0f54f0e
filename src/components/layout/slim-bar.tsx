import { useGetLocale, useSetLocale, useTranslate } from '@refinedev/core';
import { LANGUAGES } from '#src/providers/languages.ts';
import { modifierKey, openOverlay } from '../palette/overlay-store.ts';
import { chooseTheme, THEME_CHOICES, useThemeChoice } from '../theme/theme-store.ts';
import { Icon } from '../plain/icon.tsx';

interface SlimOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** The language of the label, if it differs from the page's. */
  readonly lang?: string;
}

interface SlimSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SlimOption<V>[];
  readonly onChoose: (value: V) => void;
}

/** A small select in the slim bar. In a narrow window only screen readers get its label. */
function SlimSelect<V extends string>({ label, value, options, onChoose }: SlimSelectProps<V>) {
  function choose(chosen: string): void {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChoose(option.value);
  }
  return (
    <label className="slim-bar__select">
      <span className="slim-bar__label">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The bar at the top: the owner of the service, the command palette, theme and language. */
export function SlimBar() {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const setLocale = useSetLocale();
  const theme = useThemeChoice();
  return (
    <div className="slim-bar">
      <div className="slim-bar__inner app__inner">
        <span className="slim-bar__owner">{translate('common:service.owner')}</span>
        <div className="slim-bar__settings">
          <button type="button" className="slim-bar__commands" onClick={() => openOverlay('palette')}>
            <Icon shape="search" />
            <span className="slim-bar__label">{translate('common:palette.open')}</span>
            <kbd className="slim-bar__keys" aria-hidden="true">
              {`${modifierKey()} K`}
            </kbd>
          </button>
          <SlimSelect
            label={translate('common:theme.label')}
            value={theme}
            options={THEME_CHOICES.map((value) => ({ value, label: translate(`common:theme.${value}`) }))}
            onChoose={chooseTheme}
          />
          <SlimSelect
            label={translate('common:language.label')}
            value={LANGUAGES.find((language) => language === locale) ?? LANGUAGES[0]}
            options={LANGUAGES.map((value) => ({ value, label: translate(`common:language.${value}`), lang: value }))}
            onChoose={(language) => void setLocale(language)}
          />
        </div>
      </div>
    </div>
  );
}

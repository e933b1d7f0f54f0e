import { useGetLocale, useSetLocale, useTranslate } from '@refinedev/core';
import { LANGUAGES } from '#src/providers/languages.ts';
import { modifierKey, openOverlay } from '../palette/overlay-store.ts';
import { chooseAppearance, THEME_CHOICES, useAppearance } from '../theme/appearance.ts';
import { Icon } from '../plain/icon.tsx';

interface SettingProps<V extends string> {
  readonly label: string;
  readonly value: V;
  /** `lang`: the language of the label, if it differs from the page's. */
  readonly options: readonly { readonly value: V; readonly label: string; readonly lang?: string }[];
  readonly onChoose: (value: V) => void;
}

/** A small select. In the slim bar of a narrow window only screen readers get its label. */
export function Setting<V extends string>({ label, value, options, onChoose }: SettingProps<V>) {
  function choose(chosen: string): void {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChoose(option.value);
  }
  return (
    <label className="row setting">
      <span className="setting__label">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(({ label: text, ...option }) => (
          <option key={option.value} {...option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The theme and the language of the portal. */
export function Settings() {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const setLocale = useSetLocale();
  const { theme } = useAppearance();
  return (
    <>
      <Setting
        label={translate('common:theme.label')}
        value={theme}
        options={THEME_CHOICES.map((value) => ({ value, label: translate(`common:theme.${value}`) }))}
        onChoose={(choice) => chooseAppearance('theme', choice)}
      />
      <Setting
        label={translate('common:language.label')}
        value={LANGUAGES.find((language) => language === locale) ?? LANGUAGES[0]}
        options={LANGUAGES.map((value) => ({ value, label: translate(`common:language.${value}`), lang: value }))}
        onChoose={(language) => void setLocale(language)}
      />
    </>
  );
}

/** Opens the command palette. */
export function PaletteButton() {
  const translate = useTranslate();
  return (
    <button type="button" className="row palette-button" onClick={() => openOverlay('palette')}>
      <Icon shape="search" />
      <span className="setting__label">{translate('common:palette.open')}</span>
      <kbd className="palette-button__keys" aria-hidden="true">
        {`${modifierKey()} K`}
      </kbd>
    </button>
  );
}

/** The bar at the top for visitors: the owner of the service, the command palette, theme and language. */
export function SlimBar() {
  const translate = useTranslate();
  return (
    <div className="slim-bar">
      <div className="row wraps ends slim-bar__inner app__inner">
        <span className="slim-bar__owner">{translate('common:service.owner')}</span>
        <div className="row wraps slim-bar__settings">
          <PaletteButton />
          <Settings />
        </div>
      </div>
    </div>
  );
}

import { useTranslate } from '@refinedev/core';
import {
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandRoot,
  defaultFilter,
  useCommandState,
} from 'cmdk';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { foldText } from '#contract/rules/folded-text.ts';
import { Icon } from '../plain/icon.tsx';
import { CloseButton } from '../plain/plain-button.tsx';
import { PlainDialog } from '../plain/plain-dialog.tsx';
import { Value } from '../display/value.tsx';
import { HELP_KEY, modifierKey, switchHelpKey, useIsHelpKeyOn } from './overlay-store.ts';
import './palette.css';
import { type PaletteEntry, usePaletteEntries } from './use-palette-entries.ts';
import { useFoundData } from './use-found-data.ts';

/** Below this score the typed letters are only scattered over an entry's words. */
const MIN_SCORE = 0.02;

/** The score of an entry for a typed text, by cmdk's measure, whatever accents and case. */
function scoreOf({ name, section, keywords = '' }: PaletteEntry, typed: string): number {
  const [value, search, ...further] = [name, typed, section, keywords].map(foldText);
  return defaultFilter(value ?? '', search ?? '', further);
}

function search(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, typed) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

/**
 * Sets the field's `aria-activedescendant` to the chosen entry. cmdk does so too, but not for the entry that it
 * chooses itself after a letter.
 */
function ChosenOption({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  useCommandState(({ value, selectedItemId }) => `${value} ${selectedItemId ?? ''}`);
  useEffect(() => {
    const list = document.getElementById(field.current?.getAttribute('aria-controls') ?? '');
    const chosen = list?.querySelector('[aria-selected="true"]');
    if (chosen) field.current?.setAttribute('aria-activedescendant', chosen.id);
    else field.current?.removeAttribute('aria-activedescendant');
  });
  return null;
}

/**
 * The command palette: finds the user's entries by a few letters, and the data of a code or number. Enter runs the
 * chosen one.
 */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const all = usePaletteEntries();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const data = useFoundData(typed, all);
  // Late results go below, so that the chosen entry does not move.
  const found = typed.trim() === '' ? all : [...data.entries, ...search(all, typed), ...data.lateEntries];
  const sections = [...new Set(all.map(({ section }) => section))];
  const told = [
    ...data.answers,
    ...(data.isLooking ? [translate('palette:looking')] : []),
    ...(data.isFailed ? [translate('palette:failed')] : []),
  ];
  const isNothing = found.length === 0 && told.length === 0;

  function item(entry: PaletteEntry) {
    const hint = entry.shortcut !== undefined && <kbd>{entry.shortcut}</kbd>;
    return (
      <CommandItem
        key={entry.id}
        value={entry.id}
        className="row ends palette__command"
        onSelect={() => {
          // Nothing behind the dialog can take the focus until the dialog is gone.
          flushSync(() => onClose());
          entry.perform();
        }}
      >
        <Value text={entry.name} />
        {found === all ? hint : <span className="palette__hint">{entry.section}</span>}
      </CommandItem>
    );
  }

  return (
    <PlainDialog labelledBy={id} className="palette" focused={field} onClose={onClose}>
      <h2 id={id} className="visually-hidden">
        {translate('common:palette.open')}
      </h2>
      <CommandRoot
        className="palette__root"
        label={translate('palette:field')}
        shouldFilter={false}
        vimBindings={false}
        loop
      >
        <div className="row palette__head">
          <Icon shape="search" />
          <CommandInput
            ref={field}
            className="palette__field"
            placeholder={translate('palette:hint')}
            value={typed}
            onValueChange={setTyped}
          />
          <CloseButton label={translate('palette:close')} onClose={onClose} />
        </div>
        <CommandList className="palette__list" label={translate('palette:list')}>
          {found === all
            ? sections.map((section) => (
                <CommandGroup key={section} heading={section}>
                  {all.filter((entry) => entry.section === section).map(item)}
                </CommandGroup>
              ))
            : found.map(item)}
        </CommandList>
        <ChosenOption field={field} />
        {all.length > 0 && (
          <div role="status">
            {found.length > 0 && (
              <p className="visually-hidden">{translate('palette:found', { count: found.length })}</p>
            )}
            {(isNothing ? [translate('palette:nothing')] : told).map((text) => (
              <p key={text} className="palette__note">
                {text}
              </p>
            ))}
          </div>
        )}
      </CommandRoot>
    </PlainDialog>
  );
}

/** The name of a key, which depends on the language. */
type KeyName = (key: 'enter' | 'home' | 'end') => string;

/** The texts describe each shortcut under its name. */
const SHORTCUTS = [
  { name: 'palette', keys: () => [modifierKey(), 'K'] },
  { name: 'help', keys: () => [HELP_KEY] },
  { name: 'skip', keys: () => ['Tab'] },
  { name: 'enter', keys: (named: KeyName) => [named('enter')] },
  { name: 'arrows', keys: () => ['↑', '↓'] },
  { name: 'carousel', keys: (named: KeyName) => ['←', '→', named('home'), named('end')] },
  { name: 'escape', keys: () => ['Esc'] },
] as const;

/** The list of keyboard shortcuts, and the switch for '?'. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const isHelpKeyOn = useIsHelpKeyOn();
  const named: KeyName = (key) => translate(`palette:shortcut.key.${key}`);
  return (
    <PlainDialog labelledBy={id} onClose={onClose}>
      <div className="row ends shortcuts__head">
        <h2 id={id}>{translate('common:shortcuts.open')}</h2>
        <CloseButton label={translate('palette:close')} onClose={onClose} />
      </div>
      <div className="shortcuts__body">
        <dl className="shortcuts">
          {SHORTCUTS.map(({ name, keys }) => (
            <div key={name} className="row wraps shortcuts__row">
              <dt className="row wraps">
                {keys(named).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{translate(`palette:shortcut.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <label className="row shortcuts__switch">
          <input type="checkbox" checked={isHelpKeyOn} onChange={(event) => switchHelpKey(event.target.checked)} />
          {translate('palette:shortcut.switch')}
        </label>
      </div>
    </PlainDialog>
  );
}

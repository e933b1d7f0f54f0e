import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import { Icon } from '../layout/icon.tsx';
import { HELP_KEY, modifierKey, switchHelpKey, useIsHelpKeyOn } from './overlay-store.ts';
import { NativeDialog } from '../dialog/native-dialog.tsx';
import './shortcuts.css';

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
    <NativeDialog labelledBy={id} onClose={onClose}>
      <div className="shortcuts__head">
        <h2 id={id}>{translate('common:shortcuts.open')}</h2>
        <button
          type="button"
          className="native-dialog__close"
          aria-label={translate('palette:close')}
          onClick={() => onClose()}
        >
          <Icon shape="close" />
        </button>
      </div>
      <div className="shortcuts__body">
        <dl className="shortcuts">
          {SHORTCUTS.map(({ name, keys }) => (
            <div key={name} className="shortcuts__row">
              <dt>
                {keys(named).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{translate(`palette:shortcut.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <label className="shortcuts__switch">
          <input type="checkbox" checked={isHelpKeyOn} onChange={(event) => switchHelpKey(event.target.checked)} />
          {translate('palette:shortcut.switch')}
        </label>
      </div>
    </NativeDialog>
  );
}

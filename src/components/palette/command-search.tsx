import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { Icon } from '../layout/icon.tsx';
import type { Command } from './command.ts';
import { type CommandSection, FoundCommands } from './found-commands.tsx';
import { useCommands } from './use-commands.ts';
import { useFoundCommands } from './use-found-commands.ts';

/** How far an arrow key goes. */
const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

function bySection(commands: readonly Command[]): CommandSection[] {
  const names = [...new Set(commands.map(({ section }) => section))];
  return names.map((name) => ({ name, commands: commands.filter(({ section }) => section === name) }));
}

/** The field of the palette, and below it what it finds; the arrow keys choose, Enter does it. */
export function CommandSearch({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const { typed, type, commands, isCurrent } = useFoundCommands(useCommands());
  const [chosenId, setChosenId] = useState<string | null>(null);
  // Enter was pressed before what was typed is found.
  const [isEntered, setIsEntered] = useState(false);
  const chosen = commands.find((command) => command.id === chosenId) ?? commands[0];
  const optionId = (command: Command) => `${id}-${command.id}`;
  const chosenOption = chosen && optionId(chosen);

  useEffect(() => {
    if (chosenOption !== undefined) document.getElementById(chosenOption)?.scrollIntoView({ block: 'nearest' });
  }, [chosenOption]);

  function perform(command: Command): void {
    onClose();
    command.perform();
  }

  const performChosen = useEffectEvent(() => {
    if (chosen) perform(chosen);
  });
  useEffect(() => {
    if (isEntered && isCurrent) performChosen();
  }, [isEntered, isCurrent]);

  function steer(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS.get(event.key);
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined && !isCurrent) setIsEntered(true);
    if (!chosen || !isCurrent) return;
    if (step === undefined) perform(chosen);
    else setChosenId(commands.at((commands.indexOf(chosen) + step) % commands.length)?.id ?? null);
  }

  return (
    <>
      <div className="palette__head">
        <Icon shape="search" />
        <input
          className="palette__field"
          role="combobox"
          aria-label={translate('palette:field')}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosenOption}
          autoComplete="off"
          spellCheck={false}
          placeholder={translate('palette:hint')}
          value={typed}
          onChange={(event) => {
            type(event.target.value);
            setChosenId(null);
            setIsEntered(false);
          }}
          onKeyDown={steer}
        />
        <button
          type="button"
          className="modal-dialog__close"
          aria-label={translate('palette:close')}
          onClick={() => onClose()}
        >
          <Icon shape="close" />
        </button>
      </div>
      <FoundCommands
        id={`${id}-list`}
        sections={typed === '' ? bySection(commands) : [{ name: null, commands }]}
        chosen={chosen}
        optionId={optionId}
        onChoose={setChosenId}
        onPerform={perform}
      />
      <p role="status" className={commands.length > 0 ? 'visually-hidden' : 'palette__nothing'}>
        {commands.length > 0 ? translate('palette:found', { count: commands.length }) : translate('palette:nothing')}
      </p>
    </>
  );
}

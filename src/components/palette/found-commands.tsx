import { useTranslate } from '@refinedev/core';
import type { Command } from './command.ts';

/** Commands under one heading, or under none: each then says its section itself. */
export interface CommandSection {
  readonly name: string | null;
  readonly commands: readonly Command[];
}

interface FoundCommandsProps {
  readonly id: string;
  readonly sections: readonly CommandSection[];
  readonly chosen: Command | undefined;
  readonly optionId: (command: Command) => string;
  readonly onChoose: (id: string) => void;
  readonly onPerform: (command: Command) => void;
}

/** The commands found, under their headings; the focus stays in the field. */
export function FoundCommands({ id, sections, chosen, optionId, onChoose, onPerform }: FoundCommandsProps) {
  const translate = useTranslate();
  return (
    <div id={id} className="palette__list" role="listbox" aria-label={translate('palette:list')}>
      {sections.map(({ name, commands }, index) => (
        <div key={name} {...(name !== null && { role: 'group', 'aria-labelledby': `${id}-${index}` })}>
          {name !== null && (
            <div id={`${id}-${index}`} className="palette__section" role="presentation">
              {name}
            </div>
          )}
          {commands.map((command) => (
            <button
              key={command.id}
              id={optionId(command)}
              type="button"
              role="option"
              tabIndex={-1}
              className="palette__command"
              aria-selected={command === chosen}
              onPointerMove={() => onChoose(command.id)}
              onClick={() => onPerform(command)}
            >
              {command.name}
              {name === null && <span className="palette__hint">{command.section}</span>}
              {name !== null && command.shortcut !== undefined && <kbd>{command.shortcut}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

import { useKBar, useMatches, useRegisterActions } from '@refinedev/kbar';
import { useMemo, useState } from 'react';
import { withoutAccents } from '../search/without-accents.ts';
import type { Command } from './command.ts';

interface Found {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly commands: readonly Command[];
  /** Whether they are those for what stands in the field now: kbar looks a moment later. */
  readonly isCurrent: boolean;
}

/** Further words by which a command is found: those of its name too, for who types without accents. */
function furtherWords({ name, section, keywords = '' }: Command): string {
  return withoutAccents([name, section, keywords].join(' '));
}

/**
 * The commands that what was typed leads to, the best first; all of them while nothing is typed. kbar ranks them; their
 * sections only help to find them, since with them it would rank by section first.
 */
export function useFoundCommands(all: readonly Command[]): Found {
  // Kept here: kbar hands it back too late for a field, which would lose letters that are typed fast.
  const [typed, setTyped] = useState('');
  const { query } = useKBar();
  const actions = all.map((command) => ({ id: command.id, name: command.name, keywords: furtherWords(command) }));
  useRegisterActions(actions, [JSON.stringify(actions)]);
  const { results } = useMatches();
  // The last results that what is typed has left behind, and the text that they are for: typed anew at once, they may stay.
  const [left, setLeft] = useState<{ readonly results: unknown; readonly text: string } | null>(null);
  const isCurrent = results !== left?.results || typed === left.text;
  const commands = useMemo(() => {
    const byId = new Map(all.map((command) => [command.id, command]));
    return results.flatMap((result) => (typeof result === 'string' ? [] : (byId.get(result.id) ?? [])));
  }, [results, all]);
  function type(text: string): void {
    if (isCurrent) setLeft({ results, text: typed });
    setTyped(text);
    query.setSearch(text);
  }

  return { typed, type, commands, isCurrent };
}

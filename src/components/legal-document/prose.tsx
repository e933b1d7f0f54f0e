import { groupLines } from './group-lines.ts';

/**
 * A text of several paragraphs, as it stands in a file of texts: one line each; lines that begin with '- ' are the
 * entries of a list.
 */
export function Prose({ text }: { readonly text: string }) {
  return groupLines(text).map((group) =>
    group.isList ? (
      <ul key={group.lines.join()} className="prose__list">
        {group.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ) : (
      group.lines.map((line) => <p key={line}>{line}</p>)
    ),
  );
}

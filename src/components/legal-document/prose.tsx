/** Consecutive lines of one kind: paragraphs, or the entries of a list without their '- '. */
interface LineGroup {
  readonly isList: boolean;
  readonly lines: readonly string[];
}

const ENTRY = /^- /;

/** Groups the lines of a text. Lines that begin with '- ' are entries of a list, others are paragraphs. */
function groupLines(text: string): readonly LineGroup[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.reduce<readonly LineGroup[]>((groups, line) => {
    const isList = line.startsWith('- ');
    const last = groups.at(-1);
    const written = line.replace(ENTRY, '');
    if (last?.isList === isList) return [...groups.slice(0, -1), { isList, lines: [...last.lines, written] }];
    return [...groups, { isList, lines: [written] }];
  }, []);
}

/** A text with one paragraph per line. Lines that begin with '- ' are entries of a list. */
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

import { readFileSync } from 'node:fs';

interface Copy {
  /** The stage it copies from; absent for the repository. */
  readonly from?: string;
  readonly sources: readonly string[];
  readonly target: string;
}

interface Stage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly { readonly keyword: string; readonly text: string }[];
  readonly copies: readonly Copy[];
}

function readCopy(text: string): Copy {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { ...(from !== undefined && { from }), sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

/** The stages of the Dockerfile. */
export function readDockerfile(): readonly Stage[] {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  return lines.split(/^(?=FROM )/m).flatMap((part) => {
    const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)$/m.exec(part) ?? [];
    if (base === '') return [];
    const instructions = Array.from(part.matchAll(/^([A-Z]+) (.+)$/gm), ([, keyword = '', text = '']) => ({
      keyword,
      text,
    }));
    const copies = instructions.filter(({ keyword }) => keyword === 'COPY').map(({ text }) => readCopy(text));
    return [{ name, base, instructions, copies }];
  });
}

import { formatInstant } from '#contract/rules/dates.ts';
import type { Fact } from './pdf.ts';
import type { Row } from './sheet.ts';

/** When a document was made, and for whom (rules §7). */
export interface Made {
  readonly madeAt: Date;
  readonly requester: {
    /** First and last name. */
    readonly name: string;
    /** The company or the health authority for which the person works. */
    readonly organisation: string;
  };
}

/** What a sheet says of it, below its table. */
export function madeRows({ madeAt, requester }: Made): readonly Row[] {
  return [[], ['Documento generato il', madeAt], ['Generato per', requester.name, requester.organisation]];
}

/** What a PDF says of it, in its head. */
export function madeFacts({ madeAt, requester }: Made): readonly Fact[] {
  return [
    ['Documento generato il', formatInstant(madeAt)],
    ['Generato per', `${requester.name}\n${requester.organisation}`],
  ];
}

/** What stands at the foot of its pages. */
export function madeNote({ madeAt }: Pick<Made, 'madeAt'>, rest: string): string {
  return `Documento generato il ${formatInstant(madeAt)} · ${rest}`;
}

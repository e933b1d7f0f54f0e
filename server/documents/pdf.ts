/** Colours that are still distinct in greyscale; black for roll printers, which print nothing else. */
export const COLOR = {
  ink: '#17324D',
  soft: '#455A70',
  line: '#C5CED8',
  band: '#EEF3F8',
  accent: '#0066CC',
  alarm: '#B3261E',
  paper: '#FFFFFF',
  black: '#000000',
} as const;

/** How a text is written. Sizes in points. */
export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: keyof typeof COLOR;
  readonly align?: 'left' | 'center' | 'right';
}

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

/** A company, person or authority in a document. */
export interface Party {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly Fact[];
}

/** A column of a table; width in points. The column without a width takes the remaining space. */
export interface Column {
  readonly title: string;
  readonly width?: number;
  readonly align: 'left' | 'right';
}

/** The content of a cell: a text, or a text with a smaller note below it. */
export type TableCell = string | readonly [text: string, note: string];

/** A table that repeats its head on every page. */
export interface Table {
  /** The title above it. */
  readonly section?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
  /** The totals, drawn in bold below the rows. */
  readonly totals?: readonly TableCell[];
  /** Smaller text, for long tables of figures. */
  readonly isDense?: boolean;
}

/** An address as a QR code, and what readers hear in its place. */
export interface Code {
  readonly address: string;
  readonly alt: string;
}

/** What the parts of a document show, by their kind. Places in points. */
export interface PdfContents {
  /** The head: the document's name on the left, subject and date on the right. */
  readonly title: { readonly title: string; readonly subject: string; readonly date: string };
  /** A framed warning over the whole width. */
  readonly banner: { readonly text: string };
  /** Two parties side by side. */
  readonly parties: { readonly parties: readonly [Party, Party] };
  /** Facts side by side on a band over the whole width. */
  readonly facts: { readonly facts: readonly Fact[] };
  readonly table: Table;
  /** The main total and its details on the right, together on one page, and on the left a code with a text. */
  readonly totals: {
    readonly total: Fact;
    readonly rows: readonly Fact[];
    readonly code: Code & { readonly text: string };
  };
  /** A text over the whole width, or where it is said; a paragraph by default. */
  readonly text: TextStyle & {
    readonly text: string;
    readonly tag?: 'H1' | 'H2' | 'P';
    readonly left?: number;
    readonly top?: number;
    readonly width?: number;
    /** The space above it. */
    readonly above?: number;
  };
  /** Two texts on one line, which stay on one page. The first one has this width. */
  readonly pair: TextStyle & { readonly texts: Fact; readonly leftWidth: number };
  /** A line over the whole width. */
  readonly rule: object;
  /** A large text in a frame over the whole width. */
  readonly frame: { readonly text: string; readonly above: number };
  /** A code in the middle. */
  readonly code: Code & { readonly side: number };
}

/** A part of a document, drawn below the one before. */
export type PdfPart = {
  readonly [Kind in keyof PdfContents]: { readonly kind: Kind } & PdfContents[Kind];
}[keyof PdfContents];

/** A document in A4, or on a roll: on one page of exactly the needed length. It has nothing but texts and numbers. */
export interface PdfDocument {
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  readonly roll?: { readonly width: number; readonly margin: number };
  readonly parts: readonly PdfPart[];
  /** Stands at the foot of each page, with its number. */
  readonly note?: string;
}

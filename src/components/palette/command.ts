/** Something that the palette offers. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** The heading it stands under. */
  readonly section: string;
  /** Further words by which it is found. */
  readonly keywords?: string;
  /** How it is reached without the palette. */
  readonly shortcut?: string;
  readonly perform: () => void;
}

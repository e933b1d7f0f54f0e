/** A4 in points of 1/72 inch, with margins that every printer can keep. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;

/** The area between the margins, in points. */
export const CONTENT = {
  left: PAGE.margin,
  right: PAGE.width - PAGE.margin,
  width: PAGE.width - 2 * PAGE.margin,
  top: PAGE.margin,
  /** The footer is below this position. */
  bottom: PAGE.height - 72,
} as const;

/** Colours that are still distinct in greyscale. */
export const COLOR = {
  ink: '#17324D',
  soft: '#455A70',
  line: '#C5CED8',
  band: '#EEF3F8',
  accent: '#0066CC',
  alarm: '#B3261E',
  paper: '#FFFFFF',
} as const;

import { create } from 'zustand';

/** What receipts are printed on. */
export const PAPERS = ['A4', 'ROLL'] as const;
export type Paper = (typeof PAPERS)[number];

const STORAGE_KEY = 'receiptPaper';

const usePaperStore = create(() => ({
  paper: PAPERS.find((paper) => paper === localStorage.getItem(STORAGE_KEY)) ?? 'A4',
}));

/** Keeps the choice for this browser, whose printer it is. */
export function choosePaper(paper: Paper): void {
  localStorage.setItem(STORAGE_KEY, paper);
  usePaperStore.setState({ paper });
}

/** The paper of this browser's printer. */
export function usePaper(): Paper {
  return usePaperStore(({ paper }) => paper);
}

import { create } from 'zustand';
import { browserStore } from '#src/providers/storage.ts';

export const PAPERS = ['A4', 'ROLL'] as const;
export type Paper = (typeof PAPERS)[number];

const STORAGE_KEY = 'receiptPaper';

const usePaperStore = create(() => ({
  paper: PAPERS.find((paper) => paper === browserStore.read(STORAGE_KEY)) ?? 'A4',
}));

/** Stores the choice in this browser, because the printer belongs to the machine. */
export function choosePaper(paper: Paper): void {
  browserStore.write(STORAGE_KEY, paper);
  usePaperStore.setState({ paper });
}

/** The chosen paper of this browser. */
export function usePaper(): Paper {
  return usePaperStore(({ paper }) => paper);
}

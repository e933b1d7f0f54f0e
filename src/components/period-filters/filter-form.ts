import type { FilterDraft } from './filter-draft.ts';

/** A form whose filters live in the URL, which follows it a moment later. */
export interface FilterForm {
  readonly draft: FilterDraft;
  readonly failedChecks: number;
  /** The place in the history, and its filters, when the URL was last looked at. */
  readonly seenKey: string;
  readonly seen: string;
  /** The filters that this form has written and the URL does not show yet, oldest first. */
  readonly awaited: readonly string[];
}

/** What the URL shows now. */
interface Place {
  readonly key: string;
  /** The filters as they stand there. */
  readonly search: string;
  /** The filters as they stand in the fields then. */
  readonly draft: FilterDraft;
}

/** A form as it opens on a place. */
export function openedForm({ key, search, draft }: Place): FilterForm {
  return { draft, failedChecks: 0, seenKey: key, seen: search, awaited: [] };
}

/**
 * The form after the URL has changed. Where the URL shows at last what the form itself has written, what has been typed
 * since then stays; where it changed by itself, by the browser's back button or a link, the fields follow it.
 */
export function atPlace(form: FilterForm, place: Place): FilterForm {
  const { key, search } = place;
  const own = form.awaited.lastIndexOf(search);
  if (own < 0 && search !== form.seen) return openedForm(place);
  return { ...form, seenKey: key, seen: search, awaited: form.awaited.slice(own + 1) };
}

/** The form after it has written its filters into the URL. */
export function afterWriting(form: FilterForm, draft: FilterDraft, written: string): FilterForm {
  return { ...form, draft, awaited: [...form.awaited, written] };
}

/** The filters that the URL shows, or is about to show. */
export function latestOf({ awaited, seen }: FilterForm): string {
  return awaited.at(-1) ?? seen;
}

import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NOTICE_MS, dismissAlert, showAlert } from '#src/providers/notifications/alert-store.ts';
import { EMPTY_DRAFT, type FilterDraft, type PeriodQuery, draftOf, searchOf } from './filter-draft.ts';
import { type FilterErrors, checkedQuery, errorsOf } from './filter-errors.ts';
import type { Counterparty } from './use-counterparty.ts';

/** A form of filters that live in the URL. */
export interface Filters {
  /** What stands in the fields. */
  readonly draft: FilterDraft;
  /** What is wrong in them, once a check has failed. */
  readonly errors: FilterErrors;
  /** How often a check has failed since all was well. */
  readonly failedChecks: number;
  /** What the URL asks for, or null while something is wrong in it. */
  readonly applied: PeriodQuery | null;
  readonly change: (changed: Partial<FilterDraft>) => void;
  /** What the fields ask for; null when something is wrong in them, which the banner of §5 then says for 5 s. */
  readonly check: () => PeriodQuery | null;
  /** Puts what stands in the fields into the URL, from the first page on; answers false when it asks the same again. */
  readonly apply: () => boolean;
  readonly reset: () => void;
}

interface Form {
  readonly draft: FilterDraft;
  readonly failedChecks: number;
  /** The filters of the URL when it was last looked at, and as this form last wrote them. */
  readonly seen: string;
  readonly written: string;
}

const BANNER = 'FILTERS_INCOMPLETE';

/**
 * The filters of a screen (design §5). They follow the URL when it changes by itself, by the browser's back button or
 * a link.
 * @param writesAtOnce whether each change goes into the URL, or only what is applied
 * @param bannerOf key of what is said when a check fails
 */
export function useFilters(
  counterparty: Pick<Counterparty, 'name' | 'isRequired'>,
  writesAtOnce: boolean,
  bannerOf: (errors: FilterErrors) => string = () => 'period:error.banner',
): Filters {
  const { name, isRequired } = counterparty;
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const inUrl = draftOf(params, name);
  const search = searchOf(inUrl, name);
  const [form, setForm] = useState<Form>({ draft: inUrl, failedChecks: 0, seen: search, written: search });
  if (search !== form.seen) {
    const isOwn = search === form.written;
    setForm(isOwn ? { ...form, seen: search } : { draft: inUrl, failedChecks: 0, seen: search, written: search });
  }
  const { draft, failedChecks } = form;

  function write(next: FilterDraft): boolean {
    const written = searchOf(next, name);
    setForm((last) => ({ ...last, draft: next, written }));
    const isNew = written !== search;
    if (isNew || params.has('page')) setParams(written, { replace: writesAtOnce });
    return isNew;
  }

  return {
    draft,
    errors: failedChecks > 0 ? errorsOf(draft, isRequired) : {},
    failedChecks,
    applied: checkedQuery(inUrl, counterparty),
    change: (changed) => {
      const next = { ...draft, ...changed };
      if (writesAtOnce) write(next);
      else setForm((last) => ({ ...last, draft: next }));
    },
    check: () => {
      const query = checkedQuery(draft, counterparty);
      setForm((last) => ({ ...last, failedChecks: query ? 0 : last.failedChecks + 1 }));
      if (query) dismissAlert(BANNER);
      else {
        const text = translate(bannerOf(errorsOf(draft, isRequired)));
        showAlert({ kind: 'danger', text, key: BANNER, duration: NOTICE_MS, dismissible: true });
      }
      return query;
    },
    apply: () => write(draft),
    reset: () => {
      dismissAlert(BANNER);
      setForm((last) => ({ ...last, failedChecks: 0 }));
      write(EMPTY_DRAFT);
    },
  };
}

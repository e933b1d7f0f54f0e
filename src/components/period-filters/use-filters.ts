import { useTranslate } from '@refinedev/core';
import { useReducer } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { NOTICE_MS, dismissAlert, showAlert } from '#src/providers/notifications/alert-store.ts';
import { EMPTY_DRAFT, type FilterDraft, type PeriodQuery, draftOf, searchOf } from './filter-draft.ts';
import { type FilterErrors, checkedQuery, errorsOf } from './filter-errors.ts';
import { type FilterForm, afterWriting, atPlace, latestOf, openedForm } from './filter-form.ts';
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

const BANNER = 'FILTERS_INCOMPLETE';

/**
 * A reducer and no plain state: React computes what a state becomes from its last rendering, even from one of a new
 * address that has not come to the screen, and what is typed in that moment would be lost.
 */
function updated(form: FilterForm, update: (last: FilterForm) => FilterForm): FilterForm {
  return update(form);
}

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
  const { key } = useLocation();
  const [params, setParams] = useSearchParams();
  const inUrl = draftOf(params, name);
  const search = searchOf(inUrl, name);
  const place = { key, search, draft: inUrl };
  const [form, setForm] = useReducer(updated, place, openedForm);
  if (key !== form.seenKey) setForm((last) => atPlace(last, place));
  const { draft, failedChecks } = form;

  function write(next: FilterDraft): boolean {
    const written = searchOf(next, name);
    const isNew = written !== latestOf(form);
    if (isNew || params.has('page')) {
      setForm((last) => afterWriting(last, next, written));
      setParams(written, { replace: writesAtOnce });
    } else setForm((last) => ({ ...last, draft: next }));
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

import { useNotification, useTranslate } from '@refinedev/core';
import { useCallback } from 'react';
import { today } from '#contract/rules/clock.ts';
import { formatDay, formatTime, romeDay } from '#contract/rules/dates.ts';
import { type ApiError, GENERIC } from '../api/api-error.ts';
import { notifyError } from '../api/notify-error.ts';
import { i18n } from '../i18n.ts';
import type { Notice } from './alert-store.ts';
import type { PortalNotification } from './notification-provider.ts';

const TYPES = { success: 'success', info: 'progress', warning: 'progress', danger: 'error' } as const;

/**
 * The only way for a screen to show a notification, apart from `refuseOffline`: through Refine. `notifyError` shows the
 * error policy's alert for a failure that was held back until its outcome was known (§8).
 */
export function useNotify() {
  const { open, close } = useNotification();
  const notify = useCallback(
    (notice: Notice) => {
      const notification: PortalNotification = { type: TYPES[notice.kind], message: notice.title ?? '', notice };
      open?.(notification);
    },
    [open],
  );
  const dismiss = useCallback((key: string) => close?.(key), [close]);
  return { notify, dismiss, notifyError };
}

function instantOf({ lockedUntil }: ApiError): Date | undefined {
  const instant = new Date(lockedUntil ?? NaN);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** A time of day is not enough if the lock ends on another day. */
function lockedKey(until: Date | undefined): string {
  if (until === undefined) return 'TRANSACTION_LOCKED_UNTIMED';
  return romeDay(until) === today() ? 'TRANSACTION_LOCKED' : 'TRANSACTION_LOCKED_UNTIL_DAY';
}

function keyOf(error: ApiError): string {
  const { description, field, retryAfter } = error;
  if (description === 'TRANSACTION_LOCKED') return lockedKey(instantOf(error));
  if (description === 'TOO_MANY_REQUESTS' && retryAfter !== undefined) return 'TOO_MANY_REQUESTS_TIMED';
  if (description === 'INVALID_REQUEST' && field === undefined) return 'INVALID_REQUEST_UNNAMED';
  return description.endsWith('_NOT_FOUND') ? 'NOT_FOUND' : description;
}

/** What a DATA_MISSING names, in words. */
export function missingTexts({ missing }: ApiError, translate: ReturnType<typeof useTranslate>): readonly string[] {
  return missing.map(({ field, of }) =>
    translate('error:missingOf', { field: translate(`error:missing.${field}`, field), of }),
  );
}

/**
 * The text of an error in a form or dialog: the text of its description (rules §2). An unknown description gives the
 * generic text with the trace id, never the raw key.
 */
export function useErrorText(): (error: ApiError) => string {
  const translate = useTranslate();
  return useCallback(
    (error: ApiError): string => {
      const key = keyOf(error);
      const until = instantOf(error);
      const values = {
        field: error.field,
        sheet: error.sheet,
        time: until && formatTime(until),
        date: until && formatDay(romeDay(until)),
        count: error.retryAfter,
        missing: missingTexts(error, translate).join('; '),
      };
      const isKnown = /^[A-Z_]+$/.test(key) && key !== GENERIC && i18n.exists(`error:${key}`, values);
      if (isKnown) return translate(`error:${key}`, values);
      const text = translate('error:GENERIC');
      return error.trace === undefined ? text : translate('error:withTrace', { text, trace: error.trace });
    },
    [translate],
  );
}

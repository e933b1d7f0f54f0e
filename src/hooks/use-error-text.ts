import { useTranslate } from '@refinedev/core';
import { useCallback } from 'react';
import { formatTime } from '#contract/rules/dates.ts';
import { i18n } from '#src/providers/i18n/i18n.ts';
import { type ApiError, GENERIC } from '#src/providers/http/api-error.ts';

function timeOf({ lockedUntil }: ApiError): string | undefined {
  const instant = new Date(lockedUntil ?? NaN);
  return Number.isNaN(instant.getTime()) ? undefined : formatTime(instant);
}

function keyOf(error: ApiError): string {
  const { description, field } = error;
  if (description === 'TRANSACTION_LOCKED' && timeOf(error) === undefined) return 'TRANSACTION_LOCKED_UNTIMED';
  if (description === 'INVALID_REQUEST' && field === undefined) return 'INVALID_REQUEST_UNNAMED';
  return description.endsWith('_NOT_FOUND') ? 'NOT_FOUND' : description;
}

/**
 * What an error says in a form or dialog: the text of its description (decisions §2); the generic text with the trace id
 * for one that the portal does not know, never the raw key.
 */
export function useErrorText(): (error: ApiError) => string {
  const translate = useTranslate();
  return useCallback(
    (error: ApiError): string => {
      const key = keyOf(error);
      const isKnown = /^[A-Z_]+$/.test(key) && key !== GENERIC && i18n.exists(`error:${key}`);
      if (isKnown) return translate(`error:${key}`, { field: error.field, time: timeOf(error) });
      const text = translate('error:GENERIC');
      return error.trace === undefined ? text : translate('error:withTrace', { text, trace: error.trace });
    },
    [translate],
  );
}

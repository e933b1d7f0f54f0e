import { useGo, useParsed } from '@refinedev/core';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, type To, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { encodeFields } from '#src/providers/api/serialization.ts';
import { fieldsOf, toCrudFilters } from '#src/providers/data/filter-values.ts';
import type { Path } from '#src/providers/paths.ts';

type Part<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

interface UrlState<T> {
  readonly values: T;
  /** Changes some values, at once in `values`, and replaces the URL. */
  readonly change: (part: Part<T>) => void;
  /** The URL of this screen with some other values. */
  readonly urlWith: (part: Part<T>) => To;
}

/**
 * The state of a screen in its URL, where it is not the state of Refine's `useTable`: one parameter for each field. A
 * link, Back or Forward reads it anew.
 * @param schema says what stands for a missing or invalid parameter. The URL leaves out what is empty or invalid;
 * `values` keep it, because it may be half typed.
 */
export function useUrlState<T extends object>(schema: z.ZodMiniType<T>): UrlState<T> {
  const navigate = useNavigate();
  const navigationKey = useNavigationKey();
  const { params } = useParsed<{ filters?: unknown }>();
  // Links that were copied may have the filters in Refine's format.
  const read = () => z.parse(schema, { ...fieldsOf(params?.filters), ...params });
  const [state, setState] = useState(() => ({ values: read(), navigationKey }));
  if (navigationKey !== state.navigationKey) setState({ values: read(), navigationKey });
  const { values } = state;
  // The handler that changes something may be that of a render which is not shown yet, or not any more.
  const latest = useRef(values);
  useLayoutEffect(() => {
    latest.current = values;
  }, [values]);
  const urlOf = (some: object) => ({ search: encodeFields(z.parse(schema, some)).toString() });
  return {
    values,
    urlWith: (part) => urlOf({ ...values, ...part }),
    change: (part) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setState((last) => ({ ...last, values: next }));
      void navigate(urlOf(next), { replace: true });
    },
  };
}

/**
 * A key that changes at each navigation to the screen (link, Back, Forward), but not when the list rewrites its URL.
 * Refine reads the list's state from the URL only when the screen mounts.
 */
export function useNavigationKey(): string {
  const { key } = useLocation();
  const isRewritten = useNavigationType() === NavigationType.Replace;
  const [shownKey, setShownKey] = useState(key);
  if (!isRewritten && shownKey !== key) setShownKey(key);
  return shownKey;
}

/** Builds the URL of a list with these filters, in Refine's format. */
export function useListAddress(path: Path) {
  const go = useGo();
  return useCallback(
    (filters: Readonly<Record<string, string>>) =>
      String(go({ to: path, query: { filters: toCrudFilters(filters) }, type: 'path' })),
    [go, path],
  );
}

import { type BaseRecord, useCustom } from '@refinedev/core';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import type { CallAnswer, CallInput } from '#contract/call.ts';
import type { Pagination } from '#contract/entities/pagination.ts';
import type { Read, Wire } from '#contract/wire.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { type ReadCall, useFetch } from './use-fetch.ts';

/** A list call of which very many rows may be asked at once, and what is read of each row. */
export interface LongListSource<C extends ReadCall, W extends Wire> {
  readonly call: C;
  /** The key of the rows under `data`. */
  readonly collection: keyof CallAnswer<C> & string;
  /** The part of a row that is read: the less, the sooner. */
  readonly row: W;
}

/** The rows that were answered, and how many there are in all. */
export interface LongListAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface LongListOptions extends Pick<CallOptions, 'alerts'> {
  readonly attempt: number;
  readonly enabled?: boolean;
}

interface LongListReading<Row> {
  readonly data: LongListAnswer<Row> | undefined;
  readonly isLoading: boolean;
  /** Rows read so far of the answer that is being read. */
  readonly readCount: number;
  readonly error: ApiError | null;
  readonly refetch: () => Promise<unknown>;
}

function optionsFor<C extends ReadCall, W extends Wire>(
  { collection, row }: LongListSource<C, W>,
  onProgress?: (count: number) => void,
): CallOptions {
  const rows = z.array(row.read);
  return {
    longList: { collection, read: (some) => z.parse(rows, some) as readonly object[], onProgress },
  };
}

function answerOf<C extends ReadCall, W extends Wire>(
  { collection }: LongListSource<C, W>,
  data: unknown,
): LongListAnswer<Read<W>> {
  const answer = data as Readonly<Record<string, unknown>> & { readonly pagination?: Pagination };
  const rows = answer[collection] as readonly Read<W>[];
  // A server may count fewer rows than it sends.
  return { rows, total: Math.max(answer.pagination?.totalCount ?? 0, rows.length) };
}

/** Reads a long list once, for what happens on a click; throws ApiError. */
export function useLongListReader<C extends ReadCall, W extends Wire>(
  source: LongListSource<C, W>,
): (input: CallInput<C>, options?: CallOptions) => Promise<LongListAnswer<Read<W>>> {
  const fetchRows = useFetch(source.call);
  return useCallback(
    async (input, options) => answerOf(source, await fetchRows(input, { ...optionsFor(source), ...options })),
    [fetchRows, source],
  );
}

/**
 * A list for a screen that stays fluent with 100,000 rows: they are read in slices while they arrive, and only the part
 * of them that the source names. A reading that nobody waits for any more is ended.
 * @param attempt counts the searches, so that the same one can be made again
 * @param enabled whether to read it now; yes when not given
 * @param alerts which alerts of the error policy are put up; all when not given
 */
export function useLongList<C extends ReadCall, W extends Wire>(
  source: LongListSource<C, W>,
  input: CallInput<C>,
  { attempt, enabled = true, alerts }: LongListOptions,
): LongListReading<Read<W>> {
  const [readCount, setReadCount] = useState(0);
  const { query } = useCustom<BaseRecord, ApiError, CallInput<C>>({
    url: source.call.path,
    method: 'get',
    config: { query: input },
    meta: { callName: source.call.name, attempt, options: { ...optionsFor(source, setReadCount), alerts } },
    queryOptions: { enabled, staleTime: Infinity, gcTime: 0, structuralSharing: false },
    successNotification: false,
    errorNotification: false,
  });
  return {
    data: query.data && answerOf(source, query.data.data),
    isLoading: query.isFetching,
    readCount,
    error: query.error,
    refetch: query.refetch,
  };
}

import { type BaseRecord, useCustom } from '@refinedev/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { CallAnswer, CallInput } from '#contract/call.ts';
import type { Pagination } from '#contract/entities/shared.ts';
import type { Read, Wire } from '#contract/wire.ts';
import type { ApiError } from './api-error.ts';
import type { CallOptions } from './call-api.ts';
import { customCall, type ReadCall, useLazyCall } from './call-hooks.ts';

/** A list call that may return very many rows, and the fields to read of each row. */
interface LongListSource<C extends ReadCall, W extends Wire> {
  readonly call: C;
  /** The key of the rows under `data`. */
  readonly collection: keyof CallAnswer<C> & string;
  /** The fields to read; fewer fields are faster. */
  readonly row: W;
}

/** The rows of a response, and their total number. */
export interface LongListAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Whether there are more than that, which the server has not counted. */
  readonly hasMore?: boolean | undefined;
}

interface LongListOptions extends Pick<CallOptions, 'alerts'> {
  readonly attempt: number;
  readonly enabled?: boolean;
  readonly onProgress?: (count: number) => void;
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
  // A server may report fewer rows than it sends.
  const { totalCount = 0, hasMore } = answer.pagination ?? {};
  return { rows, total: Math.max(totalCount, rows.length), hasMore };
}

/** Reads a long list once, for an event handler. Throws ApiError. */
export function useLongListReader<C extends ReadCall, W extends Wire>(
  source: LongListSource<C, W>,
): (input: CallInput<C>, options?: CallOptions) => Promise<LongListAnswer<Read<W>>> {
  const fetchRows = useLazyCall(source.call);
  return async (input, options) => answerOf(source, await fetchRows(input, { ...optionsFor(source), ...options }));
}

/**
 * Reads a list of up to 100,000 rows without blocking the screen: in slices while they arrive, and only the fields of
 * `source.row`. It stops when the component unmounts or asks for other rows.
 * @param attempt number of the search, so that the same search can run again
 * @param enabled whether to read now; default: true
 * @param onProgress called now and then with the number of rows read so far
 * @param alerts which alerts of the error policy to show; default: all
 */
export function useLongList<C extends ReadCall, W extends Wire>(
  source: LongListSource<C, W>,
  input: CallInput<C>,
  { attempt, enabled = true, onProgress, alerts }: LongListOptions,
) {
  const { meta, ...request } = customCall<ReadCall>(source.call, { ...optionsFor(source, onProgress), alerts });
  const { query } = useCustom<BaseRecord, ApiError, CallInput<C>>({
    ...request,
    config: { query: input },
    meta: { ...meta, attempt },
    queryOptions: { enabled, staleTime: Infinity, gcTime: 0, structuralSharing: false },
  });
  const data = useMemo(() => query.data && answerOf(source, query.data.data), [source, query.data]);
  return { data, isLoading: query.isFetching, error: query.error, refetch: query.refetch };
}

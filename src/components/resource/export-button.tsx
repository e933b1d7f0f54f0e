import { type CrudFilter, type CrudSort, useTranslate } from '@refinedev/core';
import { useRef, useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { FileCall, ListDeclaration } from '#src/providers/data/declaration.ts';
import { listQuery, searchInput } from '#src/providers/data/list.ts';
import { ConfirmDialog } from '../command-dialogs/confirm-dialog.tsx';
import { ExportButtons } from '../export-buttons/export-buttons.tsx';
import { Permitted } from '../permitted.tsx';

interface ExportButtonProps {
  readonly resource: string;
  readonly list: ListDeclaration;
  readonly call: FileCall;
  readonly filters: CrudFilter[];
  readonly sorters: CrudSort[];
  /** The number of rows that an export of personal data has, which is asked about; undefined before a search. */
  readonly confidential?: { readonly count: number | undefined };
}

/**
 * Exports all rows of the list with its filters and sort order, if the user may. Personal data need the search that their
 * list needs, and a confirmation.
 */
export function ExportButton({ resource, list, call, filters, sorters, confidential }: ExportButtonProps) {
  const translate = useTranslate();
  const features = useFeatures();
  const [isAsking, setIsAsking] = useState(false);
  const begin = useRef<() => void>(undefined);

  function input(): CallInput<FileCall> {
    const query = listQuery(list, { resource, filters, sorters }, features);
    // An exported document has no pages.
    return searchInput(call, { ...query, page: undefined, size: undefined }) as CallInput<FileCall>;
  }

  const { count } = confidential ?? {};
  return (
    <Permitted resource={resource} action={call.name.slice(resource.length + 1)}>
      <ExportButtons
        call={call}
        label={translate('resource:export')}
        excelLabel={translate('resource:exportExcel')}
        disabled={confidential !== undefined && !count}
        onExport={(start) => {
          if (!confidential) {
            start(input());
            return;
          }
          begin.current = () => start(input());
          setIsAsking(true);
        }}
      />
      {confidential && (
        <ConfirmDialog
          isOpen={isAsking}
          title={translate('resource:exportQuestion.title')}
          text={translate('resource:exportQuestion.text', { count: count ?? 0, n: formatCount(count ?? 0) })}
          enterMeans="no"
          yesLabel={translate('resource:exportQuestion.yes')}
          onYes={() => {
            setIsAsking(false);
            begin.current?.();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Permitted>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { type CrudFilter, type CrudSort, useTranslate } from '@refinedev/core';
import type { CallInput } from '#contract/call.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Permitted } from '#src/components/permitted.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { FileCall, ListDeclaration } from '#src/providers/data/declaration.ts';
import { listQuery, searchInput } from '#src/providers/data/list.ts';

interface ExportButtonProps {
  readonly resource: string;
  readonly list: ListDeclaration;
  readonly call: FileCall;
  readonly filters: CrudFilter[];
  readonly sorters: CrudSort[];
}

/** Exports all rows of the list with its filters and sort order, if the user may. */
export function ExportButton({ resource, list, call, filters, sorters }: ExportButtonProps) {
  const translate = useTranslate();
  const features = useFeatures();
  const { download, isDownloading } = useDownload(call);

  function exportRows(): void {
    const query = listQuery(list, { resource, filters, sorters }, features);
    // An exported document has no pages.
    void download(searchInput(call, { ...query, page: undefined, size: undefined }) as CallInput<FileCall>);
  }

  return (
    <Permitted resource={resource} action={call.name.slice(resource.length + 1)}>
      <ActionButton icon={<DownloadOutlined aria-hidden />} loading={isDownloading} onClick={exportRows}>
        {translate('resource:export')}
      </ActionButton>
    </Permitted>
  );
}

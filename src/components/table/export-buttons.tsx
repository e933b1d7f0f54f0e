import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { CanAccess, useTranslate } from '@refinedev/core';
import type { CallInput } from '#contract/call.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { useExport } from '#src/providers/api/use-download.ts';
import type { FileCall } from '#src/providers/data/declaration.ts';
import { ActionButton } from '../form/action-button.tsx';
import screens from '../layout/screens.module.css';

interface ExportButtonsProps<C extends FileCall> {
  readonly call: C;
  /** The text of the button for CSV. */
  readonly label: string;
  /** Accessible name of the button for XLSX, which shows only the format. */
  readonly excelLabel: string;
  /** The name of the document during the download, if several can run. */
  readonly name?: string;
  readonly disabled?: boolean;
  /** Passes on the input, at once, after a check or after a question; or does not. */
  readonly onExport: (begin: (input: CallInput<C>) => void) => void;
}

/** The buttons that export a table: as CSV, and beside it as XLSX where the server offers that (rules §1). */
export function ExportButtons<C extends FileCall>(props: ExportButtonsProps<C>) {
  const { call, label, excelLabel, name, disabled = false, onExport } = props;
  const translate = useTranslate();
  const { formats, exportAs, isExporting } = useExport(call);
  return formats.map((format) => (
    <ActionButton
      key={format}
      icon={format === 'csv' ? <DownloadOutlined aria-hidden /> : <FileExcelOutlined aria-hidden />}
      aria-label={format === 'csv' ? undefined : excelLabel}
      disabled={disabled}
      loading={isExporting(format)}
      onClick={() => onExport((input) => void exportAs(format, input, name === undefined ? {} : { name }))}
    >
      {format === 'csv' ? label : translate('common:excel')}
    </ActionButton>
  ));
}

/** The buttons that export what a list shows, if the user may. */
export function ListExport<C extends FileCall>({ call, input }: { readonly call: C; readonly input: CallInput<C> }) {
  const translate = useTranslate();
  return (
    <CanAccess {...permissionOf(call)}>
      <div className={screens.tools}>
        <ExportButtons
          call={call}
          label={translate('table:export.csv')}
          excelLabel={translate('table:export.excel')}
          onExport={(begin) => begin(input)}
        />
      </div>
    </CanAccess>
  );
}

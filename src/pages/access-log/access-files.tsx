import { DownloadOutlined, FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadConsultations, downloadPatientData } from '#contract/calls/admin/consultations.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Permitted } from '#src/components/permitted.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import styles from './access-log.module.css';
import type { AccessQuery } from './access-search.ts';

/** The files for the patient: the access log of the search, and all stored data. */
export function AccessFiles({ query }: { readonly query: AccessQuery }) {
  const translate = useTranslate();
  const pdf = useDownload(downloadConsultations);
  const data = useDownload(downloadPatientData);
  const { fiscalCode } = query;
  return (
    <div className={styles.buttons}>
      <Permitted resource="admin-consultations" action="download">
        <ActionButton
          icon={<FilePdfOutlined aria-hidden />}
          loading={pdf.isDownloading}
          onClick={() => void pdf.download({ body: query }, { name: translate('access-log:pdfName') })}
        >
          {translate('access-log:pdf')}
        </ActionButton>
      </Permitted>
      <Permitted resource="admin-consultations" action="downloadData">
        <ActionButton
          icon={<DownloadOutlined aria-hidden />}
          loading={data.isDownloading}
          onClick={() => void data.download({ body: { fiscalCode } }, { name: translate('access-log:dataName') })}
        >
          {translate('access-log:data')}
        </ActionButton>
      </Permitted>
    </div>
  );
}

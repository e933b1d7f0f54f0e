import { useTranslate } from '@refinedev/core';
import { LegalDocument, type LegalSection } from '#src/components/legal-document/legal-document.tsx';
import { SupportMailbox } from '#src/components/support-mailbox/support-mailbox.tsx';

const SUPERVISOR = 'https://www.agid.gov.it';

/** How accessible the portal is, its known limits, and the contact (§2 footer; law 4/2004). */
export function Component() {
  const translate = useTranslate();
  const sections: readonly LegalSection[] = [
    { name: 'status', operatorTexts: ['conformance'] },
    { name: 'checks', operatorTexts: ['assessment'] },
    { name: 'limits', operatorTexts: ['inaccessible'] },
    {
      name: 'feedback',
      children: (
        <p>
          <SupportMailbox />
        </p>
      ),
      operatorTexts: ['accessibilityOffice'],
    },
    {
      name: 'enforcement',
      children: (
        <p>
          <a href={SUPERVISOR}>{translate('legal:accessibility.supervisor')}</a>
        </p>
      ),
      operatorTexts: ['enforcement'],
    },
    { name: 'details', operatorTexts: ['siteDetails'] },
  ];
  return <LegalDocument page="accessibility" sections={sections} />;
}

import { useTranslate } from '@refinedev/core';
import { LegalDocument, type LegalSection } from '#src/components/legal-document/legal-document.tsx';
import { mapOrigin } from '#src/providers/map-origin.ts';

const SUPERVISOR = 'https://www.garanteprivacy.it';

/** Which personal data are processed, by whom and why, and what the browser stores (§2 footer, legal links). */
export function Component() {
  const translate = useTranslate();
  const map = mapOrigin();
  const sections: readonly LegalSection[] = [
    { name: 'controller', operatorTexts: ['controller', 'protectionOfficer'] },
    { name: 'data' },
    { name: 'purposes', operatorTexts: ['legalBasis'] },
    { name: 'recipients', operatorTexts: ['recipients'] },
    { name: 'retention', operatorTexts: ['retention'] },
    { name: 'security' },
    {
      name: 'storage',
      children: (
        <>
          <p>{translate('legal:privacy.position')}</p>
          <p>{translate(`legal:privacy.map.${map}`)}</p>
        </>
      ),
      operatorTexts: map === 'none' ? [] : ['mapProvider'],
    },
    {
      name: 'rights',
      children: (
        <p>
          <a href={SUPERVISOR}>{translate('legal:privacy.supervisor')}</a>
        </p>
      ),
    },
    { name: 'update', operatorTexts: ['privacyDate'] },
  ];
  return <LegalDocument page="privacy" sections={sections} />;
}

import { LegalDocument } from '#src/components/legal-document/legal-document.tsx';

const SECTIONS = [
  { name: 'owner', operatorTexts: ['owner'] },
  { name: 'use' },
  { name: 'contents', operatorTexts: ['contentLicence'] },
  { name: 'software', operatorTexts: ['sourceCode'] },
  { name: 'links' },
  { name: 'liability', operatorTexts: ['liability'] },
] as const;

/** The owner of the portal, the terms of use, and the licences of its contents and software (§2 footer). */
export function Component() {
  return <LegalDocument page="legalNotes" sections={SECTIONS} />;
}

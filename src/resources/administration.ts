import { removeAdminCancelCode, setAdminCancelCode } from '#contract/admin/businesses.ts';
import * as closings from '#contract/admin/closings.ts';
import * as consultations from '#contract/admin/consultations.ts';
import type { AdminDeclaration } from '#contract/admin/define.ts';
import {
  approveAdminDossier,
  revokeAdminDossier,
  setAdminDossierAmount,
  swapAdminPaper,
  switchAdminDossier,
} from '#contract/admin/dossiers.ts';
import * as imports from '#contract/admin/imports.ts';
import { anonymiseAdminPatient, issueAdminPin, unlockAdminPin } from '#contract/admin/patients.ts';
import { adminDeclarations } from '#contract/admin/resources.ts';
import * as spending from '#contract/admin/spending.ts';
import { CATEGORY_TYPES } from '#contract/entities/shared.ts';
import { issueAdminTillSecret } from '#contract/admin/tills.ts';
import { endAdminSessions } from '#contract/admin/users.ts';
import { revokeAdminVoucher } from '#contract/admin/vouchers.ts';
import {
  commandOf,
  listOf,
  parametersOf,
  type ResourceCalls,
  type ResourceDeclaration,
} from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

type Declared = AdminDeclaration & Pick<(typeof adminDeclarations)[number], 'name'>;

/** What only the portal knows of a declared resource. */
type More = Pick<ResourceCalls, 'isEditable' | 'recordCommands' | 'owner'>;

const OF_PATIENT = { resource: 'admin-patients', field: 'patientId' } as const;

const MORE: Readonly<Partial<Record<Declared['name'], More>>> = {
  kinds: { isEditable: ({ code }) => CATEGORY_TYPES.every((ofSpecification) => ofSpecification !== code) },
  patients: {
    isEditable: ({ anonymity }) => anonymity !== 'DONE',
    recordCommands: [
      commandOf(issueAdminPin, { when: ['otpMode', 'PIN'], isDanger: true, prints: true }),
      commandOf(unlockAdminPin, { when: ['hasPin', true] }),
      commandOf(anonymiseAdminPatient, { when: ['anonymity', 'DUE'], isDanger: true }),
    ],
  },
  dossiers: {
    owner: OF_PATIENT,
    recordCommands: [
      commandOf(swapAdminPaper, {
        when: ['status', 'APPROVED'],
        rows: { name: 'sheets', fields: ['number', 'month', 'amount'], total: 'amount' },
      }),
      commandOf(switchAdminDossier, { fields: ['month'] }),
      commandOf(setAdminDossierAmount, { when: ['monthlyAmount'], fields: ['month', 'monthlyAmount'] }),
      commandOf(approveAdminDossier, { when: ['status', 'REVOKED'] }),
      commandOf(revokeAdminDossier, { when: ['status', 'APPROVED'], isDanger: true }),
    ],
  },
  vouchers: {
    owner: OF_PATIENT,
    recordCommands: [commandOf(revokeAdminVoucher, { when: ['status', 'ENABLED'], isDanger: true })],
  },
  businesses: {
    recordCommands: [
      commandOf(setAdminCancelCode, { fields: ['code'] }),
      commandOf(removeAdminCancelCode, { when: ['hasCancelCode', true], isDanger: true }),
    ],
  },
  tills: {
    recordCommands: [commandOf(issueAdminTillSecret, { when: ['disabled', false], isDanger: true, shows: true })],
  },
  users: { recordCommands: [commandOf(endAdminSessions, { isDanger: true })] },
};

function declaredCalls({ name, noun, fields, columns, filters, sort, form, calls }: Declared): ResourceCalls {
  const { search, exportRows, read, changes, create, update } = calls;
  const all = Object.entries(fields);
  const references = all.flatMap(([field, { refersTo }]) => (refersTo ? [[field, refersTo] as const] : []));
  const conditions = all.flatMap(([field, { when }]) => (when ? [[field, when] as const] : []));
  return {
    list: {
      call: search,
      collection: 'rows',
      parameters: parametersOf(search),
      rowId: (row: Readonly<Record<string, string>>) => row[`${noun}Id`] ?? '',
      paging: 'server',
      sort,
      size: 10,
      columns,
      filters,
      export: exportRows,
    },
    one: { call: read, item: 'row', input: (id) => ({ params: { id } }) },
    ...(create && { create: { call: create, item: 'row', input: (body) => ({ body }) } }),
    ...(update && { update: { call: update, item: 'row', input: (id, body) => ({ params: { id }, body }) } }),
    fields: form ?? all.flatMap(([field, { input }]) => (input === undefined ? [] : [field])),
    references: Object.fromEntries(references),
    conditions: Object.fromEntries(conditions),
    changes,
    ...MORE[name],
  };
}

/** Calls that are loaded with their declaration. */
function known(calls: ResourceCalls): ResourceDeclaration['calls'] {
  return () => Promise.resolve(calls);
}

function resourceOf(declared: Declared): ResourceDeclaration {
  const { name, path, calls } = declared;
  // The search of patients' rows is in no address, so nothing of them is.
  const isConfidential = calls.search.searchesByBody === true;
  const list = `${adminPaths.root}/${path}`;
  const record = isConfidential ? { show: 'scheda', edit: 'modifica' } : { show: ':id', edit: ':id/modifica' };
  return {
    name: `admin-${name}`,
    words: `admin:${name}`,
    screens: {
      list,
      show: `${list}/${record.show}`,
      ...(calls.create && { create: `${list}/nuovo` }),
      ...(calls.update && { edit: `${list}/${record.edit}` }),
    },
    menu: { label: `admin:${name}.list`, parent: isConfidential ? 'adminPatients' : 'adminRegistry' },
    isConfidential,
    calls: known(declaredCalls(declared)),
  };
}

/** What every list of the operators with its own page has. */
const PAGED = { paging: 'server', size: 10, tellsFailures: true } as const;

const declared = adminDeclarations.map((one) => resourceOf(one));

/** The operators' resources, in the order of the menu: declared ones, and those of pages of their own. */
export const adminResources: readonly ResourceDeclaration[] = [
  ...declared.filter(({ isConfidential }) => isConfidential),
  {
    name: 'admin-consultations',
    screens: { list: adminPaths.accessLog },
    menu: { label: 'admin:menu.accessLog', parent: 'adminPatients' },
    isConfidential: true,
    calls: known({
      list: listOf(consultations.searchConsultations, 'rows', {
        ...PAGED,
        rowId: ({ entryId }) => entryId,
        needs: ['fiscalCode'],
      }),
    }),
  },
  ...declared.filter(({ isConfidential }) => !isConfidential),
  {
    name: 'admin-imports',
    screens: { list: adminPaths.imports },
    menu: { label: 'admin:menu.imports', parent: 'admin' },
    calls: known({ screenCalls: { list: imports.searchImports } }),
  },
  {
    name: 'admin-closings',
    screens: { list: adminPaths.closings },
    menu: { label: 'admin:menu.closings', parent: 'admin' },
    calls: known({ list: listOf(closings.searchClosings, 'rows', { ...PAGED, rowId: ({ closingId }) => closingId }) }),
  },
  {
    name: 'admin-mismatches',
    calls: known({
      list: listOf(closings.searchMonthMismatches, 'rows', {
        ...PAGED,
        rowId: ({ kind, purchaseId = '', amcOrderId = '' }) => `${kind} ${purchaseId} ${amcOrderId}`,
        needs: ['aslId', 'month'],
      }),
    }),
  },
  {
    name: 'admin-spending',
    screens: { list: adminPaths.spending },
    menu: { label: 'admin:menu.spending', parent: 'admin' },
    calls: known({ screenCalls: { list: spending.readSpending } }),
  },
  {
    name: 'admin-findings',
    calls: known({
      list: listOf(spending.searchFindings, 'rows', {
        ...PAGED,
        rowId: ({ findingId }) => findingId,
        needs: ['monthStart', 'monthEnd'],
      }),
    }),
  },
];

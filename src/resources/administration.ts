import * as importsContract from '#contract/calls/admin/imports.ts';
import * as spendingContract from '#contract/calls/admin/spending.ts';
import {
  commandOf,
  itemOf,
  listOf,
  type Reference,
  type ResourceDeclaration,
} from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** The reference to a patient: the list is read only after six characters of the fiscal code. */
export const PATIENT: Reference = {
  resource: 'admin-patients',
  labels: ['lastName', 'firstName', 'fiscalCode'],
  search: 'fiscalCode',
  leastTyped: 6,
};
export const ASL: Reference = { resource: 'admin-asl', labels: ['name'], search: 'name' };
export const BUSINESS: Reference = { resource: 'admin-businesses', labels: ['companyName'], search: 'companyName' };

/** The users of the portal and their employers. */
export const adminUsers: ResourceDeclaration = {
  name: 'admin-users',
  screens: {
    list: '/gestione/utenti',
    create: '/gestione/utenti/nuovo',
    show: '/gestione/utenti/:id',
    edit: '/gestione/utenti/:id/modifica',
  },
  menu: { label: 'admin:menu.users', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/users.ts');
    return {
      list: listOf(contract.searchAdminUsers, 'rows', {
        rowId: ({ userId }) => userId,
        paging: 'server',
        sort: 'username,asc',
        size: 10,
        columns: ['username', 'lastName', 'firstName', 'profile', 'aslName', 'businessNames', 'disabled'],
        filters: ['username', 'lastName', 'profile', 'aslId', 'businessId', 'disabled'],
        export: contract.exportAdminUsers,
      }),
      one: itemOf(contract.readAdminUser, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminUser, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminUser, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['username', 'firstName', 'lastName', 'profile', 'aslId', 'businessIds', 'disabled'],
      recordCommands: [commandOf(contract.endAdminSessions, { isDanger: true })],
      references: {
        aslId: ASL,
        businessId: BUSINESS,
        businessIds: BUSINESS,
      },
    };
  },
};

export const adminAsl: ResourceDeclaration = {
  name: 'admin-asl',
  screens: {
    list: '/gestione/asl',
    create: '/gestione/asl/nuovo',
    show: '/gestione/asl/:id',
    edit: '/gestione/asl/:id/modifica',
  },
  menu: { label: 'admin:menu.asl', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/asl.ts');
    return {
      list: listOf(contract.searchAdminAsl, 'rows', {
        rowId: ({ aslId }) => aslId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['code', 'name'],
        filters: ['code', 'name'],
        export: contract.exportAdminAsl,
      }),
      one: itemOf(contract.readAdminAsl, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminAsl, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminAsl, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['code', 'name'],
    };
  },
};

export const adminBusinesses: ResourceDeclaration = {
  name: 'admin-businesses',
  screens: {
    list: '/gestione/business',
    create: '/gestione/business/nuovo',
    show: '/gestione/business/:id',
    edit: '/gestione/business/:id/modifica',
  },
  menu: { label: 'admin:menu.businesses', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/businesses.ts');
    return {
      list: listOf(contract.searchAdminBusinesses, 'rows', {
        rowId: ({ businessId }) => businessId,
        paging: 'server',
        sort: 'companyName,asc',
        size: 10,
        columns: ['companyName', 'vat', 'address', 'phone', 'disabled'],
        filters: ['companyName', 'vat', 'disabled'],
        export: contract.exportAdminBusinesses,
      }),
      one: itemOf(contract.readAdminBusiness, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminBusiness, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminBusiness, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['companyName', 'vat', 'fiscalCode', 'address', 'phone', 'email', 'workingHours', 'web', 'disabled'],
      recordCommands: [
        commandOf(contract.setAdminCancelCode, { fields: ['code'] }),
        commandOf(contract.removeAdminCancelCode, { when: ['hasCancelCode', true], isDanger: true }),
      ],
    };
  },
};

export const adminCategories: ResourceDeclaration = {
  name: 'admin-categories',
  screens: {
    list: '/gestione/categorie',
    create: '/gestione/categorie/nuovo',
    show: '/gestione/categorie/:id',
    edit: '/gestione/categorie/:id/modifica',
  },
  menu: { label: 'admin:menu.categories', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/categories.ts');
    return {
      list: listOf(contract.searchAdminCategories, 'rows', {
        rowId: ({ categoryId }) => categoryId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'type', 'disabled'],
        filters: ['name', 'type', 'disabled'],
        export: contract.exportAdminCategories,
      }),
      one: itemOf(contract.readAdminCategory, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminCategory, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminCategory, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'type', 'disabled'],
    };
  },
};

/** Closed months. They have their own page. */
export const adminClosings: ResourceDeclaration = {
  name: 'admin-closings',
  screens: { list: adminPaths.closings },
  menu: { label: 'admin:menu.closings', parent: 'admin' },
  async calls() {
    const contract = await import('#contract/calls/admin/closings.ts');
    return {
      list: listOf(contract.searchClosings, 'rows', {
        rowId: ({ closingId }) => closingId,
        paging: 'server',
        size: 10,
        tellsFailures: true,
      }),
    };
  },
};

/** Accesses to patient data. They have their own page. */
export const adminConsultations: ResourceDeclaration = {
  name: 'admin-consultations',
  screens: { list: adminPaths.accessLog },
  menu: { label: 'admin:menu.accessLog', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/consultations.ts');
    return {
      list: listOf(contract.searchConsultations, 'rows', {
        rowId: ({ entryId }) => entryId,
        paging: 'server',
        size: 10,
        needs: ['fiscalCode'],
        tellsFailures: true,
      }),
    };
  },
};

/** The dossiers of patients. After the creation only the payer can change. */
export const adminDossiers: ResourceDeclaration = {
  name: 'admin-dossiers',
  screens: {
    list: '/gestione/pratiche',
    create: '/gestione/pratiche/nuovo',
    show: '/gestione/pratiche/scheda',
    edit: '/gestione/pratiche/modifica',
  },
  menu: { label: 'admin:menu.dossiers', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/dossiers.ts');
    const { dossierCommands } = await import('./dossier-commands.ts');
    return {
      list: listOf(contract.searchAdminDossiers, 'rows', {
        rowId: ({ dossierId }) => dossierId,
        paging: 'server',
        sort: 'dossierId,desc',
        size: 10,
        columns: ['fiscalCode', 'patientName', 'type', 'aslName', 'monthlyAmount', 'status'],
        filters: ['fiscalCode', 'aslId', 'type', 'status'],
        export: contract.exportAdminDossiers,
      }),
      one: itemOf(contract.readAdminDossier, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminDossier, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminDossier, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['patientId', 'aslId', 'type', 'monthlyAmount', 'switchMonth'],
      recordCommands: dossierCommands,
      related: { resources: ['admin-patients', 'admin-vouchers'], by: 'fiscalCode' },
      references: { patientId: PATIENT, aslId: { ...ASL, own: 'operatorAslId' } },
    };
  },
};

/** Unusual spending, which the spending page also shows. */
export const adminFindings: ResourceDeclaration = {
  name: 'admin-findings',
  async calls() {
    const contract = await import('#contract/calls/admin/spending.ts');
    return {
      list: listOf(contract.searchFindings, 'rows', {
        rowId: ({ findingId }) => findingId,
        paging: 'server',
        size: 10,
        needs: ['monthStart', 'monthEnd'],
        tellsFailures: true,
      }),
    };
  },
};

/** Files with a region's existing data. */
export const adminImports: ResourceDeclaration = {
  name: 'admin-imports',
  screens: { list: adminPaths.imports },
  menu: { label: 'admin:menu.imports', parent: 'admin' },
  // In the same chunk as its page.
  calls: () => Promise.resolve({ screenCalls: { list: importsContract.searchImports } }),
};

export const adminManufacturers: ResourceDeclaration = {
  name: 'admin-manufacturers',
  screens: {
    list: '/gestione/produttori',
    create: '/gestione/produttori/nuovo',
    show: '/gestione/produttori/:id',
    edit: '/gestione/produttori/:id/modifica',
  },
  menu: { label: 'admin:menu.manufacturers', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/manufacturers.ts');
    return {
      list: listOf(contract.searchAdminManufacturers, 'rows', {
        rowId: ({ manufacturerId }) => manufacturerId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'disabled'],
        filters: ['name', 'disabled'],
        export: contract.exportAdminManufacturers,
      }),
      one: itemOf(contract.readAdminManufacturer, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminManufacturer, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminManufacturer, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'disabled'],
    };
  },
};

/** What does not match in a month, which the page of the closings also shows. */
export const adminMismatches: ResourceDeclaration = {
  name: 'admin-mismatches',
  async calls() {
    const contract = await import('#contract/calls/admin/closings.ts');
    return {
      list: listOf(contract.searchMonthMismatches, 'rows', {
        rowId: ({ kind, purchaseId = '', amcOrderId = '' }) => `${kind} ${purchaseId} ${amcOrderId}`,
        paging: 'server',
        size: 10,
        needs: ['aslId', 'month'],
        tellsFailures: true,
      }),
    };
  },
};

/** The patients of the region, or of the operator's office. */
export const adminPatients: ResourceDeclaration = {
  name: 'admin-patients',
  screens: {
    list: adminPaths.patients,
    create: '/gestione/assistiti/nuovo',
    show: '/gestione/assistiti/scheda',
    edit: '/gestione/assistiti/modifica',
  },
  menu: { label: 'admin:menu.patients', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/patients.ts');
    return {
      list: listOf(contract.searchAdminPatients, 'rows', {
        rowId: ({ patientId }) => patientId,
        paging: 'server',
        sort: 'lastName,asc',
        size: 10,
        columns: ['fiscalCode', 'lastName', 'firstName', 'birthDate', 'status'],
        filters: ['fiscalCode', 'lastName', 'status'],
        export: contract.exportAdminPatients,
      }),
      one: itemOf(contract.readAdminPatient, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminPatient, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminPatient, 'row', (id, body) => ({ params: { id }, body })),
      related: { resources: ['admin-dossiers', 'admin-vouchers'], by: 'fiscalCode' },
      fields: ['fiscalCode', 'lastName', 'firstName', 'gender', 'birthDate', 'otpMode', 'status'],
      recordCommands: [
        commandOf(contract.issueAdminPin, { when: ['otpMode', 'PIN'], isDanger: true, prints: true }),
        commandOf(contract.unlockAdminPin, { when: ['hasPin', true] }),
      ],
    };
  },
};

export const adminProducts: ResourceDeclaration = {
  name: 'admin-products',
  screens: {
    list: '/gestione/prodotti',
    create: '/gestione/prodotti/nuovo',
    show: '/gestione/prodotti/:id',
    edit: '/gestione/prodotti/:id/modifica',
  },
  menu: { label: 'admin:menu.products', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/products.ts');
    return {
      list: listOf(contract.searchAdminProducts, 'rows', {
        rowId: ({ productId }) => productId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'ean1', 'refPrice', 'manufacturerName', 'categoryType', 'disabled'],
        filters: ['name', 'ean1', 'manufacturerId', 'categoryType', 'disabled'],
        export: contract.exportAdminProducts,
      }),
      one: itemOf(contract.readAdminProduct, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminProduct, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminProduct, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'ean1', 'pharmacyCode', 'refPrice', 'manufacturerId', 'categoryType', 'categoryIds', 'disabled'],
      references: {
        manufacturerId: { resource: 'admin-manufacturers', labels: ['name'], search: 'name' },
        categoryIds: { resource: 'admin-categories', labels: ['name'], search: 'name' },
      },
    };
  },
};

/** The spending by month, authority, business, kind of dossier and city. It has its own page. */
export const adminSpending: ResourceDeclaration = {
  name: 'admin-spending',
  screens: { list: adminPaths.spending },
  menu: { label: 'admin:menu.spending', parent: 'admin' },
  calls: () => Promise.resolve({ screenCalls: { list: spendingContract.readSpending } }),
};

const PLACE = ['businessId', 'code', 'name', 'address', 'streetNumber', 'city', 'districtCode'];

export const adminStores: ResourceDeclaration = {
  name: 'admin-stores',
  screens: {
    list: '/gestione/punti-vendita',
    create: '/gestione/punti-vendita/nuovo',
    show: '/gestione/punti-vendita/:id',
    edit: '/gestione/punti-vendita/:id/modifica',
  },
  menu: { label: 'admin:menu.stores', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/stores.ts');
    return {
      list: listOf(contract.searchAdminStores, 'rows', {
        rowId: ({ storeId }) => storeId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['code', 'name', 'businessName', 'city', 'disabled'],
        filters: ['name', 'code', 'city', 'businessId', 'disabled'],
        export: contract.exportAdminStores,
      }),
      one: itemOf(contract.readAdminStore, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminStore, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminStore, 'row', (id, body) => ({ params: { id }, body })),
      fields: [...PLACE, 'latitude', 'longitude', 'disabled'],
      references: {
        businessId: BUSINESS,
      },
    };
  },
};

/** The vouchers of dossiers, read-only. */
export const adminVouchers: ResourceDeclaration = {
  name: 'admin-vouchers',
  screens: { list: '/gestione/buoni', show: '/gestione/buoni/scheda' },
  menu: { label: 'admin:menu.vouchers', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/vouchers.ts');
    return {
      list: listOf(contract.searchAdminVouchers, 'rows', {
        rowId: ({ voucherId }) => voucherId,
        paging: 'server',
        sort: 'voucherId,desc',
        size: 10,
        columns: ['code', 'fiscalCode', 'patientName', 'month', 'initialAmount', 'residualAmount', 'status'],
        filters: ['code', 'fiscalCode', 'aslId', 'month', 'status'],
        export: contract.exportAdminVouchers,
      }),
      one: itemOf(contract.readAdminVoucher, 'row', (id) => ({ params: { id } })),
      related: { resources: ['admin-patients', 'admin-dossiers'], by: 'fiscalCode' },
      recordCommands: [commandOf(contract.revokeAdminVoucher, { when: ['status', 'ENABLED'], isDanger: true })],
      references: {
        aslId: ASL,
      },
    };
  },
};

/** The operators' resources, in the order of the menu. */
export const adminResources: readonly ResourceDeclaration[] = [
  adminPatients,
  adminDossiers,
  adminVouchers,
  adminConsultations,
  adminBusinesses,
  adminStores,
  adminProducts,
  adminCategories,
  adminManufacturers,
  adminAsl,
  adminUsers,
  adminImports,
  adminClosings,
  adminMismatches,
  adminSpending,
  adminFindings,
];

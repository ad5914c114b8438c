/** Method and path of the back office's customers endpoints, by group. Without zod, like `admin/routes.ts`. */
export const customersRoutes = {
  adminCustomers: {
    list: 'GET /api/admin/customers',
    create: 'POST /api/admin/customers',
    choices: 'GET /api/admin/customers/choices',
    export: 'GET /api/admin/customers/export',
    organize: 'POST /api/admin/customers/organize',
    get: 'GET /api/admin/customers/:id',
    edit: 'PUT /api/admin/customers/:id',
    addNote: 'POST /api/admin/customers/:id/notes',
    duplicates: 'GET /api/admin/customers/:id/duplicates',
    merge: 'POST /api/admin/customers/:id/merge',
    block: 'POST /api/admin/customers/:id/block',
    unblock: 'POST /api/admin/customers/:id/unblock',
    endSessions: 'POST /api/admin/customers/:id/end-sessions',
    sendReset: 'POST /api/admin/customers/:id/reset-link',
    exportData: 'POST /api/admin/customers/:id/export',
    erase: 'POST /api/admin/customers/:id/erase',
  },
  adminCustomerSegments: {
    list: 'GET /api/admin/customer-segments',
    create: 'POST /api/admin/customer-segments',
    change: 'PUT /api/admin/customer-segments/:id',
    remove: 'DELETE /api/admin/customer-segments/:id',
    renameGroup: 'PUT /api/admin/customer-groups/:id',
    removeGroup: 'DELETE /api/admin/customer-groups/:id',
  },
  adminConsentRecords: {
    list: 'GET /api/admin/consent-records',
    export: 'GET /api/admin/consent-records/export',
  },
} as const

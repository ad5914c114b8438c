/** Imported by browser code too, so the file contains no schemas. The plugin's name is spelt so on the wire. */
export const pincodeRoutes = { check: 'GET /api/plugins/PincodeAvaliability/check' } as const

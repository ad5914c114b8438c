/** A resource of the back office (`resourceEndpoints`) as the test of all resources writes it. */
export type ResourceRow = {
  /** Its address below `/api/admin/`. */
  path: string
  /** In the audit log. */
  type: string
  /** Tables of pages that its writes change. */
  tables: readonly string[]
  /** Files of the shop with these writes. */
  files: readonly string[]
  values: Record<string, unknown>
  /** Another valid version of the values. */
  changed: Record<string, unknown>
  /** Values that are refused, with the field of the error below `values`. */
  refused?: [values: Record<string, unknown>, field: string]
}

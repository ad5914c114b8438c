export type FoundRecord = {
  value: string | number
  label: string
  /** Beside the label, such as the address of a category. */
  detail?: string | null
  /** Its path; null for one without, where other records of the kind have pictures. */
  picture?: string | null
  /** Where shoppers see it, for links. */
  address?: string
}

/** What a field can choose from: found in a dialog, shown by name. */
export type RecordKind = {
  /** In a sentence: `product`. */
  one: string
  /** What `find` looks for, as the placeholder of the search field. */
  searches: string
  permission: 'catalog.read' | 'content.read' | 'customers.read'
  find: (q: string, signal: AbortSignal) => Promise<{ found: FoundRecord[]; total: number }>
  /** The names of records by their values; what is gone is missing. */
  names: (values: readonly (string | number)[]) => Promise<Map<string | number, string>>
}

import { createContext, use } from 'react'
import type { ListState, Sort } from './list-state.ts'

export type Row = { id: number }
export type ShownList<Of extends Row, Meta> = ListState & {
  /** Empty until they are loaded; those of the former search while the next ones load (`isPlaceholderData`). */
  data: readonly Of[]
  total: number | undefined
  /** What else the endpoint answers. */
  meta: Meta | undefined
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
  perPage: number
  setPage: (page: number) => void
  setPerPage: (rows: number) => void
  setSort: (sort: Sort) => void
  setFilters: (filters: Readonly<Record<string, string | undefined>>) => void
  selectedIds: readonly number[]
  select: (ids: readonly number[]) => void
  toggle: (id: number) => void
}

export const ListContext = createContext<ShownList<Row, unknown> | null>(null)

/** The list around: its page of records, what is searched for, and which rows are selected. */
export function useList<Of extends Row, Meta = Record<never, never>>() {
  const list = use(ListContext)
  if (!list) throw new Error('There is no list above this component')
  return list as ShownList<Of, Meta>
}

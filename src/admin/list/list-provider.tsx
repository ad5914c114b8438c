import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { callsOf } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { type ListState, listSearch, readListState, readRowsChoice, type Sort } from './list-state.ts'
import { ListContext, type Row, type ShownList } from './use-list.ts'

type Memory = { searches: Record<string, string>; selected: Record<string, readonly number[]> }
const nothing: Memory = { searches: {}, selected: {} }
/** What each list showed and had selected when it was left. */
const useMemory = create<Memory>(() => nothing)
const remember = (of: keyof Memory, name: string, value: string | readonly number[]) =>
  useMemory.setState((memory) => ({ ...memory, [of]: { ...memory[of], [name]: value } }))

/** To be called when staff sign out: what one person looked for is not shown to the next. */
export const forgetLists = () => useMemory.setState(nothing)

const none: readonly number[] = []

type Props = {
  /** The resource: `orders` reads `api.adminOrders.list`. */
  name: string
  /** Rows of a page until a person chooses another number, which their browser remembers. */
  perPage: number
  sort: Sort
  /** Milliseconds after which the page is read again while it is looked at. */
  refreshEvery?: number
  children: ReactNode
}

/** A page of records whose search, filters, order and page are in the address. A list that is opened again shows what it last did. */
export function ListProvider({ name, perPage: usual, sort, refreshEvery, children }: Props) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { setQuery } = useSession()
  const [former, setFormer] = useState(() => (search ? '' : useMemory.getState().searches[name]))
  useEffect(() => {
    if (former && !search)
      return void navigate({ search: former }, { replace: true, preventScrollReset: true })
    if (former) setFormer('')
    remember('searches', name, search)
  }, [name, search, former, navigate])

  const state = readListState(search || former || '', sort)
  const { page, filterValues } = state
  const rowsKey = `rows of ${name}`
  const [perPage, setPerPage] = useState(() => readRowsChoice(localStorage.getItem(rowsKey)) ?? usual)
  const input = {
    page,
    per_page: perPage,
    sort: state.sort.field,
    order: state.sort.order.toLowerCase(),
    ...filterValues,
  }
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.list(name, input),
    queryFn: async ({ signal }) => (await callsOf(name).list(input, signal)).data,
    placeholderData: (shown) => shown,
    ...(refreshEvery && { refetchInterval: refreshEvery }),
    // The list has a button to try again.
    retry: false,
  })
  const { data: rows = [], total, ...meta } = data ?? {}

  const show = (next: Partial<ListState>) => setQuery(listSearch({ ...state, ...next }), !next.page)
  const last = Math.max(1, Math.ceil((total ?? 0) / perPage))
  const isBeyond = !isPending && !isFetching && total !== undefined && page > last
  const showLast = useEffectEvent(() => show({ page: last }))
  useEffect(() => {
    // After the only record of the last page was deleted.
    if (isBeyond) showLast()
  }, [isBeyond])

  const selectedIds = useMemory(({ selected }) => selected[name] ?? none)
  const select = (ids: readonly number[]) => remember('selected', name, ids)
  useUnselectedBy(JSON.stringify(filterValues), () => select(none))

  const list: ShownList<Row, unknown> = {
    ...state,
    data: rows,
    total,
    meta: data && meta,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    perPage,
    setPage: (next) => show({ page: next }),
    setPerPage(next) {
      localStorage.setItem(rowsKey, String(next))
      setPerPage(next)
      show({ page: 1 })
    },
    setSort: (next) => show({ sort: next, page: 1 }),
    setFilters: (filters) => show({ filterValues: given(filters), page: 1 }),
    selectedIds,
    select,
    toggle: (id) =>
      select(selectedIds.includes(id) ? selectedIds.filter((one) => one !== id) : [...selectedIds, id]),
  }
  return <ListContext value={list}>{children}</ListContext>
}

/**
 * Ends the selection of rows when the filter changes, also one that was made between the choice of the filter and its rows: an action
 * would run for rows that are shown no longer. Changing the page keeps the selection.
 */
function useUnselectedBy(filter: string, unselect: () => void) {
  const former = useRef(filter)
  const end = useEffectEvent(unselect)
  useEffect(() => {
    if (former.current === filter) return
    former.current = filter
    end()
  }, [filter])
}

const given = (filters: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])))

import { ListBase, useListContext } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useFormat } from '../parts/format.ts'
import { ListSearch } from '../parts/list-search.tsx'
import { Pager } from '../parts/pager.tsx'
import { useTitle } from '../parts/use-title.ts'
import { useSession } from '../session-context.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { BulkAction, Column, ListFilter, RecordList } from './define-resource.tsx'
import css from './resource.module.css'

type Row = { id: number } & Record<string, unknown>
type Props = { resource: RecordList }

/** A page of the records with search, filters and order, which are in the address. */
export default function ResourceList({ resource }: Props) {
  useTitle(resource.label)
  return (
    <ListBase resource={resource.name} perPage={25} sort={resource.sort} disableAuthentication>
      <Header resource={resource} />
      <Rows resource={resource} />
      <Pager />
    </ListBase>
  )
}

function Header({
  resource: { name, label, one, writePermission, canAdd = true, searches, filters = [], tools: Tools },
}: Props) {
  const { total } = useListContext<Row>()
  const { may } = useSession()
  const { count } = useFormat()

  return (
    <>
      <div className={css.header}>
        <h1>{label}</h1>
        <p role="status">{total === undefined ? '' : count(total)}</p>
        {canAdd && may(writePermission) && (
          <Link className={css.add} to={`/${name}/create`}>
            Add {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
          </Link>
        )}
        {Tools && <Tools />}
      </div>
      {(searches || filters.length > 0) && (
        <div className={css.tools}>
          {searches && <ListSearch label={`Search ${label.toLowerCase()}`} placeholder={searches} />}
          {filters.map((filter) => (
            <FilterChoice key={filter.name} filter={filter} />
          ))}
        </div>
      )}
    </>
  )
}

function FilterChoice({ filter: { name, label, options } }: { filter: ListFilter }) {
  const { filterValues, setFilters } = useListContext<Row>()
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={String(filterValues[name] ?? '')}
        onChange={(event) => setFilters({ ...filterValues, [name]: event.target.value || undefined })}
      >
        <option value="">All</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

function Rows({ resource }: Props) {
  const {
    data,
    isPending,
    error,
    sort,
    setSort,
    refetch,
    filterValues,
    setFilters,
    selectedIds,
    onToggleItem,
  } = useListContext<Row>()
  const { may } = useSession()
  if (error)
    return (
      <div role="alert" className={css.empty}>
        <p>{error.message}</p>
        <Button look="secondary" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  if (isPending) return <p role="status">Loading {resource.label.toLowerCase()} …</p>
  if (data.length === 0)
    return (
      <div className={css.empty}>
        {Object.values(filterValues).some(Boolean) ? (
          <>
            <p>Nothing matches your search.</p>
            <Button look="secondary" onClick={() => setFilters({})}>
              Show all
            </Button>
          </>
        ) : (
          <p>There is no {resource.one} yet.</p>
        )}
      </div>
    )
  const columns = resource.columns as readonly Column<Row>[]
  const linkOf = resource.linkOf as ((row: Row) => string) | null | undefined
  const bulk = (may(resource.writePermission) ? (resource.bulk ?? []) : []) as readonly BulkAction<Row>[]
  const isSelectable = (row: Row) => bulk.some(({ isFor }) => isFor?.(row) ?? true)
  const table = (
    <table className={css.table}>
      <thead>
        <tr>
          {bulk.length > 0 && (
            <th scope="col">
              <span className="visually-hidden">Select</span>
            </th>
          )}
          {columns.map(({ name, label, isSortable, isNumber }) => (
            <th
              key={name}
              scope="col"
              className={isNumber ? css.number : undefined}
              aria-sort={
                sort.field === name ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined
              }
            >
              {isSortable ? (
                <button
                  type="button"
                  onClick={() =>
                    setSort({
                      field: name,
                      order: sort.field === name && sort.order === 'ASC' ? 'DESC' : 'ASC',
                    })
                  }
                >
                  {label}
                </button>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.id} data-chosen={selectedIds.includes(row.id) || undefined}>
            {bulk.length > 0 && (
              <td className={css.choose}>
                {isSelectable(row) && (
                  <input
                    type="checkbox"
                    aria-label={`Select ${resource.one} ${row.id}`}
                    checked={selectedIds.includes(row.id)}
                    onChange={() => onToggleItem(row.id)}
                  />
                )}
              </td>
            )}
            {columns.map((column, at) => (
              <Cell
                key={column.name}
                column={column}
                row={row}
                to={
                  at === 0
                    ? linkOf === null
                      ? null
                      : (linkOf?.(row) ?? `/${resource.name}/${row.id}/show`)
                    : undefined
                }
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (bulk.length === 0) return table
  return (
    <>
      <BulkBar rows={data.filter(isSelectable)} actions={bulk} />
      {table}
    </>
  )
}

/** `to`: where the heading of a row leads, null for a heading without a link, undefined for any other cell. */
function Cell({ column, row, to }: { column: Column<Row>; row: Row; to: string | null | undefined }) {
  const content = column.show ? column.show(row) : (row[column.name] as ReactNode)
  if (to !== undefined)
    return <th scope="row">{to === null ? content : <Link to={to}>{content || '(no name)'}</Link>}</th>
  return (
    <td className={column.isNumber ? css.number : undefined} data-label={column.label}>
      {content}
    </td>
  )
}

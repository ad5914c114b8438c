import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#ui/image-url.ts'
import { FilterChoice } from '../list/filter-choice.tsx'
import { ListProvider } from '../list/list-provider.tsx'
import { ListRows } from '../list/list-rows.tsx'
import { ListSearch } from '../list/list-search.tsx'
import { Pager } from '../list/pager.tsx'
import { SelectAll } from '../list/select-all.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../parts/format.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './resource.module.css'
import type { Column, RecordList } from './resource.ts'

type Row = { id: number }
type Props<Of extends Row> = { resource: RecordList<Of> }

/** A page of the records with search, filters and order, which are in the address. */
export default function ResourceList<Of extends Row>({ resource }: Props<Of>) {
  useTitle(resource.label)
  const { may } = useSession()
  const BulkRows = may(resource.writePermission) ? resource.bulkBar : undefined
  return (
    <ListProvider name={resource.name} perPage={25} sort={resource.sort}>
      <Header resource={resource} />
      {BulkRows && (
        // Not one of the rows: its result and the undo stay when a change takes the last row out of the list.
        <Suspense>
          <BulkRows />
        </Suspense>
      )}
      <ListRows
        many={resource.label.toLowerCase()}
        empty={resource.empty ?? `There is no ${resource.one} yet.`}
      >
        <Rows resource={resource} />
      </ListRows>
      <Pager />
    </ListProvider>
  )
}

function Header<Of extends Row>({
  resource: {
    name,
    label,
    one,
    about,
    writePermission,
    canAdd = true,
    searches,
    filters = [],
    filterBar: FilterBar,
    tools: Tools,
  },
}: Props<Of>) {
  const { total } = useList()
  const { may } = useSession()
  const { count } = useFormat()

  return (
    <>
      <div className={screen.header}>
        <h1>{label}</h1>
        <p role="status">{total === undefined ? '' : count(total)}</p>
        <div className={screen.links}>
          {Tools && <Tools />}
          {canAdd && may(writePermission) && (
            <Link className={screen.add} to={`/${name}/create`}>
              Add {/^([aeiou]|FAQ)/.test(one) ? 'an' : 'a'} {one}
            </Link>
          )}
        </div>
      </div>
      {about && <p className={screen.help}>{about}</p>}
      {FilterBar && <FilterBar />}
      {!FilterBar && (searches || filters.length > 0) && (
        <div className={screen.tools}>
          {searches && <ListSearch label={`Search ${label.toLowerCase()}`} placeholder={searches} />}
          {filters.map((filter) => (
            <FilterChoice key={filter.name} filter={filter} />
          ))}
        </div>
      )}
    </>
  )
}

function Rows<Of extends Row>({ resource }: Props<Of>) {
  const { data } = useList<Of>()
  const { may } = useSession()
  const canWrite = may(resource.writePermission)
  const BulkRows = canWrite ? resource.bulkBar : undefined
  const bulk = canWrite ? (resource.bulk ?? []) : []
  const isSelectable = (row: Of) => BulkRows !== undefined || bulk.some(({ isFor }) => isFor?.(row) ?? true)
  return (
    <>
      {BulkRows ? (
        <div className={`${screen.select} ${css.bulk}`}>
          <SelectAll ids={data.map(({ id }) => id)} />
        </div>
      ) : (
        bulk.length > 0 && <BulkBar rows={data.filter(isSelectable)} actions={bulk} />
      )}
      <Table resource={resource} isSelectable={BulkRows || bulk.length > 0 ? isSelectable : undefined} />
    </>
  )
}

/** `isSelectable`: whether a row can be selected; without it none can. */
type TableProps<Of extends Row> = Props<Of> & { isSelectable: ((row: Of) => boolean) | undefined }

function Table<Of extends Row>({ resource, isSelectable }: TableProps<Of>) {
  const { data, isPlaceholderData, selectedIds, toggle } = useList<Of>()
  const { columns, pictureOf, rowName, linkOf } = resource
  const headingLink = (row: Of) =>
    linkOf === null ? null : (linkOf?.(row) ?? `/${resource.name}/${row.id}/show`)
  return (
    <table
      className={`${screen.table} ${css.table}`}
      data-compact={pictureOf ? true : undefined}
      aria-busy={isPlaceholderData}
    >
      <thead>
        <tr>
          {isSelectable && <HiddenHeading>Select</HiddenHeading>}
          {pictureOf && <HiddenHeading>Picture</HiddenHeading>}
          {columns.map((column) => (
            <Heading key={column.name} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.id} data-chosen={selectedIds.includes(row.id) || undefined}>
            {isSelectable && (
              <td className={`${screen.choose} ${css.choose}`}>
                {isSelectable(row) && (
                  <input
                    type="checkbox"
                    aria-label={`Select ${rowName?.(row) ?? `${resource.one} ${row.id}`}`}
                    checked={selectedIds.includes(row.id)}
                    disabled={isPlaceholderData}
                    onChange={() => toggle(row.id)}
                  />
                )}
              </td>
            )}
            {pictureOf && (
              <td className={css.picture}>
                <RowPicture path={pictureOf(row)} />
              </td>
            )}
            {columns.map((column, at) => (
              <Cell
                key={column.name}
                column={column}
                row={row}
                to={at === 0 ? headingLink(row) : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HiddenHeading = ({ children }: { children: string }) => (
  <th scope="col">
    <span className="visually-hidden">{children}</span>
  </th>
)

type HeadingProps = Pick<Column, 'name' | 'label' | 'isSortable' | 'isNumber'>

function Heading({ name, label, isSortable, isNumber }: HeadingProps) {
  const { sort, setSort } = useList()
  const isSorted = sort.field === name
  const isAscending = isSorted && sort.order === 'ASC'
  return (
    <th
      scope="col"
      className={isNumber ? screen.number : undefined}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      {isSortable ? (
        <button type="button" onClick={() => setSort({ field: name, order: isAscending ? 'DESC' : 'ASC' })}>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

const RowPicture = ({ path }: { path: string | null }) =>
  path ? (
    <img src={imageUrl(path, 320)} alt="" loading="lazy" width={44} height={44} />
  ) : (
    <span className={css.noPicture} />
  )

/** `to`: where the heading of a row leads, null for a heading without a link, undefined for any other cell. */
function Cell<Of extends Row>({
  column,
  row,
  to,
}: {
  column: Column<Of>
  row: Of
  to: string | null | undefined
}) {
  const content = column.show ? column.show(row) : textOf(row, column.name)
  const below = column.below?.(row)
  if (to !== undefined)
    return (
      <th scope="row">
        {to === null ? content : <Link to={to}>{content || '(no name)'}</Link>}
        {below && <small>{below}</small>}
      </th>
    )
  return (
    <td
      className={column.isNumber ? `${screen.number} ${css.figure}` : undefined}
      data-label={column.label}
      data-minor={column.isMinor || undefined}
    >
      {content}
      {below && <small>{below}</small>}
    </td>
  )
}

/** A column without `show` has texts or numbers. */
function textOf(row: object, name: string): ReactNode {
  const value: unknown = Object.entries(row).find(([field]) => field === name)?.[1]
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

import { ListBase, useListContext } from 'ra-core'
import type { AuditEntry } from '#contract/admin/staff.ts'
import { useFormat } from '../parts/format.ts'
import { Pager } from '../parts/pager.tsx'
import { useTitle } from '../parts/use-title.ts'
import css from './staff.module.css'

/** Every change by staff and by the command line, newest first. */
export default function AuditList() {
  useTitle('Audit log')
  return (
    <ListBase resource="audit" perPage={50} sort={{ field: 'id', order: 'DESC' }} disableAuthentication>
      <h1>Audit log</h1>
      <Filter />
      <Entries />
      <Pager />
    </ListBase>
  )
}

function Filter() {
  const { filterValues, setFilters } = useListContext<AuditEntry>()
  return (
    <form
      className={css.filter}
      onSubmit={(event) => {
        event.preventDefault()
        const entries = new FormData(event.currentTarget)
        const of = (name: string) => String(entries.get(name) ?? '').trim() || undefined
        setFilters({ q: of('q'), record_id: of('record_id') })
      }}
    >
      <input
        type="search"
        name="q"
        aria-label="Who"
        placeholder="Who: e-mail, cli:"
        defaultValue={filterValues.q}
      />
      <input
        type="search"
        name="record_id"
        aria-label="Record"
        placeholder="Record: SF-100045"
        defaultValue={filterValues.record_id}
      />
      <button type="submit">Filter</button>
    </form>
  )
}

function Entries() {
  const { data = [], isPending, error } = useListContext<AuditEntry>()
  const { time } = useFormat()
  if (error) return <p role="alert">{error.message}</p>
  if (isPending) return <p role="status">Loading the log …</p>
  if (data.length === 0) return <p>No entries found</p>
  return (
    <ol className={css.list}>
      {data.map(({ id, at, actor, ip, action, record_type, record_id, before, after }) => (
        <li key={id}>
          <div>
            <strong>{action.replace(/[._]/g, ' ')}</strong> {record_type === 'session' ? '' : record_id}
            <small>
              {time(at)}, {actor} {ip && `(${ip})`}
            </small>
            {Object.keys(after ?? before ?? {}).map((field) => (
              <small key={field}>
                {field.replaceAll('_', ' ')}:{' '}
                {before && field in before && <del>{textOf(before[field])}</del>} {textOf(after?.[field])}
              </small>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

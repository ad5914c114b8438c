import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/admin/staff.ts'
import { Button } from '#ui/button.tsx'
import { useFormServices } from '../form/form-services.ts'
import { ListProvider } from '../list/list-provider.tsx'
import { ListRows } from '../list/list-rows.tsx'
import { Pager } from '../list/pager.tsx'
import { useList } from '../list/use-list.ts'
import { changeWording, sentence } from '../parts/change-wording.ts'
import { ShownValue } from '../parts/differences.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { recordChanges } from '../parts/value-changes.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { idsIn, type Kinds, kindsOf, type Names, withNames } from './audit-names.ts'
import css from './staff.module.css'

/** Every change by staff and by the command line, newest first. */
export default function AuditList() {
  useTitle('Audit log')
  return (
    <ListProvider name="audit" perPage={50} sort={{ field: 'id', order: 'DESC' }}>
      <h1>Audit log</h1>
      <Filter />
      <ListRows many="entries" empty="There are no entries yet.">
        <Entries />
      </ListRows>
      <Pager />
    </ListProvider>
  )
}

function Filter() {
  const { filterValues, setFilters } = useList<AuditEntry>()
  return (
    <form
      className={css.filter}
      onSubmit={(event) => {
        event.preventDefault()
        setFilters(readEntries(event.currentTarget, { q: entry.trimmed, record_id: entry.trimmed }))
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
      <Button type="submit" look="secondary">
        Filter
      </Button>
    </form>
  )
}

function Entries() {
  const { data } = useList<AuditEntry>()
  const { time } = useFormat()
  return (
    <ol className={css.list}>
      {data.map(({ id, at, actor, ip, action, record_type, record_id, before, after }) => (
        <li key={id}>
          <div>
            <strong>{titleOf(action)}</strong>{' '}
            {!action.startsWith('session.') && <AuditRecord type={record_type} id={record_id} />}
            <small>
              {time(at)}, {actor} {ip && `(${ip})`}
            </small>
            <Changes type={record_type} before={before} after={after} />
          </div>
        </li>
      ))}
    </ol>
  )
}

const MAX_SHOWN = 20

/** The values that changed, at first the first ones. */
function Changes({
  type,
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'> & { type: AuditEntry['record_type'] }) {
  const [areAllShown, showAll] = useState(false)
  const { money, moment } = useFormat()
  const { currency } = useSession().session.shop
  const { titles, kinds } = useFields(type)
  const names = useNames([...idsIn([before, after], kinds)])
  const wording = withNames(changeWording(titles, { money, moment, currency }), kinds, names)
  const changes = recordChanges(before, after, wording)
  return (
    <>
      {changes
        .slice(0, areAllShown ? undefined : MAX_SHOWN)
        .map(({ label, before: former, after: value }) => (
          <small key={label}>
            {label}:{' '}
            {former !== undefined && (
              <del>
                <ShownValue text={former} />
              </del>
            )}
            {former !== undefined && value !== undefined && ' → '}
            {value !== undefined && <ShownValue text={value} />}
          </small>
        ))}
      {!areAllShown && changes.length > MAX_SHOWN && (
        <Button look="quiet" onClick={() => showAll(true)}>
          {`Show ${changes.length - MAX_SHOWN} more`}
        </Button>
      )}
    </>
  )
}

const noFields: { titles: Readonly<Record<string, string>>; kinds: Kinds } = { titles: {}, kinds: {} }

/** The titles of the fields of a kind of record, as its form has them, and what those that hold ids belong to. */
function useFields(type: string) {
  const { screens } = useSession()
  const screen = screens.find(({ name }) => name === screenOf(type))
  const { data = noFields } = useQuery({
    queryKey: queryKeys.titles(screen?.name),
    queryFn: async () => {
      const values = await screen?.values?.()
      if (!values) return noFields
      const { z } = await import('zod')
      const titles = Object.entries(values.shape).flatMap(([name, field]) => {
        const title = z.globalRegistry.get(field)?.title
        return title ? [[name, title]] : []
      })
      const schema = z.toJSONSchema(values, { io: 'input', unrepresentable: 'any' })
      return { titles: Object.fromEntries(titles), kinds: kindsOf(schema) }
    },
    enabled: screen?.values !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

const noNames: Names = new Map()

function useNames(ids: readonly (readonly [kind: string, id: number])[]): Names {
  const { nameRecords } = useFormServices()
  const { data = noNames } = useQuery({
    queryKey: queryKeys.recordNames(ids),
    queryFn: async () => {
      const named = await Promise.all(
        ids.map(async ([kind, id]) => [`${kind} ${id}`, (await nameRecords?.(kind, [id]))?.get(id)] as const),
      )
      return new Map(named.flatMap(([key, name]) => (name === undefined ? [] : [[key, name]])))
    },
    enabled: ids.length > 0,
  })
  return data
}

/** The name of the screen with records of this kind: `tax_rate` is on `tax-rates`. */
const screenOf = (type: string) =>
  type === 'picture' ? 'media' : `${type.replaceAll('_', '-')}s`.replace(/ys$/, 'ies')

/** `order.change_address` is "Order: change address". */
const titleOf = (action: string) => action.split('.').map(sentence).join(': ').replace(/: \w/, lower)
const lower = (text: string) => text.toLowerCase()

/** The record that was changed, as a link where the role has its screen. */
function AuditRecord({ type, id }: { type: string; id: string }) {
  const { screens } = useSession()
  const screen = screens.find(({ name, show }) => name === screenOf(type) && show)
  if (type === 'order' && screen)
    return <Link to={`/orders?${new URLSearchParams({ filter: JSON.stringify({ q: id }) })}`}>{id}</Link>
  return screen && /^\d+$/.test(id) ? <Link to={`/${screen.name}/${id}/show`}>{id}</Link> : id
}

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { BackLink, RecordFailure, useTitle, Waiting } from '../parts/screen-frame.tsx'
import { recordStyles as css } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'

type Named = { id: number; version: string; name: string; customers: number }
type Ref = Pick<Named, 'id' | 'version'>

/** All segments and groups with how many customers each has now. */
export default function SegmentList() {
  useTitle('Segments and groups')
  const { data, error } = useAnswer(queryKeys.customerSegments, (signal) =>
    api.adminCustomerSegments.list({}, signal),
  )
  if (error)
    return <RecordFailure title="Segments and groups" error={error} to="/customers" all="All customers" />
  if (!data) return <Waiting />
  return (
    <>
      <BackLink to="/customers">Customers</BackLink>
      <h1>Segments and groups</h1>
      <Sets
        title="Segments"
        about="Customers who meet saved conditions, as of now. Set filters in the list of customers, then choose “Save as segment”."
        one="segment"
        sets={data.segments}
        conditionsOf={({ filter }) => filter}
        onRename={api.adminCustomerSegments.change}
        onRemove={api.adminCustomerSegments.remove}
      />
      <Sets
        title="Groups"
        about="Customers whom staff put into them, on the customer or for a selection of the list."
        one="group"
        sets={data.groups}
        conditionsOf={({ id }) => ({ group: String(id) })}
        onRename={api.adminCustomerSegments.renameGroup}
        onRemove={api.adminCustomerSegments.removeGroup}
      />
    </>
  )
}

type Props<Of> = {
  title: string
  about: string
  one: 'segment' | 'group'
  sets: readonly Of[]
  /** What the list of customers is narrowed to. */
  conditionsOf: (set: Of) => Readonly<Record<string, string>>
  onRename: (change: Ref & { name: string }) => Promise<unknown>
  onRemove: (ref: Ref) => Promise<unknown>
}

function Sets<Of extends Named>({ title, about, one, sets, conditionsOf, onRename, onRemove }: Props<Of>) {
  const { may } = useSession()
  const { count } = useFormat()
  const reload = useReload()
  return (
    <section className={css.card}>
      <h2>{title}</h2>
      <p>{about}</p>
      <ul className={css.list}>
        {sets.map((set) => (
          <li key={set.id} className={css.header}>
            <span>
              <Link to={`/customers?${new URLSearchParams({ filter: JSON.stringify(conditionsOf(set)) })}`}>
                {set.name}
              </Link>{' '}
              <small>
                {count(set.customers)} {set.customers === 1 ? 'customer' : 'customers'}
              </small>
            </span>
            {may('customers.write') && (
              <span className={css.actions}>
                <ActionDialog
                  label={<Verb verb="Rename" name={set.name} />}
                  title={`Rename ${set.name}`}
                  submit="Rename"
                  look="quiet"
                  onRefused={reload}
                  onSubmit={async (form) => {
                    await onRename({ ...refOf(set), ...readEntries(form, { name: entry.trimmed }) })
                    reload()
                  }}
                >
                  {(errors) => (
                    <EntryField
                      label="Name"
                      name="name"
                      autoComplete="off"
                      defaultValue={set.name}
                      maxLength={60}
                      errors={errors.name ?? errors.filter}
                    />
                  )}
                </ActionDialog>
                <ActionDialog
                  label={<Verb verb="Delete" name={set.name} />}
                  title={`Delete the ${one} “${set.name}”?`}
                  submit="Delete"
                  look="quiet"
                  onRefused={reload}
                  onSubmit={async () => {
                    await onRemove(refOf(set))
                    reload()
                  }}
                >
                  <p>
                    {one === 'group'
                      ? 'Its customers stay, without the group. This cannot be undone.'
                      : 'Its customers stay. This cannot be undone.'}
                  </p>
                </ActionDialog>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const refOf = ({ id, version }: Ref): Ref => ({ id, version })

function useReload() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.customerSegments })
    void client.invalidateQueries({ queryKey: queryKeys.customerChoices() })
  }
}

/** The text of a button for one of several: only the verb is seen. */
const Verb = ({ verb, name }: { verb: string; name: string }): ReactNode => (
  <>
    {verb} <span className="visually-hidden">{name}</span>
  </>
)

import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { CustomerDetail, CustomerDuplicate } from '#contract/admin/customers/customers.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { recordStyles as css } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import type { CustomerProps } from './customer-actions.tsx'
import { customerName } from './customer-entry.tsx'

const reasons = {
  email: 'Same e-mail address',
  phone: 'Same phone',
  place: 'Same name and pincode',
} as const

/** Customers who may be the same person, each with the merge. Nothing without any. */
export function CustomerDuplicates({ customer }: Pick<CustomerProps, 'customer'>) {
  const { id } = customer
  const { may } = useSession()
  const { data = [] } = useAnswer(queryKeys.customerDuplicates(id), (signal) =>
    api.adminCustomers.duplicates({ id }, signal),
  )
  if (data.length === 0) return null
  return (
    <section className={css.card}>
      <h2>Possible duplicates</h2>
      <ul className={css.list}>
        {data.map((other) => (
          <li key={other.id} className={css.note}>
            <Link to={`/customers/${other.id}/show`}>{other.name || other.email || other.phone}</Link>
            <small>
              {reasons[other.why]}, {other.is_guest ? 'guest' : 'account'}, {ordersText(other.orders)}
            </small>
            {may('customers.write') && <MergeDialog customer={customer} other={other} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const ordersText = (orders: number) => `${orders} ${orders === 1 ? 'order' : 'orders'}`

type MergeProps = { customer: CustomerDetail; other: CustomerDuplicate }

function MergeDialog({ customer, other }: MergeProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const name = other.name || other.email || other.phone
  async function merge(form: HTMLFormElement) {
    const side = entry.textOr('into')
    const {
      name: ofName,
      email,
      phone,
      ...ids
    } = readEntries(form, {
      id: entry.number,
      version: entry.text,
      into_id: entry.number,
      into_version: entry.text,
      name: side,
      email: side,
      phone: side,
    })
    const sideOf = (value: string) => (value === 'from' ? 'from' : 'into')
    const { message } = await api.adminCustomers.merge({
      ...ids,
      choice: { name: sideOf(ofName), email: sideOf(email), phone: sideOf(phone) },
    })
    showMessage(message ?? '')
    navigate(`/customers/${ids.into_id}/show`)
    for (const id of [customer.id, other.id]) {
      void client.invalidateQueries({ queryKey: queryKeys.record('customers', id) })
      void client.invalidateQueries({ queryKey: queryKeys.customerDuplicates(id) })
    }
  }
  return (
    <ActionDialog
      label={
        <>
          Merge <span className="visually-hidden">with {name}</span>
        </>
      }
      title={`Merge with ${name}?`}
      submit="Merge"
      look="secondary"
      onRefused={() => void client.invalidateQueries({ queryKey: queryKeys.record('customers', other.id) })}
      onSubmit={merge}
    >
      {() => <MergePreview customer={customer} otherId={other.id} />}
    </ActionDialog>
  )
}

/** What moves where and what is lost, with the choice of name and contact between two guests. */
function MergePreview({ customer, otherId }: { customer: CustomerDetail; otherId: number }) {
  const { data: other } = useAnswer(queryKeys.record('customers', otherId), (signal) =>
    api.adminCustomers.get({ id: otherId }, signal),
  )
  if (!other) return <p role="status">Loading …</p>
  // Only a guest is merged into another customer.
  const [from, into] = customer.is_guest && !other.is_guest ? [customer, other] : [other, customer]
  const moved = [
    ordersText(from.order_count),
    ...(from.notes.length > 0 ? [`${from.notes.length} ${from.notes.length === 1 ? 'note' : 'notes'}`] : []),
    ...(from.tags.length > 0 ? [`tags ${from.tags.join(', ')}`] : []),
    ...(from.groups.length > 0 ? [`groups ${from.groups.join(', ')}`] : []),
  ].join('; ')
  return (
    <>
      <input type="hidden" name="id" value={from.id} />
      <input type="hidden" name="version" value={from.version} />
      <input type="hidden" name="into_id" value={into.id} />
      <input type="hidden" name="into_version" value={into.version} />
      <p>
        {`Moves from ${customerName(from)} (${from.email ?? from.phone ?? 'no contact'}) to ${customerName(into)} (${into.email ?? into.phone ?? 'no contact'}): ${moved}. Cancelled and unpaid orders move as well.`}
      </p>
      {into.is_guest ? (
        <>
          <SideChoice label="Name" name="name" from={customerName(from)} into={customerName(into)} />
          <SideChoice label="E-mail" name="email" from={from.email} into={into.email} />
          <SideChoice label="Phone" name="phone" from={from.phone} into={into.phone} />
        </>
      ) : (
        <p>
          Name and contact of the account stay. The orders are shown here only: the account gives no access to
          them.
        </p>
      )}
      <p>
        A contact that is not kept is lost: later guest orders with it make a new customer. A merge cannot be
        undone.
      </p>
    </>
  )
}

type SideProps = { label: string; name: string; from: string | null; into: string | null }

/** Which of two values is kept; nothing to choose where they are the same or one is missing. */
function SideChoice({ label, name, from, into }: SideProps) {
  if (!from || from === into) return null
  if (!into) return <input type="hidden" name={name} value="from" />
  return (
    <EntrySelect label={label} name={name} defaultValue="into">
      <option value="into">{into}</option>
      <option value="from">{from}</option>
    </EntrySelect>
  )
}

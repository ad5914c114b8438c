import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { Chip } from '#ui/chip.tsx'
import { pluginCustomerPanels } from '../admin-plugin.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { LoadedPart } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { NoteForm } from '../parts/note-form.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '../parts/screen-frame.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { recordStyles as css } from '../parts/styles.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { CustomerActions, type CustomerProps as Props } from './customer-actions.tsx'
import { CustomerDuplicates } from './customer-duplicates.tsx'
import { customerName } from './customer-entry.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerWork } from './customer-work.tsx'

const RecordFields = lazy(() => import('../fields/record-fields.tsx'))

/** One customer: orders, addresses, sessions, notes, and what staff do for them. */
export default function CustomerScreen() {
  const id = Number(useParams().id)
  const queryKey = queryKeys.record('customers', id)
  const client = useQueryClient()
  const { data, error } = useAnswer(queryKey, (signal) => api.adminCustomers.get({ id }, signal))
  useTitle(data ? customerName(data) : 'Customer')
  if (error) return <RecordFailure title="Customer" error={error} to="/customers" all="All customers" />
  if (!data) return <Waiting />
  return <Customer customer={data} onChange={(next) => client.setQueryData(queryKey, next)} />
}

function Customer({ customer, onChange }: Props) {
  const { may, session } = useSession()
  const { moment, money } = useFormat()
  const { email, phone, is_blocked, is_guest, created_at, order_count, total, marketing } = customer
  return (
    <>
      <BackLink to="/customers">Customers</BackLink>
      <div className={css.header}>
        <div>
          <h1>{customerName(customer)}</h1>
          <p className={css.chips}>
            {is_blocked && <Chip tone="bad">Blocked</Chip>}
            {is_guest && <Chip tone="calm">Guest</Chip>}
            <span>Customer since {moment(created_at)}</span>
          </p>
        </div>
        {may('customers.write') && <CustomerActions customer={customer} onChange={onChange} />}
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          <Card title={`Orders (${order_count})`}>
            <p>
              {order_count === 0
                ? 'No orders yet.'
                : `${money(total)} in total. Cancelled and unpaid orders are not counted.`}
            </p>
            <Orders customer={customer} />
          </Card>
          <Notes customer={customer} onChange={onChange} />
          <CustomerHistory timeline={customer.timeline} />
        </div>
        <div className={css.column}>
          <Card title="Contact">
            <p className={css.contacts}>
              {email && <a href={`mailto:${email}`}>{email}</a>}
              {phone && <a href={`tel:${phone}`}>{phone}</a>}
            </p>
            {is_guest && <p>Orders without an account. The contact gives no access to them.</p>}
            <p>
              {marketing === null
                ? 'Never asked about marketing mails'
                : `${marketing.is_given ? 'Wants' : 'Does not want'} marketing mails${marketing.at ? `, chosen ${moment(marketing.at)}` : ''}`}
            </p>
          </Card>
          {!is_guest &&
            pluginCustomerPanels(session.plugins).map(({ key, Panel }) => (
              <LoadedPart key={key}>
                <Panel customerId={customer.id} isReadOnly={!may('customers.write')} />
              </LoadedPart>
            ))}
          <CustomerDuplicates customer={customer} />
          <CustomerWork customer={customer} />
          <LoadedPart>
            <RecordFields owner="customer" id={customer.id} canWrite={may('customers.write')} />
          </LoadedPart>
          <Addresses customer={customer} />
          {!is_guest && <Sessions customer={customer} onChange={onChange} />}
        </div>
      </div>
    </>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.card}>
    <h2>{title}</h2>
    {children}
  </section>
)

function Orders({ customer: { orders } }: { customer: CustomerDetail }) {
  const { money, moment } = useFormat()
  return (
    <ul className={css.list}>
      {orders.map(({ id, order_no, status, status_label, grand_total, placed_at }) => (
        <li key={id} className={css.order}>
          <span>
            <Link to={`/orders/${id}/show`}>{order_no}</Link>
            <small>{moment(placed_at)}</small>
          </span>
          <StatusChip status={status} label={status_label} />
          <strong>{money(grand_total)}</strong>
        </li>
      ))}
    </ul>
  )
}

function Addresses({ customer: { addresses } }: { customer: CustomerDetail }) {
  if (addresses.length === 0) return null
  return (
    <Card title="Addresses">
      {addresses.map(({ id, is_default, lines }) => (
        <address key={id}>
          {is_default && <strong>Default</strong>}
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      ))}
    </Card>
  )
}

function Sessions({ customer, onChange }: Props) {
  const { run } = useRecordActions(onChange)
  const { may } = useSession()
  const { moment } = useFormat()
  const { sessions, id } = customer
  return (
    <Card title={`Sessions (${sessions.length})`}>
      {sessions.length === 0 && <p>Not logged in on any device.</p>}
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            {session.device} <small>last seen {moment(session.last_seen_at)}</small>
          </li>
        ))}
      </ul>
      {sessions.length > 0 && may('customers.write') && (
        <ActionDialog
          label="End all sessions"
          title="End all sessions?"
          submit="End sessions"
          look="secondary"
          onSubmit={() => run(api.adminCustomers.endSessions({ id }))}
        >
          <p>The customer has to log in again on every device.</p>
        </ActionDialog>
      )}
    </Card>
  )
}

function Notes({ customer: { id, notes }, onChange }: Props) {
  const { run } = useRecordActions(onChange)
  const { may } = useSession()
  const { moment } = useFormat()
  return (
    <Card title="Notes">
      {may('customers.write') && (
        <NoteForm
          className={css.noteForm}
          onAdd={(note) => run(api.adminCustomers.addNote({ id, ...note }))}
        />
      )}
      <ul className={css.list}>
        {notes.map((note) => (
          <li key={note.id} className={css.note}>
            {note.text}
            <small>
              {note.author}, {moment(note.at)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

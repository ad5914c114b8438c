import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, api, refusal } from '#admin/api.ts'
import { QuantityFields } from '#admin/orders/quantity-fields.tsx'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect, EntryText } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { Reason } from '#admin/parts/record-notices.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { StatusChip } from '#admin/parts/status-chip.tsx'
import { recordStyles as css, entryStyles, screenStyles as screen } from '#admin/parts/styles.ts'
import { useRecordActions } from '#admin/parts/use-record-actions.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { LocationName } from '#contract/admin/catalog/stock-locations.ts'
import type { StockTransfer } from '#contract/admin/catalog/stock-transfers.ts'
import { transferStatuses } from '#contract/rules/stock-names.ts'
import { Button } from '#ui/button.tsx'

const list = '/stock-transfers'

/** A transfer between stock locations: entered as a draft, sent, and received, whole or in parts. */
export default function TransferScreen() {
  const { id } = useParams()
  return id ? <Transfer id={Number(id)} /> : <NewTransfer />
}

function NewTransfer() {
  useTitle('New transfer')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const query = { page: 1, per_page: 100, sort: 'priority', order: 'asc' } as const
  const { data, error } = useAnswer(queryKeys.list('stock-locations', query), (signal) =>
    api.adminStockLocations.list(query, signal),
  )
  if (error) return <RecordFailure title="New transfer" error={error} to={list} all="All transfers" />
  if (!data) return <Waiting />
  return (
    <>
      <BackLink to={list}>Transfers</BackLink>
      <h1>New transfer</h1>
      {data.data.length < 2 ? (
        <p className={screen.empty}>
          A transfer needs two locations. <Link to="/stock-locations/create">Add a location</Link>
        </p>
      ) : (
        <TransferForm
          locations={data.data}
          submit="Save draft"
          onSubmit={async (values) => {
            const { data: made } = await api.adminStockTransfers.create(values)
            queryClient.setQueryData(queryKeys.record('stock-transfers', made.id), made)
            await queryClient.invalidateQueries({ queryKey: queryKeys.list('stock-transfers') })
            await navigate(`${list}/${made.id}/show`, { replace: true })
          }}
        />
      )}
    </>
  )
}

function Transfer({ id }: { id: number }) {
  useTitle(`Transfer ${id}`)
  const queryClient = useQueryClient()
  const key = queryKeys.record('stock-transfers', id)
  const { data, error } = useAnswer(key, (signal) => api.adminStockTransfers.get({ id }, signal))
  const { may } = useSession()
  const { run, onRefused } = useRecordActions<StockTransfer>((transfer) => {
    queryClient.setQueryData(key, transfer)
    void queryClient.invalidateQueries({ queryKey: queryKeys.list('stock-transfers') })
  })
  if (error) return <RecordFailure title={`Transfer ${id}`} error={error} to={list} all="All transfers" />
  if (!data) return <Waiting />
  const { status, from, to, note, version } = data
  const ref = { id, version }
  const isOpen = status === 'draft' || status === 'sent'
  return (
    <>
      <BackLink to={list}>Transfers</BackLink>
      <div className={css.header}>
        <div>
          <h1>Transfer {id}</h1>
          <p className={css.chips}>
            <StatusChip status={status} label={transferStatuses[status]} />
            <span>
              {from} → {to}
            </span>
          </p>
        </div>
        {may('catalog.write') && isOpen && (
          <div className={css.actions}>
            {status === 'draft' ? (
              <ActionDialog
                label="Send"
                title={`Send transfer ${id}?`}
                submit="Send"
                onRefused={onRefused}
                onSubmit={() => run(api.adminStockTransfers.send(ref))}
              >
                <p>Its pieces leave the stock of {from}. The shop sells them again once they arrive.</p>
              </ActionDialog>
            ) : (
              <Receive transfer={data} onRefused={onRefused} run={run} />
            )}
            <ActionDialog
              label="Cancel"
              look="quiet"
              title={`Cancel transfer ${id}?`}
              submit="Cancel transfer"
              onRefused={onRefused}
              onSubmit={() => run(api.adminStockTransfers.cancel(ref))}
            >
              <p>
                {status === 'draft'
                  ? 'No stock changes.'
                  : `What has not arrived is in stock at ${from} again.`}
              </p>
            </ActionDialog>
          </div>
        )}
      </div>
      <Items transfer={data} />
      {status === 'draft' && may('catalog.write') ? (
        <TransferForm
          key={version}
          transfer={data}
          locations={data.locations}
          submit="Save draft"
          onRefused={onRefused}
          onSubmit={(values) => run(api.adminStockTransfers.update({ ...ref, ...values }))}
        />
      ) : (
        note && <p className={css.note}>{note}</p>
      )}
      <Times transfer={data} />
    </>
  )
}

function Times({
  transfer: { status, created_by, created_at, sent_at, ended_at },
}: {
  transfer: StockTransfer
}) {
  const { time } = useFormat()
  return (
    <p className={screen.help}>
      Added by {created_by}, {time(created_at)}.{sent_at && ` Sent ${time(sent_at)}.`}
      {ended_at && ` ${transferStatuses[status]} ${time(ended_at)}.`}
    </p>
  )
}

type ReceiveProps = { transfer: StockTransfer } & Pick<
  ReturnType<typeof useRecordActions<StockTransfer>>,
  'run' | 'onRefused'
>

function Receive({ transfer: { id, version, to, items }, run, onRefused }: ReceiveProps) {
  const lines = items
    .map(({ variation_id, name, sku, quantity, received }) => ({
      id: variation_id,
      name: `${name}, ${sku}`,
      quantity: quantity - received,
    }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <ActionDialog
      label="Receive"
      title={`Receive transfer ${id}`}
      submit="Put into stock"
      onRefused={onRefused}
      onSubmit={(form) => {
        const { quantity } = readEntries(form, { quantity: entry.each(lines, entry.number) })
        const arrived = quantity.map((line) => ({ variation_id: line.id, quantity: line.value }))
        return run(api.adminStockTransfers.receive({ id, version, items: arrived }))
      }}
    >
      {(errors) => (
        <>
          <p>What has not arrived stays in transit. Cancel the transfer to put it back.</p>
          <QuantityFields
            legend={`Arrived at ${to}`}
            lines={lines}
            errors={errors.items}
            inputOf={({ quantity }) => ({ defaultValue: quantity })}
          />
        </>
      )}
    </ActionDialog>
  )
}

function Items({ transfer: { status, items, from } }: { transfer: StockTransfer }) {
  const { count } = useFormat()
  return (
    <section className={css.card} aria-labelledby="items-heading">
      <h2 id="items-heading">Items</h2>
      <ul className={css.list}>
        {items.map(({ variation_id, name, sku, quantity, received, in_stock }) => (
          <li key={variation_id}>
            {count(quantity)} × {name}
            <small>
              {sku},{' '}
              {status === 'draft' ? `${count(in_stock)} in stock at ${from}` : `${count(received)} arrived`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Values = Parameters<typeof api.adminStockTransfers.create>[0]
type FormProps = {
  transfer?: StockTransfer
  locations: readonly LocationName[]
  submit: string
  onSubmit: (values: Values) => Promise<unknown>
  onRefused?: (error: ApiError) => void
}

function TransferForm({ transfer, locations, submit, onSubmit, onRefused }: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const errors = failure?.errors ?? {}

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { items, ...values } = readEntries(event.currentTarget, {
        from_location_id: entry.number,
        to_location_id: entry.number,
        note: entry.trimmed,
        items: entry.text,
      })
      await onSubmit({ ...values, items: readItems(items) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefused?.(error)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const options = locations.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <form onSubmit={save} noValidate className={`${css.card} ${entryStyles.form}`} aria-label="Transfer">
      <EntrySelect
        label="From"
        name="from_location_id"
        defaultValue={transfer?.from_location_id ?? locations[0]?.id}
        errors={errors.from_location_id}
      >
        {options}
      </EntrySelect>
      <EntrySelect
        label="To"
        name="to_location_id"
        defaultValue={transfer?.to_location_id ?? locations[1]?.id}
        errors={errors.to_location_id}
      >
        {options}
      </EntrySelect>
      <EntryText
        label="SKUs and quantities"
        name="items"
        rows={8}
        spellCheck={false}
        defaultValue={transfer?.items.map(({ sku, quantity }) => `${sku} ${quantity}`).join('\n')}
        hint="A line each, such as OXF-BL-M 12. Scan barcodes of SKUs, or paste two columns of a spreadsheet."
        errors={errors.items}
      />
      <EntryField label="Note (optional)" name="note" defaultValue={transfer?.note} errors={errors.note} />
      {failure && (
        <div role="alert" className={entryStyles.failure}>
          <Reason of={failure} />
        </div>
      )}
      <div className={screen.buttons}>
        <Button type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Lines of a SKU and a quantity, by default 1; a SKU on several lines, as a scanner enters it, is added up. */
function readItems(text: string): Values['items'] {
  const quantities = new Map<string, number>()
  for (const line of text.split('\n')) {
    const words = line.split(/[\s,;"]+/).filter(Boolean)
    if (words.length === 0) continue
    const last = Number(words.at(-1))
    const hasQuantity = words.length > 1 && Number.isInteger(last) && last > 0
    const sku = (hasQuantity ? words.slice(0, -1) : words).join(' ').toUpperCase()
    quantities.set(sku, (quantities.get(sku) ?? 0) + (hasQuantity ? last : 1))
  }
  if (quantities.size === 0) throw refusal('Not saved', { items: ['Please enter what is moved'] })
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }))
}

import { type ReactNode, useState } from 'react'
import { api } from '#admin/api.ts'
import { useList } from '#admin/list/use-list.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryChoice } from '#admin/parts/entry-field.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { MoneyEntry } from '#admin/parts/money-entry.tsx'
import { WholeEntry } from '#admin/parts/number-entry.tsx'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'
import type { ProductRow, ProductValues } from '#contract/admin/catalog/products.ts'
import { stockReasons } from '#contract/rules/stock-names.ts'
import { LocationEntry } from './location-entry.tsx'
import css from './product-screen.module.css'

type Entry = {
  id: number
  name: string
  selling_price: number
  mrp: number | null
  /** null where stock is not counted. */
  stock: number | null
}
type Draft = {
  before: readonly Entry[]
  entries: readonly Entry[]
  reason: keyof typeof stockReasons
  /** Where stock changes, in a shop with several locations; by default the main one. */
  location_id?: number
}

/** A value of the list, as a button that opens the prices and the stock of its product. */
export function QuickEdit({ product: { id, name }, children }: { product: ProductRow; children: ReactNode }) {
  const { may } = useSession()
  const { refetch } = useList()
  const [draft, setDraft] = useState<Draft>()
  if (!may('catalog.write')) return children

  async function save(changed: Draft) {
    await write(id, changed)
    setDraft(undefined)
    await refetch()
  }
  return (
    <ActionDialog
      label={
        <>
          {children}
          <span className="visually-hidden"> Change price and stock of {name}</span>
        </>
      }
      title={name}
      submit="Save"
      look="quiet"
      onClose={() => setDraft(undefined)}
      onSubmit={async () => {
        if (!draft) return
        await save(draft)
        showMessage('Price and stock saved', 'good', {
          label: 'Undo',
          run: () =>
            void save({ ...draft, before: draft.entries, entries: draft.before }).catch(
              ({ message }: Error) => showMessage(message, 'bad'),
            ),
        })
      }}
    >
      {(errors) => <Fields id={id} draft={draft} errors={errors} onChange={setDraft} />}
    </ActionDialog>
  )
}

/** Writes what differs: prices in the product as it is now, stock as a difference. */
async function write(id: number, { before, entries: after, reason, location_id }: Draft) {
  const former = new Map(before.map((entry) => [entry.id, entry]))
  const priced = new Map(
    after.flatMap(({ id: of, selling_price, mrp }) => {
      const was = former.get(of)
      const isChanged = selling_price !== was?.selling_price || mrp !== was.mrp
      return isChanged ? [[of, { selling_price, mrp }]] : []
    }),
  )
  if (priced.size > 0) {
    const { data } = await api.adminProducts.get({ id })
    const variations = data.values.variations.map((one) => ({ ...one, ...priced.get(one.id ?? 0) }))
    await api.adminProducts.update({ id, version: data.version, values: { ...data.values, variations } })
  }
  const changes = after
    .map(({ id: variation_id, stock }) => ({
      variation_id,
      by: (stock ?? 0) - (former.get(variation_id)?.stock ?? 0),
    }))
    .filter(({ by }) => by !== 0)
  if (changes.length > 0) await api.adminProducts.adjustStock({ id, changes, reason, location_id, note: '' })
}

type FieldsProps = {
  id: number
  draft: Draft | undefined
  errors: Record<string, string[]>
  onChange: (draft: Draft) => void
}

function Fields({ id, draft: typed, errors, onChange }: FieldsProps) {
  const record = useAnswer(
    queryKeys.record('products', id),
    (signal) => api.adminProducts.get({ id }, signal),
    { gcTime: 0, refetchOnWindowFocus: false },
  )
  const stock = useAnswer(queryKeys.productStock(id), (signal) => api.adminProducts.stock({ id }, signal), {
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const failure = record.error ?? stock.error
  if (failure) return <p role="alert">{failure.message}</p>
  if (!record.data || !stock.data) return <p role="status">Loading …</p>
  const before = entriesOf(record.data.values, stock.data)
  const draft = typed ?? { before, entries: before, reason: 'counted' }
  const change = (at: number, part: Partial<Entry>) =>
    onChange({
      ...draft,
      entries: draft.entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)),
    })
  return (
    <>
      <div className={css.scroller}>
        <table className={css.grid}>
          <thead>
            <tr>
              <th scope="col">Variation</th>
              <th scope="col">Price</th>
              <th scope="col">Compare price</th>
              <th scope="col">Stock</th>
            </tr>
          </thead>
          <tbody>
            {draft.entries.map((entry, at) => (
              <Row
                key={entry.id}
                entry={entry}
                hasError={(field) => errors[`values.variations.${at}.${field}`] !== undefined}
                onChange={(part) => change(at, part)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {draft.entries.some(({ stock }, at) => stock !== draft.before[at]?.stock) && (
        <>
          <EntryChoice
            label="Why the stock changes"
            value={draft.reason}
            options={stockReasons}
            onChoose={(reason) => onChange({ ...draft, reason })}
          />
          {stock.data.locations.length > 0 && (
            <LocationEntry
              locations={stock.data.locations}
              onChange={({ target }) => onChange({ ...draft, location_id: Number(target.value) })}
            />
          )}
        </>
      )}
    </>
  )
}

type RowProps = {
  entry: Entry
  hasError: (field: 'selling_price' | 'mrp') => boolean
  onChange: (part: Partial<Entry>) => void
}

const Row = ({ entry: { name, selling_price, mrp, stock }, hasError, onChange }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td className={css.money} data-label="Price">
      <MoneyEntry
        label={`Price of ${name}`}
        value={selling_price}
        hasError={hasError('selling_price')}
        isRequired
        onChange={(amount) => amount !== null && onChange({ selling_price: amount })}
      />
    </td>
    <td className={css.money} data-label="Compare price">
      <MoneyEntry
        label={`Compare price of ${name}`}
        value={mrp}
        hasError={hasError('mrp')}
        onChange={(amount) => onChange({ mrp: amount })}
      />
    </td>
    <td className={css.short} data-label="Stock">
      {stock === null ? (
        'Not counted'
      ) : (
        <WholeEntry
          label={`Stock of ${name}`}
          value={stock}
          isRequired
          onChange={(pieces) => pieces !== null && onChange({ stock: pieces })}
        />
      )}
    </td>
  </tr>
)

function entriesOf({ variations }: ProductValues, stocks: ProductStock): Entry[] {
  const prices = new Map(variations.map((variation) => [variation.id, variation]))
  return stocks.variations.flatMap(({ id, sku, title, pieces, tracks_stock }) => {
    const price = prices.get(id)
    if (!price) return []
    const { selling_price, mrp } = price
    return { id, name: title || sku, selling_price, mrp, stock: tracks_stock ? pieces : null }
  })
}

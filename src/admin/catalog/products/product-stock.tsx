import { useQueryClient } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect, optionsOf } from '#admin/parts/entry-field.tsx'
import { NotLoaded } from '#admin/parts/failure.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'
import { keysOf, ownValue } from '#contract/rules/own-value.ts'
import { allStockReasons, stockReasons } from '#contract/rules/stock-names.ts'
import { Button } from '#ui/button.tsx'
import { groupsOf, MOST_UNFOLDED } from './change-variations.ts'
import { LocationEntry } from './location-entry.tsx'
import css from './product-screen.module.css'
import { groupOf, SeveralRow } from './several-row.tsx'
import { StockRulesDialog } from './stock-rules.tsx'

export const useProductStock = (id: number | undefined) =>
  useAnswer(queryKeys.productStock(id ?? 0), (signal) => api.adminProducts.stock({ id: id ?? 0 }, signal), {
    enabled: id !== undefined,
  })

/** The stock of each variation, its adjustment with a reason, and what staff changed. */
export const ProductStockCard = memo(function ProductStockCard({
  id,
  canWrite,
}: {
  id: number
  canWrite: boolean
}) {
  const queryClient = useQueryClient()
  const { count } = useFormat()
  const key = queryKeys.productStock(id)
  const { data, error, refetch } = useProductStock(id)
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return null
  const { variations, locations, changes: history } = data

  /** Empty in a shop with one location. */
  const inLocations = (levels: ProductStock['variations'][number]['levels']) =>
    locations
      .flatMap(({ id: location, name }) => {
        const level = levels.find(({ location_id }) => location_id === location)
        return level ? [`${name}: ${count(level.quantity)}`] : []
      })
      .join(', ')

  async function adjust(form: HTMLFormElement) {
    const { by, ...entries } = readEntries(form, {
      by: entry.each(variations, entry.number),
      reason: entry.oneOf(keysOf(stockReasons)),
      note: entry.text,
      location_id: entry.optionalNumber,
    })
    const changes = by
      .filter(({ value }) => Number.isInteger(value) && value !== 0)
      .map((change) => ({ variation_id: change.id, by: change.value }))
    const { data: after, message } = await api.adminProducts.adjustStock({ id, changes, ...entries })
    queryClient.setQueryData(key, after)
    showMessage(message ?? 'Stock changed')
  }

  return (
    <section className={screen.card} aria-labelledby="stock-heading">
      <div className={css.cardHeader}>
        <h2 id="stock-heading">Stock</h2>
        {canWrite && (
          <ActionDialog
            label="Adjust stock"
            title="Adjust stock"
            submit="Save"
            look="secondary"
            onSubmit={adjust}
          >
            {(errors) => (
              <>
                {locations.length > 0 && (
                  <LocationEntry locations={locations} name="location_id" errors={errors.location_id} />
                )}
                {variations.length > 1 && <AdjustSeveral variations={variations} />}
                <AdjustEach {...{ variations, inLocations }} errors={errors.changes} />
                <EntrySelect label="Reason" name="reason" errors={errors.reason}>
                  {optionsOf(stockReasons)}
                </EntrySelect>
                <EntryField label="Note (optional)" name="note" errors={errors.note} />
              </>
            )}
          </ActionDialog>
        )}
        {canWrite && <StockRulesDialog id={id} variations={variations} />}
      </div>
      <Levels variations={variations} inLocations={inLocations} />
      <StockHistory changes={history} />
    </section>
  )
})

const AdjustEach = ({ variations, inLocations, errors }: LevelsProps & { errors: string[] | undefined }) => {
  const { count } = useFormat()
  return variations.map(({ id, sku, title, pieces, levels }) => (
    <div key={id} className={css.adjusted}>
      <EntryField
        label={`${title || sku}: change by`}
        name={`by ${id}`}
        type="number"
        step={1}
        hint={`Now ${inLocations(levels) || count(pieces)}. For example 12, or -2.`}
        errors={variations.length === 1 ? errors : undefined}
      />
    </div>
  ))
}

type LevelsProps = Pick<ProductStock, 'variations'> & {
  inLocations: (levels: ProductStock['variations'][number]['levels']) => string
}

function Levels({ variations, inLocations }: LevelsProps) {
  const { count } = useFormat()
  const [isOpen, setOpen] = useState(false)
  if (variations.length <= MOST_UNFOLDED) return <LevelList {...{ variations, inLocations }} />
  const counted = variations.filter(({ tracks_stock }) => tracks_stock)
  const soldOut = counted.filter(({ pieces }) => pieces === 0).length
  const total = counted.reduce((sum, { pieces }) => sum + pieces, 0)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {count(variations.length)} variations: {count(total)} pieces
        {soldOut > 0 && `, ${count(soldOut)} without any`}
      </summary>
      {isOpen && <LevelList {...{ variations, inLocations }} />}
    </details>
  )
}

function LevelList({ variations, inLocations }: LevelsProps) {
  const { count, day } = useFormat()
  return (
    <ul className={css.stockList}>
      {variations.map(({ id: variationId, sku, title, stock, pieces, tracks_stock, levels, ...rules }) => (
        <li key={variationId}>
          <span>
            {title || sku}
            {title && <small>{sku}</small>}
            {tracks_stock && inLocations(levels) && <small>{inLocations(levels)}</small>}
            {tracks_stock && (rules.safety_stock > 0 || rules.sold_ahead) && (
              <small>
                {rules.sold_ahead?.limit === null ? 'For sale without a limit' : `${count(stock)} for sale`}
                {rules.safety_stock > 0 && `, safety stock ${count(rules.safety_stock)}`}
                {rules.sold_ahead && `, ${aheadText(rules.sold_ahead, day)}`}
              </small>
            )}
            {rules.waiting.length > 0 && (
              <small>
                Waiting:{' '}
                {rules.waiting.map(({ order_id, order_no, quantity }) => (
                  <Link key={order_id} to={`/orders/${order_id}`}>
                    {order_no} ({count(quantity)}){' '}
                  </Link>
                ))}
              </small>
            )}
          </span>
          <strong>{tracks_stock ? count(pieces) : 'Not counted'}</strong>
        </li>
      ))}
    </ul>
  )
}

type SoldAhead = NonNullable<ProductStock['variations'][number]['sold_ahead']>

const aheadText = (rule: SoldAhead, day: (date: string) => string) =>
  rule.kind === 'backorder' ? `backorder: ${rule.text}` : `pre-order until ${day(rule.date)}`

function StockHistory({ changes }: Pick<ProductStock, 'changes'>) {
  const { count, time } = useFormat()
  if (changes.length === 0) return null
  return (
    <details>
      <summary>History</summary>
      <ol className={css.history}>
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              {time(change.at)}, {change.actor}
            </span>
            <span>
              {change.sku}
              {change.location && ` at ${change.location}`}: {count(change.stock_before)} →{' '}
              {count(change.stock_after)} ({ownValue(allStockReasons, change.reason) ?? change.reason}
              {change.note && `: ${change.note}`})
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

type Adjusted = Pick<ProductStock['variations'][number], 'id' | 'title' | 'pieces' | 'levels'>

/** The pieces of a variation in a location; without one the shop has no other. */
const piecesIn = (location: number | undefined, { pieces, levels }: Adjusted) =>
  location === undefined ? pieces : (levels.find((level) => level.location_id === location)?.quantity ?? 0)

/** Fills in the fields of several variations, whose values are sent with the form. */
function AdjustSeveral({ variations }: { variations: readonly Adjusted[] }) {
  const { count } = useFormat()
  const [target, setTarget] = useState('all')
  const [way, setWay] = useState<'by' | 'to'>('by')
  const [typed, setTyped] = useState('')
  const groups = groupsOf(variations.map(({ title }) => title.split(' / ').filter(Boolean)))
  const positions = groupOf(groups, target)?.positions ?? new Set(variations.keys())
  const number = Number(typed)

  function fill(form: HTMLFormElement | null) {
    const location = readEntries(form, { location_id: entry.optionalNumber }).location_id
    for (const [at, variation] of variations.entries()) {
      const input = form?.elements.namedItem(`by ${variation.id}`)
      if (positions.has(at) && input instanceof HTMLInputElement)
        input.value = String(way === 'to' ? number - piecesIn(location, variation) : number)
    }
  }

  return (
    <SeveralRow
      target={target}
      total={variations.length}
      groups={groups}
      onTarget={setTarget}
      way={way}
      ways={{ by: 'Change by', to: 'Set to' }}
      onWay={setWay}
    >
      <EntryField
        label="Pieces"
        type="number"
        step={1}
        value={typed}
        onChange={({ target: { value } }) => setTyped(value)}
      />
      <Button
        look="secondary"
        disabled={typed === '' || !Number.isInteger(number)}
        onClick={({ currentTarget }) => fill(currentTarget.form)}
      >
        Fill in {count(positions.size)}
      </Button>
    </SeveralRow>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect, optionsOf } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { type ProductStock, stockReasons } from '#contract/admin/catalog/product-actions.ts'
import { keysOf, ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { groupsOf } from './change-variations.ts'
import css from './product-screen.module.css'
import { groupOf, SeveralRow } from './several-row.tsx'

const reasons: Record<string, string> = { ...stockReasons, initial: 'First stock', import: 'Import' }

/** The stock of each variation, its adjustment with a reason, and what staff changed. */
export function ProductStockCard({ id, canWrite }: { id: number; canWrite: boolean }) {
  const queryClient = useQueryClient()
  const { count } = useFormat()
  const key = queryKeys.productStock(id)
  const { data, error } = useAnswer(key, (signal) => api.adminProducts.stock({ id }, signal))
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return null
  const { variations, changes: history } = data

  async function adjust(form: HTMLFormElement) {
    const { by, ...entries } = readEntries(form, {
      by: entry.each(variations, entry.number),
      reason: entry.oneOf(keysOf(stockReasons)),
      note: entry.text,
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
                {variations.length > 1 && <AdjustSeveral variations={variations} />}
                {variations.map(({ id: variationId, sku, title, stock }) => (
                  <EntryField
                    key={variationId}
                    label={`${title || sku}: change by`}
                    name={`by ${variationId}`}
                    type="number"
                    step={1}
                    hint={`Now ${count(stock)}. For example 12, or -2.`}
                    errors={variations.length === 1 ? errors.changes : undefined}
                  />
                ))}
                <EntrySelect label="Reason" name="reason" errors={errors.reason}>
                  {optionsOf(stockReasons)}
                </EntrySelect>
                <EntryField label="Note (optional)" name="note" errors={errors.note} />
              </>
            )}
          </ActionDialog>
        )}
      </div>
      <ul className={css.stockList}>
        {variations.map(({ id: variationId, sku, title, stock, tracks_stock }) => (
          <li key={variationId}>
            <span>
              {title || sku}
              {title && <small>{sku}</small>}
            </span>
            <strong>{tracks_stock ? count(stock) : 'Not counted'}</strong>
          </li>
        ))}
      </ul>
      <StockHistory changes={history} />
    </section>
  )
}

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
              {change.sku}: {count(change.stock_before)} → {count(change.stock_after)} (
              {ownValue(reasons, change.reason) ?? change.reason}
              {change.note && `: ${change.note}`})
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

type Adjusted = { id: number; title: string; stock: number }

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
    for (const [at, { id, stock }] of variations.entries()) {
      const input = form?.elements.namedItem(`by ${id}`)
      if (positions.has(at) && input instanceof HTMLInputElement)
        input.value = String(way === 'to' ? number - stock : number)
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

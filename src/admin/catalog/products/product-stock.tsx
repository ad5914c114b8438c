import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { screenStyles as screen } from '#admin/parts/screen-styles.ts'
import { stockReasons } from '#contract/admin/catalog/product-actions.ts'
import css from './product-screen.module.css'

const reasons: Record<string, string> = { ...stockReasons, initial: 'First stock', import: 'Import' }

/** The stock of each variation, its adjustment with a reason, and what staff changed. */
export function ProductStockCard({ id, canWrite }: { id: number; canWrite: boolean }) {
  const queryClient = useQueryClient()
  const { count, time } = useFormat()
  const key = ['product stock', id]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.adminProducts.stock({ id }, signal)).data,
  })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return null

  async function adjust(entries: FormData) {
    const changes = (data?.variations ?? []).flatMap((variation) => {
      const by = Number(entries.get(`by-${variation.id}`) ?? 0)
      return Number.isInteger(by) && by !== 0 ? [{ variation_id: variation.id, by }] : []
    })
    const { data: after, message } = await api.adminProducts.adjustStock({
      id,
      changes,
      reason: entries.get('reason') as keyof typeof stockReasons,
      note: String(entries.get('note') ?? ''),
    })
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
                {data.variations.map(({ id: variationId, sku, title, stock }) => (
                  <EntryField
                    key={variationId}
                    label={`${title || sku}: change by`}
                    name={`by-${variationId}`}
                    type="number"
                    step={1}
                    hint={`Now ${count(stock)}. For example 12, or -2.`}
                    errors={data.variations.length === 1 ? errors.changes : undefined}
                  />
                ))}
                <EntrySelect label="Reason" name="reason" errors={errors.reason}>
                  {Object.entries(stockReasons).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </EntrySelect>
                <EntryField label="Note (optional)" name="note" errors={errors.note} />
              </>
            )}
          </ActionDialog>
        )}
      </div>
      <ul className={css.stockList}>
        {data.variations.map(({ id: variationId, sku, title, stock, tracks_stock }) => (
          <li key={variationId}>
            <span>
              {title || sku}
              {title && <small>{sku}</small>}
            </span>
            <strong>{tracks_stock ? count(stock) : 'Not counted'}</strong>
          </li>
        ))}
      </ul>
      {data.changes.length > 0 && (
        <details>
          <summary>History</summary>
          <ol className={css.history}>
            {data.changes.map((change) => (
              <li key={change.id}>
                <span>
                  {time(change.at)}, {change.actor}
                </span>
                <span>
                  {change.sku}: {count(change.stock_before)} → {count(change.stock_after)} (
                  {reasons[change.reason] ?? change.reason}
                  {change.note && `: ${change.note}`})
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

import { useEffect, useState } from 'react'
import { ApiError, api } from '#admin/api.ts'
import { DownloadLink } from '#admin/parts/download-link.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { screenStyles } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import type { ProductBatch } from '#contract/admin/catalog/product-batches.ts'
import { Button } from '#ui/button.tsx'
import css from './bulk-bar.module.css'

type Props = { started: ProductBatch; onDone?: () => void; onClose?: () => void }

/** The progress of a change of many products, then its result with undo. */
export function BatchProgress({ started, onDone, onClose }: Props) {
  const [id, setId] = useState(started.id)
  const { count } = useFormat()
  const { data: batch = started } = useAnswer(
    queryKeys.productBatch(id),
    (signal) => api.adminProductBatches.get({ id }, signal),
    { refetchInterval: ({ state }) => (state.data?.finished_at ? false : 500) },
  )
  const isFinished = batch.finished_at !== null
  useEffect(() => {
    if (isFinished) onDone?.()
  }, [isFinished, id])

  async function undo() {
    try {
      setId((await api.adminProductBatches.undo({ id })).data.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    }
  }

  return (
    <section className={`${screenStyles.selection} ${css.bulk}`} aria-label="Bulk change">
      <p role="status">
        {batch.title}:{' '}
        {isFinished
          ? `${count(batch.done - batch.refused)} of ${count(batch.total)} products done`
          : `${count(batch.done)} of ${count(batch.total)} products …`}
      </p>
      {!isFinished && <progress aria-label={batch.title} value={batch.done} max={batch.total} />}
      {batch.can_undo && (
        <Button look="secondary" onClick={undo}>
          Undo
        </Button>
      )}
      {isFinished && onClose && (
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      )}
      {isFinished && batch.refused > 0 && (
        <DownloadLink href={`/api/admin/product-batches/${id}/refused`}>
          {`${count(batch.refused)} refused as CSV`}
        </DownloadLink>
      )}
      {batch.refusals.length > 0 && (
        <ul className={css.results}>
          {batch.refusals.map(({ id: productId, name, message }) => (
            <li key={productId}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError } from '../api.ts'
import { SelectAll } from '../list/select-all.tsx'
import { useList } from '../list/use-list.ts'
import { showMessage } from '../parts/messages.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import css from './resource.module.css'
import type { BulkAction } from './resource.ts'

type Row = { id: number }
type Props<Of extends Row> = { rows: readonly Of[]; actions: readonly BulkAction<Of>[] }

/** Applies an action to the selected rows of the page. */
export function BulkBar<Of extends Row>({ rows, actions }: Props<Of>) {
  const { selectedIds, select, refetch } = useList()
  const [isBusy, setBusy] = useState(false)
  const chosen = rows.filter(({ id }) => selectedIds.includes(id))

  async function run(action: BulkAction<Of>, suitable: readonly Of[]) {
    setBusy(true)
    try {
      const { message, refused } = await action.run(suitable)
      showMessage(message)
      for (const reason of refused.slice(0, 2)) showMessage(reason, 'bad')
      select([])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    } finally {
      setBusy(false)
    }
    await refetch()
  }

  return (
    <div className={`${screen.select} ${css.bulk}`}>
      <SelectAll ids={rows.map(({ id }) => id)} />
      <span>
        {actions.map((action) => {
          const suitable = chosen.filter((row) => action.isFor?.(row) ?? true)
          return (
            <Button
              key={action.label}
              look="secondary"
              disabled={suitable.length === 0 || isBusy}
              onClick={() => void run(action, suitable)}
            >
              {suitable.length === 0 ? action.label : `${action.label} ${suitable.length}`}
            </Button>
          )
        })}
      </span>
    </div>
  )
}

import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import css from './order-list.module.css'

/** Columns that a list can have besides those that it always has, in their order. */
const labels = { products: 'Products', courier: 'Courier', work: 'Tags and staff' } as const
export type OrderColumn = keyof typeof labels
const columns: readonly OrderColumn[] = ['products', 'courier', 'work']
const atFirst: readonly OrderColumn[] = ['work']
const storageKey = 'admin-order-columns'

/** The columns that staff have chosen, which this browser remembers. */
export function useOrderColumns() {
  const [shown, setShown] = useState(readStored)
  function toggle(column: OrderColumn) {
    const next = columns.filter((one) => shown.includes(one) !== (one === column))
    setShown(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // A browser may refuse storage; then the columns stay until the next load.
    }
  }
  return { shown, toggle }
}

function readStored(): readonly OrderColumn[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? columns.filter((one) => stored.includes(one)) : atFirst
  } catch {
    return atFirst
  }
}

/** The heads of the chosen columns. */
export const ColumnHeads = ({ shown }: { shown: readonly OrderColumn[] }) =>
  shown.map((column) => (
    <th key={column} scope="col" className={css.optional}>
      {labels[column]}
    </th>
  ))

/** Chooses the columns, where the window is wide enough for them. */
export function ColumnChoice({ shown, toggle }: ReturnType<typeof useOrderColumns>) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className={css.columns}>
      <Button
        look="quiet"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen((former) => !former)}
      >
        Columns
      </Button>
      <fieldset id={panel} hidden={!isOpen} className={css.columnPanel}>
        <legend className="visually-hidden">Columns</legend>
        {columns.map((column) => (
          <label key={column}>
            <input type="checkbox" checked={shown.includes(column)} onChange={() => toggle(column)} />{' '}
            {labels[column]}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles } from '../parts/styles.ts'
import { useList } from './use-list.ts'

type Props = {
  /** In a sentence: `product`, `products`. */
  one: string
  several: string
  /** Instead of the selected rows, all that the list finds. */
  isAll: boolean
  onAll: (isAll: boolean) => void
  /** Records that an action for all of them takes at most, the newest. */
  most?: number
  /** The actions, for so many records: `3 products`. */
  children: (many: string) => ReactNode
}

/**
 * Whether an action is for all that the list finds, instead of the selected rows. It ends when the selection changes: staff who take one row
 * out of it, or choose one of another filter, no longer mean all.
 */
export function useAllChosen() {
  const { selectedIds } = useList()
  const [chosen, choose] = useState<readonly number[]>()
  return { isAll: chosen === selectedIds, onAll: (isAll: boolean) => choose(isAll ? selectedIds : undefined) }
}

/** What can be done to the selected rows of a list, or to all that its search and filters find. Nothing while no row is selected. */
export function SelectionBar({ one, several, isAll, onAll, most = Infinity, children }: Props) {
  const { selectedIds, total = 0, select } = useList()
  const { count } = useFormat()
  if (selectedIds.length === 0) return null
  const all = Math.min(total, most)
  const chosen = isAll ? all : selectedIds.length
  const many = `${count(chosen)} ${chosen === 1 ? one : several}`
  return (
    <section className={screenStyles.selection} data-selection aria-label={`Selected ${several}`}>
      <p>
        {many} selected{' '}
        {!isAll && all > selectedIds.length && (
          <Button look="quiet" onClick={() => onAll(true)}>
            {`Select ${all < total ? 'the newest' : 'all'} ${count(all)}`}
          </Button>
        )}
      </p>
      {children(many)}
      <Button
        look="quiet"
        onClick={() => {
          onAll(false)
          select([])
        }}
      >
        Clear selection
      </Button>
    </section>
  )
}

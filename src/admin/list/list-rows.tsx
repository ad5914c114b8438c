import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useList } from './use-list.ts'

type Props = {
  /** In a sentence: `orders`. */
  many: string
  /** Where nothing is searched for: what will be here, and how. */
  empty: string
  isFiltered?: boolean
  children: ReactNode
}

/** The rows of the list around, or why there are none: not loaded, failed, nothing found, nothing yet. */
export function ListRows({ many, empty, isFiltered, children }: Props) {
  const { data, isPending, error, refetch, filterValues, setFilters } = useList()
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (isPending) return <p role="status">Loading {many} …</p>
  if (data.length > 0) return children
  return (
    <div className={screen.empty}>
      {(isFiltered ?? Object.keys(filterValues).length > 0) ? (
        <>
          <p>Nothing matches your search.</p>
          <Button look="secondary" onClick={() => setFilters({})}>
            Show all
          </Button>
        </>
      ) : (
        <p>{empty}</p>
      )}
    </div>
  )
}

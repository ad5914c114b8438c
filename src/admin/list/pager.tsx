import { Button } from '#ui/button.tsx'
import css from './list.module.css'
import { useList } from './use-list.ts'

/** The page of a list, with the buttons to its neighbours. */
export function Pager() {
  const { page, perPage, total = 0, setPage } = useList()
  if (total <= perPage) return null
  const last = Math.ceil(total / perPage)
  return (
    <nav className={css.pager} aria-label="Pages">
      <Button look="secondary" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        Previous
      </Button>
      <span>
        {page} of {last}
      </span>
      <Button look="secondary" disabled={page >= last} onClick={() => setPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

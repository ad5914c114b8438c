import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import css from './list.module.css'
import { rowsChoices } from './list-state.ts'
import { useList } from './use-list.ts'

/** The page of a list, with the buttons to its neighbours, and how many rows a page has. */
export function Pager() {
  const { page, perPage, total = 0, setPage, setPerPage } = useList()
  const id = useId()
  const [least] = rowsChoices
  if (total <= Math.min(least, perPage)) return null
  const last = Math.ceil(total / perPage)
  const choices = [...new Set([...rowsChoices, perPage])].toSorted((a, b) => a - b)
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
      <span className={css.rows}>
        <label htmlFor={id}>Rows</label>
        <select id={id} value={perPage} onChange={({ target }) => setPerPage(Number(target.value))}>
          {choices.map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
        </select>
      </span>
    </nav>
  )
}

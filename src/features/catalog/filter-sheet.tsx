import { useBackToClose } from '#client/use-back-to-close.ts'
import type { Filters, Sort } from '#contract/catalogue.ts'
import { navigate } from '#pages/navigate.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FilterForm, type FilterFormProps } from './filter-form.tsx'
import css from './filter-sheet.module.css'
import { listingQuery } from './listing-url.ts'

type Props = { form: FilterFormProps; total: number; clearUrl: string; onClose: () => void }

/**
 * The filters of phones: every choice counts at once, and the button says how many products are left. All that is chosen here is one
 * history entry, so Back closes the sheet, and from the list it leads to what was there before.
 */
export function FilterSheet({ form, total, clearUrl, onClose }: Props) {
  const close = useBackToClose(onClose)
  const go = (href: string) => navigate(href, { keepPlace: true, replace: true })
  const { action, query, sort, decimals } = form
  const onFilters = (filters: Filters) =>
    go(action + listingQuery({ query, sort: sort as Sort, filters }, decimals))
  return (
    <Dialog
      title="Filters"
      side="bottom"
      onClose={close}
      foot={
        <div className={css.foot}>
          <a
            className={css.clear}
            href={clearUrl}
            onClick={(event) => {
              event.preventDefault()
              go(clearUrl)
            }}
          >
            Clear all
          </a>
          <Button onClick={close}>Show {total === 1 ? '1 result' : `${total} results`}</Button>
        </div>
      }
    >
      <FilterForm {...form} onFilters={onFilters} />
    </Dialog>
  )
}

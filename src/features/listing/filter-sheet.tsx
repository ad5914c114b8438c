import { useBackToClose } from '#client/use-back-to-close.ts'
import type { Filters } from '#contract/catalog.ts'
import { navigate } from '#pages/navigate.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FilterForm, type FilterFormProps } from './filter-form.tsx'
import css from './filter-sheet.module.css'
import { type ListingShown, listingHref } from './listing-shown.ts'

type Props = { form: FilterFormProps; listing: ListingShown; onClose: () => void }

/**
 * The filters on phones: each choice applies at once, and the button shows the number of products. All choices share one history
 * entry, so that Back closes the sheet, and from the list it leads to the page before it.
 */
export function FilterSheet({ form, listing, onClose }: Props) {
  const close = useBackToClose(onClose)
  const { total } = listing
  const onFilters = (filters: Filters) =>
    navigate(listingHref(listing, { filters }), { keepPlace: true, replace: true })
  return (
    <Dialog
      title="Filters"
      side="bottom"
      onClose={close}
      foot={
        <div className={css.foot}>
          <a
            className={css.clear}
            href={listingHref(listing, { filters: {} })}
            onClick={(event) => {
              event.preventDefault()
              onFilters({})
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

import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FilterForm, type FilterFormProps } from './filter-form.tsx'
import css from './filter-sheet.module.css'

type Props = { form: FilterFormProps; total: number; clearUrl: string; onClose: () => void }

/** The filters of phones: every choice counts at once, and the button says how many products are left. */
export function FilterSheet({ form, total, clearUrl, onClose }: Props) {
  return (
    <Dialog
      title="Filters"
      side="bottom"
      onClose={onClose}
      foot={
        <div className={css.foot}>
          <a className={css.clear} href={clearUrl} data-keep-place="">
            Clear all
          </a>
          <Button onClick={onClose}>Show {total === 1 ? '1 product' : `${total} products`}</Button>
        </div>
      }
    >
      <FilterForm {...form} />
    </Dialog>
  )
}

import type { SlotProps } from '#contract/slots.ts'
import { type FormShown, FormView } from '#features/forms/form-view.tsx'
import css from './notice-form.module.css'

type Data = { sold_out: number[]; form: FormShown }

/** Shown while the chosen variation is sold out. Without scripts its page of the form shows the result. */
export function NoticeForm({
  product_id,
  data: { sold_out, form },
}: SlotProps['product.below-buy-box'] & { data: Data }) {
  if (!sold_out.includes(product_id)) return null
  const hidden = { product_id: String(product_id) }
  return (
    <section className={css.notice} aria-label="Back in stock">
      <h2 className={css.title}>Get an email when it’s back in stock</h2>
      <FormView
        key={product_id}
        form={{ ...form, hidden, page: `${form.page}?${new URLSearchParams(hidden)}` }}
      />
    </section>
  )
}

import { FormView } from '#features/forms/form-view.tsx'
import type { SectionProps } from '#sections/section.ts'
import { cardClass } from '#ui/card.ts'
import css from './form.module.css'
import type { load, settings } from './schema.ts'

/** One form, in line with the text of a page. */
export default function Form({
  settings: { title, text },
  data,
}: SectionProps<typeof settings, typeof load>) {
  if (!data) return null
  return (
    <section className={`wide ${css.section}`}>
      <div className={cardClass}>
        <h2>{title || data.name}</h2>
        {text && <p>{text}</p>}
        <FormView form={data} />
      </div>
    </section>
  )
}

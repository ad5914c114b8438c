import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import type { SectionProps } from '#sections/section.ts'
import { cardClass } from '#ui/card.ts'
import css from './newsletter.module.css'
import type { load, settings } from './schema.ts'

const FormView = lazyHydrated(
  () => import('#features/forms/form-view.tsx').then((module) => module.FormView),
  'near',
)

/** The invitation to the newsletter; nothing while no plugin offers its form. */
export default function Newsletter({
  settings: { title, text },
  data,
}: SectionProps<typeof settings, typeof load>) {
  if (!title || !data) return null
  return (
    <section className={css.band} data-newsletter="">
      <div className={`wide ${css.row}`}>
        <div className={css.text}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={`${cardClass} ${css.card}`}>
          <FormView form={data} />
          {data.description && <p className="note">{data.description}</p>}
        </div>
      </div>
    </section>
  )
}

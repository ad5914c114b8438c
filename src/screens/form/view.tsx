import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { cardClass } from '#ui/card.ts'
import css from './form.module.css'

const FormView = lazyHydrated(() => import('#features/forms/form-view.tsx').then((module) => module.FormView))

export default function FormScreen({ form }: ScreenData<typeof import('./data.ts').form>) {
  return (
    <div className={`wide ${css.page}`}>
      <h1>{form.name}</h1>
      {form.description && <p className={css.intro}>{form.description}</p>}
      <div className={cardClass}>
        <FormView form={form} />
      </div>
    </div>
  )
}

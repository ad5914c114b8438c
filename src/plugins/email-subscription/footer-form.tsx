import { ConsentNote } from '#features/forms/consent-note.tsx'
import type { FormShown } from '#features/forms/form-view.tsx'
import css from './footer-form.module.css'

type Data = { form: Pick<FormShown, 'action' | 'page' | 'started' | 'consent'> }

/** In the footer, which is not hydrated: the form posts, and its own page shows the result. */
export function FooterForm({ data: { form } }: { data: Data }) {
  return (
    <form className={css.form} method="post" action={form.action}>
      <h2 className={css.title}>Newsletter</h2>
      <div className={css.row}>
        <label className={css.field}>
          <span>Get offers and news</span>
          <input
            type="email"
            name="email"
            required
            maxLength={120}
            autoComplete="email"
            placeholder="Email address"
          />
        </label>
        <button type="submit">Join the newsletter</button>
      </div>
      <input type="hidden" name="source" value="footer" />
      <input type="hidden" name="page" value={form.page} />
      <input type="hidden" name="started" value={form.started} />
      <div className={css.trap} aria-hidden="true">
        <label>
          Leave this field empty <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {form.consent && <ConsentNote className={css.note} text={form.consent} />}
    </form>
  )
}

import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './form-foot.module.css'

type Props = { label: string; isSaving: boolean; outcome: { isSaved: boolean; text: string } | null }

/** The submit button of a form with its result beside it. */
export function FormFoot({ label, isSaving, outcome }: Props) {
  return (
    <div className={css.foot}>
      <Button type="submit" isBusy={isSaving}>
        {label}
      </Button>
      <p className={css.outcome} data-saved={outcome?.isSaved} role="status">
        {outcome && (
          <>
            <Icon name={outcome.isSaved ? 'check' : 'alert'} size={18} /> {outcome.text}
          </>
        )}
      </p>
    </div>
  )
}

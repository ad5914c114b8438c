import css from './field-error.module.css'
import { Icon } from './icon.tsx'
import { useAtRest } from './use-at-rest.ts'

/** The error of a field, which names it by `aria-describedby`. Nothing without a message. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  const shown = useAtRest(message)
  return (
    shown && (
      <p className={css.error} id={id} role="alert">
        <Icon name="alert" size={16} /> {shown}
      </p>
    )
  )
}

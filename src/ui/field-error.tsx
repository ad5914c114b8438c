import css from './field-error.module.css'
import { Icon } from './icon.tsx'
import { useAtRest } from './use-at-rest.ts'

/**
 * The error of a field, which names it by `aria-describedby`. Nothing without a message. Of several errors that appear at once in a
 * form, one is announced; the others are read with their fields.
 */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  const shown = useAtRest(message)
  return (
    shown && (
      <p className={css.error} id={id} ref={announceFirst}>
        <Icon name="alert" size={16} /> {shown}
      </p>
    )
  )
}

/** Makes this error an alert, unless its page or dialog already has one, such as a summary of all errors. */
function announceFirst(error: HTMLElement | null) {
  if (error && !error.closest('dialog, main')?.querySelector('[role="alert"]')) error.role = 'alert'
}

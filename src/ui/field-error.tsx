import css from './field-error.module.css'
import { Icon } from './icon.tsx'

/** The error of a field, which names it by `aria-describedby`. Nothing without a message. */
export const FieldError = ({ id, message }: { id: string; message: string | undefined }) =>
  message && (
    <p className={css.error} id={id} role="alert">
      <Icon name="alert" size={16} /> {message}
    </p>
  )

import { type ComponentProps, useState } from 'react'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './password-field.module.css'

/** A password that can be looked at; pasting and password managers work as everywhere. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.field}>
      <TextField {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        className={css.toggle}
        aria-pressed={isShown}
        aria-label={`Show ${props.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </div>
  )
}

import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { TextField } from './field.tsx'
import { Icon } from './icon.tsx'
import css from './password-field.module.css'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'suffix' | 'prefix'>

/** A password field that can be shown, pasted and filled by a password manager; warns when Caps Lock is on. */
export function PasswordField({ hint, ...field }: Props) {
  const [isShown, setIsShown] = useState(false)
  const [isLocked, setIsLocked] = useState(false)
  const look = (event: KeyboardEvent) => setIsLocked(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      hint={isLocked ? 'Caps Lock is on' : hint}
      onKeyDown={look}
      onKeyUp={look}
      suffix={
        <button
          type="button"
          data-scripts-only=""
          className={css.toggle}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}

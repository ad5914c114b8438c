import type { ComponentProps } from 'react'
import { TextField } from '#ui/field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** The e-mail address for the login: password managers' user name. */
export const EmailField = (field: Props) => (
  <TextField
    autoComplete="username"
    {...field}
    label="Email"
    type="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={120}
    required
  />
)

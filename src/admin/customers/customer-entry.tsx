import { EntryField } from '../parts/entry-field.tsx'
import { entry } from '../parts/read-entries.ts'

/** How the form of name and contact is read. */
export const enteredCustomer = {
  first_name: entry.trimmed,
  last_name: entry.trimmed,
  email: entry.trimmed,
  phone: entry.trimmed,
}

/** What a customer is called: by name, or by contact without one. */
export const customerName = ({ first_name, last_name, email, phone }: Omit<Present, 'is_guest'>) =>
  `${first_name} ${last_name}`.trim() || email || phone || 'Customer'

type Present = {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  is_guest: boolean
}
const blank: Present = { first_name: '', last_name: '', email: null, phone: null, is_guest: true }

type Props = { present?: Present; errors: Record<string, string[]> }

/** Name and contact of a customer; the contact of an account is only shown. */
export function CustomerEntry({ present = blank, errors }: Props) {
  const { first_name, last_name, email, phone, is_guest } = present
  return (
    <>
      <EntryField
        label="First name"
        name="first_name"
        defaultValue={first_name}
        maxLength={100}
        autoComplete="off"
        errors={errors.first_name}
      />
      <EntryField
        label="Last name"
        name="last_name"
        defaultValue={last_name}
        maxLength={100}
        autoComplete="off"
        errors={errors.last_name}
      />
      <EntryField
        label="E-mail"
        name="email"
        type="email"
        defaultValue={email ?? ''}
        maxLength={254}
        autoComplete="off"
        readOnly={!is_guest}
        errors={errors.email}
      />
      <EntryField
        label="Phone"
        name="phone"
        type="tel"
        defaultValue={phone ?? ''}
        maxLength={20}
        autoComplete="off"
        readOnly={!is_guest}
        errors={errors.phone}
      />
      <p>
        {is_guest
          ? 'An e-mail address or a phone. Orders of guests with the same e-mail address, or the same phone without one, are added here.'
          : 'The customer changes the contact of their account, because they log in with it.'}
      </p>
    </>
  )
}

import type { ServiceRecord } from '#contract/admin/settings/services.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import css from './service-list.module.css'

/** The variable that is entered as the parts of an address. */
const MAIL_SERVER = 'SMTP_URL'

/** Fields whose text the browser neither suggests nor corrects. */
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

type Variable = ServiceRecord['variables'][number]
type Errors = Record<string, string[]>

/** Enters or replaces the keys of a service. A stored secret that is left empty stays. */
export function KeysDialog({
  service,
  onSaved,
}: {
  service: ServiceRecord
  onSaved: () => Promise<unknown>
}) {
  const { id, name, kind, version, state } = service
  const variables = service.variables.filter(({ is_by_environment }) => !is_by_environment)
  const isSet = state === 'entered' || state === 'incomplete'
  return (
    <ActionDialog
      label={isSet ? 'Change' : 'Set up'}
      title={kind === 'mail' ? 'How the shop sends mail' : `Keys of ${name}`}
      submit="Save"
      look={isSet ? 'quiet' : 'secondary'}
      onSubmit={async (form) => {
        const { message } = await api.adminServices.update({ id, version, values: valuesOf(form, variables) })
        showMessage(message ?? 'Saved')
        await onSaved()
      }}
      onRefused={({ code }) => code === 'STALE_RECORD' && void onSaved()}
    >
      {(errors) =>
        variables.map((variable) =>
          variable.name === MAIL_SERVER ? (
            <MailServer key={variable.name} variable={variable} errors={errors} />
          ) : (
            <Value key={variable.name} variable={variable} errors={errors} />
          ),
        )
      }
    </ActionDialog>
  )
}

function Value({
  variable: { name, label, is_secret, shown },
  errors,
}: {
  variable: Variable
  errors: Errors
}) {
  return (
    <EntryField
      label={label}
      name={name}
      type={is_secret ? 'password' : 'text'}
      {...AS_TYPED}
      {...(is_secret && { autoComplete: 'new-password' })}
      {...(!is_secret && shown !== null && { defaultValue: shown })}
      errors={errors[`values.${name}`]}
      {...(is_secret && shown !== null && { hint: `Leave it empty to keep ${shown}.` })}
      {...(name === 'MAIL_FROM' && { hint: 'An address at your domain: Kiln & Loom <hello@shop.example>' })}
    />
  )
}

/** The address of the mail server in its parts: host and port, the encryption, and the login. */
function MailServer({ variable: { shown }, errors }: { variable: Variable; errors: Errors }) {
  return (
    <>
      <div className={css.server}>
        <EntryField
          label="Server"
          name="host"
          {...AS_TYPED}
          placeholder="smtp.example.com"
          errors={errors[`values.${MAIL_SERVER}`]}
          {...(shown !== null && { hint: `Leave server and login empty to keep ${shown}.` })}
        />
        <EntrySelect label="Port and encryption" name="port" defaultValue="587">
          <option value="587">587, STARTTLS</option>
          <option value="465">465, TLS</option>
          <option value="2525">2525, STARTTLS</option>
          <option value="25">25, STARTTLS</option>
        </EntrySelect>
      </div>
      <EntryField label="User name" name="user" {...AS_TYPED} />
      <EntryField label="Password" name="password" type="password" autoComplete="new-password" />
    </>
  )
}

/** Without the secrets that were left empty. */
function valuesOf(form: HTMLFormElement, variables: readonly Variable[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, is_secret, shown } of variables) {
    const typed =
      name === MAIL_SERVER ? mailServerIn(form) : readEntries(form, { [name]: entry.trimmed })[name]
    if (typed || !is_secret || shown === null || (name === MAIL_SERVER && typed === ''))
      values[name] = typed ?? ''
  }
  return values
}

/** Empty when only the login was typed, which is refused; undefined when nothing was. */
function mailServerIn(form: HTMLFormElement): string | undefined {
  const { host, port, user, password } = readEntries(form, {
    host: entry.trimmed,
    port: entry.text,
    user: entry.trimmed,
    password: entry.text,
  })
  if (host === '') return user || password ? '' : undefined
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  // A port may be typed after the host.
  const typed = /:\d{1,5}$/.exec(host)?.[0] ?? ''
  const at = typed === '' ? `:${port}` : typed
  const name = host.slice(0, host.length - typed.length)
  return `${at === ':465' ? 'smtps' : 'smtp'}://${login}${name}${at}`
}

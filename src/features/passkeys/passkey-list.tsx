import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type SubmitEvent, useEffect, useState } from 'react'
import { api } from '#client/api.ts'
import { useShop } from '#client/shop-context.ts'
import { showToast } from '#client/toasts.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import css from './passkey-list.module.css'

/** `first`: the passkeys when the page was loaded. `hasPassword`: adding one requires the account's password. */
type Props = { first: readonly Passkey[]; hasPassword: boolean; timeZone: string }

/**
 * The account's passkeys: list, add, remove. A panel of account security, empty where the shop has passkeys
 * disabled. Rendered on the server, because a list that arrives later moves the controls below it. ADR 0040.
 */
export function PasskeyList({ first, hasPassword, timeZone }: Props) {
  const { settings } = useShop()
  const isOn = settings.enable_passkey_auth === true
  const [passkeys, setPasskeys] = useState(first)
  const [isPossible, setIsPossible] = useState(true)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    setIsPossible(browserSupportsWebAuthn())
  }, [])

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsBusy(true)
    setError(await addPasskey(password, setPasskeys))
    setIsBusy(false)
    setPassword('')
  }

  async function remove(id: number) {
    const reply = await api.passkeys.remove({ id })
    if (reply.status === 'success') setPasskeys(reply.data)
  }

  if (!isOn) return null
  return (
    <Panel title="Passkeys" intro="Log in with your fingerprint, face or screen lock instead of a password.">
      {passkeys.length === 0 && isPossible && <p className={css.lead}>No passkeys yet.</p>}
      {passkeys.length > 0 && (
        <ul className={css.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              timeZone={timeZone}
              onRemove={() => void remove(passkey.id)}
            />
          ))}
        </ul>
      )}
      {isPossible ? (
        <form className={css.form} data-scripts-only="" noValidate onSubmit={add}>
          {hasPassword && (
            <PasswordField
              label="Current password"
              name="current_password"
              autoComplete="current-password"
              value={password}
              error={error}
              onChange={({ target }) => setPassword(target.value)}
              required
            />
          )}
          <Button type="submit" look="secondary" isBusy={isBusy}>
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className={css.lead}>This browser cannot use passkeys.</p>
      )}
    </Panel>
  )
}

type RowProps = { passkey: Passkey; timeZone: string; onRemove: () => void }

/** Removing a passkey cannot be undone, so the button asks for a second press; a double click does not count. */
function PasskeyRow({ passkey, timeZone, onRemove }: RowProps) {
  const locale = useLocale()
  const [isConfirming, setIsConfirming] = useState(false)
  const day = (time: string) => dayText(time, locale, timeZone)
  const { name, created_at, last_used_at } = passkey
  return (
    <li className={css.row}>
      <Icon name="key" />
      <span className={css.words}>
        <strong>{name}</strong>
        <span className={css.when}>
          Added {day(created_at)}
          {last_used_at && `, last used ${day(last_used_at)}`}
        </span>
      </span>
      <button
        type="button"
        className={css.remove}
        aria-label={`${isConfirming ? 'Really remove' : 'Remove'} the passkey ${name}`}
        data-scripts-only=""
        onClick={({ detail }) => {
          if (!isConfirming) setIsConfirming(true)
          else if (detail <= 1) onRemove()
        }}
        onBlur={() => setIsConfirming(false)}
      >
        {isConfirming ? 'Really remove?' : 'Remove'}
      </button>
    </li>
  )
}

/** Returns the error of the password, if it was wrong. */
async function addPasskey(
  password: string,
  take: (passkeys: Passkey[]) => void,
): Promise<string | undefined> {
  const requested = await api.passkeys.registerOptions(password ? { current_password: password } : {})
  if (requested.status === 'error') return requested.errors?.current_password?.[0]
  const optionsJSON = requested.data as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    const response = await startRegistration({ optionsJSON })
    const reply = await api.passkeys.register({ response: { ...response } })
    if (reply.status === 'success') take(reply.data)
  } catch {
    showToast('error', 'No passkey was added')
  }
  return undefined
}

import { type FormEvent, useState } from 'react'
import { readChoices } from '#client/consent.ts'
import type { CookieEntry } from '#contract/storefront.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import css from './preferences-dialog.module.css'
import { savePreferences } from './save-preferences.ts'

const groups = [
  { group: 'necessary', title: 'Necessary' },
  { group: 'optional', title: 'Optional' },
] as const

type Props = { entries: readonly CookieEntry[]; onClose: () => void }

/** One switch for each cookie entry; necessary ones are always on. Spec §2, §5. */
export function PreferencesDialog({ entries, onClose }: Props) {
  const [accepted, setAccepted] = useState(
    () => new Set(readChoices().flatMap((one) => (one.accepted ? one.id : []))),
  )
  const [isBusy, setBusy] = useState(false)

  async function save(isChosen: (id: string) => boolean) {
    setBusy(true)
    await savePreferences(entries, isChosen)
    onClose()
  }

  return (
    <Dialog title="Cookie Preferences" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save((id) => accepted.has(id))
        }}
      >
        {isDeclinedByBrowser() && (
          <p className="note">
            Your browser sends Global Privacy Control. Optional cookies stay off unless you turn them on here.
          </p>
        )}
        {groups.map(({ group, title }) => {
          const shown = entries.filter((entry) => entry.group === group)
          if (shown.length === 0) return null
          return (
            <fieldset key={group} className={css.group}>
              <legend>{title}</legend>
              {shown.map(({ id, name, description, required, cookie_names = [] }) => (
                <CheckField
                  key={id}
                  role="switch"
                  label={required ? `${name} (always on)` : name}
                  hint={
                    cookie_names.length > 0
                      ? `${description}. Cookies: ${cookie_names.join(', ')}`
                      : description
                  }
                  checked={required || accepted.has(id)}
                  disabled={required}
                  onChange={({ target }) => {
                    const next = new Set(accepted)
                    if (target.checked) next.add(id)
                    else next.delete(id)
                    setAccepted(next)
                  }}
                />
              ))}
            </fieldset>
          )
        })}
        <div className={css.actions}>
          <Button look="secondary" type="submit" isBusy={isBusy}>
            Save
          </Button>
          <Button look="secondary" onClick={() => save(() => true)}>
            Accept All
          </Button>
          <Button look="secondary" onClick={() => save(() => false)}>
            Decline All
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const isDeclinedByBrowser = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

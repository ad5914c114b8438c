import { type ComponentType, useEffect, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { CookieEntry } from '#contract/storefront.ts'

type Preferences = ComponentType<{ entries: readonly CookieEntry[]; onClose: () => void }>

/** The press that the script of `head-tags.ts` holds until this code runs. */
type HeldPress = { heldCookieForm?: [form: HTMLFormElement, choice: string | undefined] }

/** Takes over the forms of the cookie banner and the footer, which otherwise load a page of their own. */
export function CookieControls() {
  const { cookies: offered } = useShop().storefront
  const [entries, setEntries] = useState<readonly CookieEntry[]>()
  const [Dialog, setDialog] = useState<Preferences>()

  useEffect(() => {
    function take(form: HTMLFormElement, choice: string | undefined) {
      choose(choice).catch(() => post(form, choice))
    }
    async function choose(choice: string | undefined) {
      if (choice === 'preferences') {
        const { PreferencesDialog } = await import('./preferences-dialog.tsx')
        setDialog(() => PreferencesDialog)
        return setEntries(offered)
      }
      const { savePreferences } = await import('./save-preferences.ts')
      // The banner with the focused button disappears.
      document.getElementById('main')?.focus({ preventScroll: true })
      await savePreferences(offered, () => choice === 'accept')
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (!form.hasAttribute('data-cookie-form')) return
      event.preventDefault()
      take(form, event.submitter?.getAttribute('value') ?? undefined)
    }
    document.addEventListener('submit', onSubmit)
    const { heldCookieForm } = window as HeldPress
    if (heldCookieForm) take(...heldCookieForm)
    return () => document.removeEventListener('submit', onSubmit)
  }, [offered])

  return Dialog && entries && <Dialog entries={entries} onClose={() => setEntries(undefined)} />
}

/** Without the chunk the browser posts the form, with the choice of the pressed button. */
function post(form: HTMLFormElement, choice: string | undefined) {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'choice' })
  field.value = choice ?? 'preferences'
  form.append(field)
  form.submit()
}

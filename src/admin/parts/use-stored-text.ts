import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../session-context.ts'
import { forgetText, keepText, keyOfText, readStoredText } from './stored-text.ts'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

type Form<Values extends object> = {
  /** Names the form and its record: `brands/7`. */
  form: string
  isDirty: boolean
  values: Values
  /** That the form knows. */
  fields: readonly string[]
  /** Of the record that is changed; a new one has none. */
  version: string | undefined
  /** Shows values in the form. Saving them names this version, so that the server still finds a second editor. */
  show: (values: Values, version: string | undefined) => void
}

/**
 * Asks before a form's unsaved values are left, and keeps them when the page goes away without that: a reload after an update, an error
 * of the screen, a phone that ends the tab. They are back when the same person opens the same form in this tab.
 */
export function useStoredText<Values extends object>({
  form,
  isDirty,
  values,
  fields,
  version,
  show,
}: Form<Values>) {
  const { session } = useSession()
  const key = keyOfText(session.id, form)
  const [before, setBefore] = useState<{ values: Values; version: string | undefined }>()
  const isLeft = useRef(false)
  useUnsavedWarning(isDirty, {
    isStored: true,
    onLeave: () => {
      isLeft.current = true
      forgetText(key)
    },
  })
  const keep = useEffectEvent(() => {
    if (isDirty && !isLeft.current) keepText(key, { values, version })
  })
  const restore = useEffectEvent(() => {
    const stored = readStoredText(key)
    if (!stored) return
    setBefore({ values, version })
    show({ ...values, ...pick(stored.values, fields) }, stored.version)
  })

  useEffect(() => restore(), [])
  const wasDirty = useRef(false)
  useEffect(() => {
    if (isDirty) wasDirty.current = true
    // Not before: the stored values are only about to be shown.
    if (isDirty || !wasDirty.current) return
    forgetText(key)
    setBefore(undefined)
  }, [isDirty, key])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && keep()
    const end = () => keep()
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', end)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', end)
      // An error takes the form away, or another person has signed in.
      keep()
    }
  }, [])

  /** Set while the form shows stored values: shows the former ones again. */
  return before && (() => show(before.values, before.version))
}

/** Another release may have stored them, with fields that the form no longer has. */
const pick = (values: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))

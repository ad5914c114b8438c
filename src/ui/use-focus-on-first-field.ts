import { type RefObject, useEffect } from 'react'
import * as limits from '#contract/limits.ts'

/**
 * Focuses the first field of a form that has just opened, unless the shopper is typing in it already. `what`
 * identifies the form: when it changes, the next form gets the focus. Spec §9 (focus delay).
 */
export function useFocusOnFirstField(form: RefObject<HTMLElement | null>, what = '') {
  useEffect(() => {
    const timer = setTimeout(() => focusFirstField(form.current), limits.focusDelay)
    return () => clearTimeout(timer)
  }, [form, what])
}

function focusFirstField(form: HTMLElement | null) {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && form?.contains(activeElement)) return
  form?.querySelector<HTMLElement>('input:not([type=hidden], [hidden])')?.focus()
}

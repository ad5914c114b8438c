import { type RefObject, useEffect } from 'react'
import { limits } from '#contract/limits.ts'

/**
 * Brings the focus to the first field of a form that has just opened, unless somebody is typing in it already. `what` stands there:
 * another form in its place is another beginning. Spec §9 (focus delay).
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

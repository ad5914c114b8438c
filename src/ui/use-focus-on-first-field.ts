/** Brings the focus to the first field of a form that has just opened, unless somebody is typing in it already. */
export function focusFirstField(form: HTMLElement | null) {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && form?.contains(activeElement)) return
  form?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
}

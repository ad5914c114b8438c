const typing = 'textarea, select, [contenteditable], [role="dialog"], [role="combobox"], [role="listbox"]'
/** Inputs that take no text, so that letters do nothing in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'])

/** Whether keys belong to what has the focus: a field that takes text or finds choices by letters, or a dialog. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(typing)) return true
  return target instanceof HTMLInputElement && !withoutText.has(target.type)
}

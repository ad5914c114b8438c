type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Markup that is not hydrated yet, and what to do when the visitor uses it. */
const dehydrated = new Map<Element, () => void>()
/** The last one only: a visitor who clicks again expects that. */
let heldClick: MouseEvent | undefined
const changedFields = new Map<Field, string | boolean>()
let isListening = false

/**
 * Holds clicks and changed fields of an element until `replayInput`. React drops a click on a boundary that
 * it cannot hydrate yet, and resets fields when it hydrates them (ADR 0019). Returns a function that stops
 * without a replay.
 * @param onInput runs for each held click or change
 */
export function holdInput(element: Element, onInput: () => void) {
  dehydrated.set(element, onInput)
  if (!isListening) {
    isListening = true
    document.addEventListener('click', holdClick, { capture: true })
    for (const type of ['input', 'change'])
      document.addEventListener(type, ({ target }) => noteChange(target), { capture: true })
  }
  // Changed before anything listened, or restored by the browser.
  for (const field of element.querySelectorAll<Field>('input, textarea, select'))
    if (isChanged(field)) {
      if (!isInAddress(field)) noteChange(field)
      else if (isCheckable(field)) field.checked = field.defaultChecked
    }
  return () => void dehydrated.delete(element)
}

/**
 * Stops holding the input of an element and dispatches its held events again, for the current handlers, or
 * for the browser. Input of a part inside it that is not hydrated yet stays held until that part's replay.
 */
export async function replayInput(element: Element) {
  if (!dehydrated.delete(element)) return
  // A copy: an event that is held again must not be visited again.
  for (const [field, value] of [...changedFields]) {
    if (!isReleased(field, element)) continue
    changedFields.delete(field)
    repeatChange(field, value)
    // React renders in a microtask, as after a real event, so that the next handler sees the new state.
    await null
  }
  if (!heldClick || !isReleased(heldClick.target, element)) return
  const click = heldClick
  heldClick = undefined
  // At the same point: Firefox takes a label's click far from its mousedown for a text selection.
  click.target?.dispatchEvent(new PointerEvent('click', click))
}

function holdClick(event: MouseEvent) {
  const onInput = inputHandlerOf(event.target)
  // A click that opens another tab needs no handler.
  if (!onInput || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  heldClick = event
  onInput()
}

function noteChange(target: EventTarget | null) {
  const onInput = inputHandlerOf(target)
  if (!onInput || !(target instanceof Element) || !('value' in target)) return
  const field = target as Field
  changedFields.set(field, isCheckable(field) ? field.checked : field.value)
  onInput()
}

const isChanged = (field: Field) =>
  isCheckable(field)
    ? field.checked !== field.defaultChecked
    : 'options' in field
      ? field.querySelector<HTMLOptionElement>('[selected]')?.selected === false
      : 'defaultValue' in field && field.type !== 'hidden' && field.value !== field.defaultValue

/**
 * Whether Back has restored a box or a list whose state is in the address, such as a filter: the browser restores that of the document's
 * last state, which may have had another address. React itself sets a list.
 */
const isInAddress = (field: Field) =>
  (isCheckable(field) || 'options' in field) &&
  field.form?.method === 'get' &&
  // Deprecated, but in all browsers and shorter than the entry of the timeline: the first load is at its size limit.
  performance.navigation.type === 2

const isCheckable = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type)

/** Whether an event's target is in the element and in no part that waits for its code; such a part loads at once. */
function isReleased(target: EventTarget | null, element: Element) {
  if (!(target instanceof Node && element.contains(target))) return false
  const onInput = inputHandlerOf(target)
  onInput?.()
  return !onInput
}

function inputHandlerOf(target: EventTarget | null) {
  for (const [element, onInput] of dehydrated)
    if (target instanceof Node && element.contains(target)) return onInput
  return undefined
}

/** React ignores a value that was set through its own setter on the element, or equals the last one it knows. */
function repeatChange(field: Field, value: string | boolean) {
  if (isCheckable(field)) {
    field.checked = !value
    return field.click()
  }
  // Scripts cannot set a chosen file again, and it is still there.
  if (field.type !== 'file') {
    if (Object.hasOwn(field, 'value')) field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

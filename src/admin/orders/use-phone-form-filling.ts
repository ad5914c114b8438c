import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../api.ts'

type Values = Readonly<Record<string, string>>
type Caller = { source: string; values: Values }
type Filling = { caller: Caller; before?: Values }

const PAUSE_MS = 300

/**
 * Fills the form of a phone order by what the shop knows: a phone fills in name, e-mail and address, a postcode the town. A
 * field with text of staff is changed only on request, and what the phone filled in can be undone.
 */
export function usePhoneFormFilling(form: RefObject<HTMLFormElement | null>, onFilled: () => void) {
  const [filling, setFilling] = useState<Filling>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the hook wrote last, which a later pincode may replace. */
  const written = useRef<Values>({})
  useEffect(() => () => clearTimeout(timer.current), [])

  const fieldOf = (name: string) => {
    const field = form.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : undefined
  }
  const currentOf = (name: string) => fieldOf(name)?.value ?? ''
  /** A total that was worked out stays while nothing changes: the look-up of a pincode may find what is entered. */
  function write(values: Values) {
    const changed = Object.entries(values).filter(
      ([name, value]) => name !== 'phone' && fieldOf(name) && currentOf(name) !== value,
    )
    for (const [name, value] of changed) {
      const field = fieldOf(name)
      if (field) field.value = value
    }
    if (changed.length > 0) onFilled()
  }

  async function findCaller(phone: string) {
    setFilling(undefined)
    const { caller } = (await api.adminOrders.phoneForm({ phone })).data
    if (!caller || currentOf('phone') !== phone) return
    const names = Object.keys(caller.values).filter((name) => name !== 'phone' && fieldOf(name))
    if (names.some((name) => currentOf(name) !== '')) setFilling({ caller })
    else use(caller)
  }

  function use(caller: Caller) {
    const before = Object.fromEntries(Object.keys(caller.values).map((name) => [name, currentOf(name)]))
    write(caller.values)
    written.current = caller.values
    setFilling({ caller, before })
  }

  async function findTown(postcode: string) {
    const { location } = (await api.adminOrders.phoneForm({ postcode })).data
    if (!location || currentOf('postcode') !== postcode) return
    const found = { city: location.city ?? '', state_id: String(location.state_id ?? '') }
    const free = Object.entries(found).filter(
      ([name, value]) => value !== '' && ['', written.current[name]].includes(currentOf(name)),
    )
    written.current = { ...written.current, ...found }
    write(Object.fromEntries(free))
  }

  /** Call it with each field that was changed. A failed look-up fills nothing: staff type on. */
  function onField(name: string, value: string) {
    const work = name === 'phone' ? findCaller : name === 'postcode' ? findTown : undefined
    if (!work) return
    clearTimeout(timer.current)
    if (value.replace(/\D/g, '').length < 5) return
    timer.current = setTimeout(() => void work(value).catch(() => undefined), PAUSE_MS)
  }

  return {
    filling,
    onField,
    use,
    undo({ caller, before = {} }: Filling) {
      write(before)
      setFilling({ caller })
    },
  }
}

import { type ComponentType, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { whenWanted } from './when-wanted.ts'

export type LatePart<Props> = ComponentType<Props> & {
  /** Fetches the part's code. @throws when the chunk cannot be had. */
  load: () => Promise<void>
}

/**
 * A part of a page whose code the first paint does not need. On the server it is rendered like any other, and so it is after a soft
 * navigation (`withParts`). When a document has just come, its markup stands untouched until the chunk is here, and is hydrated
 * where it stands. What the part is given may change meanwhile: it is told when it can hear it. A click or a choice that comes too early
 * waits.
 */
export function latePart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  let Part: ComponentType<Props> | undefined
  let asked: Promise<void> | undefined
  let arrive: (part: ComponentType<Props>) => void
  const arrival = new Promise<ComponentType<Props>>((resolve) => {
    arrive = resolve
  })

  async function fetchOnce() {
    try {
      Part = await fetchPart()
      arrive(Part)
    } catch (error) {
      // A later page may have more luck.
      asked = undefined
      throw error
    }
  }

  function load() {
    asked ??= fetchOnce()
    return asked
  }

  function Arrived({ onAlive, props }: { onAlive: () => void; props: Props }) {
    const View = Part ?? use(arrival)
    useEffect(onAlive, [])
    return <View {...props} />
  }

  function LatePart(props: Props) {
    const [wasHere] = useState(Part !== undefined)
    const [isHere, setHere] = useState(wasHere)
    const place = useRef<HTMLDivElement>(null)
    const [clicks] = useState(createClickKeeper)
    const now = (
      <Suspense>
        <Arrived onAlive={clicks.giveBack} props={props} />
      </Suspense>
    )
    // The very same element until then: React lets go of the server's markup when a boundary it cannot hydrate yet is changed.
    const [first] = useState<ReactNode>(now)
    useEffect(() => {
      const element = place.current
      if (wasHere || !element) return
      const bring = () =>
        load().then(
          () => setHere(true),
          // The markup stays the server's, whose links and forms work without us; the chunk's own event leads to a reload.
          clicks.giveBack,
        )
      // Before React, which lets no click through to what it cannot hydrate yet. They stay on when the code is here: hydrating takes a
      // while too, and once it is through they let everything pass.
      const keep = (event: MouseEvent) => {
        if (event.target instanceof Node && element.contains(event.target) && clicks.keep(event)) void bring()
      }
      const note = ({ target }: Event) => {
        if (target instanceof Element && element.contains(target) && clicks.note(target)) void bring()
      }
      document.addEventListener('click', keep, { capture: true })
      document.addEventListener('change', note, { capture: true })
      const stop = whenWanted(() => void bring())
      return () => {
        stop()
        document.removeEventListener('click', keep, { capture: true })
        document.removeEventListener('change', note, { capture: true })
      }
    }, [wasHere, clicks])
    return (
      <div ref={place} style={{ display: 'contents' }}>
        {isHere ? now : first}
      </div>
    )
  }
  return Object.assign(LatePart, { load })
}

/** Holds a click back until there is somebody to hear it: the last one, as a shopper who clicks again means that. */
function createClickKeeper() {
  let isAlive = false
  let kept: { target: Element; detail: number } | undefined
  const chosen = new Map<Element, string>()
  return {
    /** Whether the click is kept. One that opens another tab needs nobody. */
    keep(event: MouseEvent) {
      if (isAlive || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
      event.preventDefault()
      event.stopImmediatePropagation()
      // A key's click has no count: what hears it goes on for the keyboard.
      if (event.target instanceof Element) kept = { target: event.target, detail: event.detail }
      return true
    },
    /** A field was changed, perhaps before React has taken it over, which then sets it back. */
    note(field: Element) {
      if (isAlive || !('value' in field)) return false
      chosen.set(field, String(field.value))
      return true
    },
    giveBack() {
      isAlive = true
      for (const [field, value] of chosen) choose(field, value)
      chosen.clear()
      const click = kept
      kept = undefined
      click?.target.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: click.detail }),
      )
    },
  }
}

/**
 * As if the visitor chose it now. React hears only of values that did not come through its own setter and differ from the last it knows:
 * that may be the visitor's already, if it was there before React.
 */
function choose(field: Element & { value?: unknown }, value: string) {
  if (Object.hasOwn(field, 'value')) field.value = ''
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

type View = { default: ComponentType<never>; parts?: readonly Pick<LatePart<never>, 'load'>[] }

/**
 * A screen's view with its late parts: wherever there is no markup of the server's for it, which is after a soft navigation, and on
 * the server itself.
 */
export async function withParts(view: Promise<View>): Promise<View> {
  const { default: Screen, parts = [] } = await view
  const isFirstPage = !import.meta.env.SSR && !document.documentElement.dataset.hydrated
  if (!isFirstPage) await Promise.all(parts.map((part) => part.load()))
  return { default: Screen }
}

import { useEffect, useRef } from 'react'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'
import { useShop } from '#client/shop-context.ts'
import { handleChunkError } from '#pages/chunk-reload.ts'
import type { Card } from './card.ts'

type Events = typeof import('#client/list-events.ts')

/** Emits the analytics events of a list: that it comes into view, and that one of its products is opened. Returns its ref. */
export function useListEvents(name: string, cards: readonly Card[]) {
  const ref = useRef<HTMLUListElement>(null)
  const emitted = useRef<readonly Card[]>([])
  const currency = useShop().storefront.channel.currency.code
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const list = { name, items: cards, currency, emitted }
    // Not part of the first load.
    const withEvents = (use: (events: Events) => void) =>
      void import('#client/list-events.ts').then(use).catch(handleChunkError)
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      withEvents(({ emitListView }) => emitListView(list))
    })
    const select = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('a, [aria-haspopup]'))) return
      const index = [...element.children].findIndex((item) => item.contains(target))
      withEvents(({ emitSelection }) => emitSelection(list, index))
    }
    const cancel = onInteractionOrIdle(() => watcher.observe(element))
    element.addEventListener('click', select)
    return () => {
      cancel()
      watcher.disconnect()
      element.removeEventListener('click', select)
    }
  }, [name, cards, currency])
  return ref
}

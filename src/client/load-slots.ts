import type { Api } from '#contract/client.ts'
import { slotKey } from '#contract/slot-key.ts'
import type { SlotContents, SlotName, SlotRequest } from '#contract/slots.ts'

/** Loads the contents that active plugins add to the given slots. The slots stay empty when the call fails. */
export async function loadSlots(
  api: Pick<Api, 'plugins'>,
  slots: readonly SlotRequest[],
): Promise<SlotContents> {
  if (slots.length === 0) return {}
  const reply = await api.plugins.slots({ slots: [...slots] }, { silent: true })
  return reply.status === 'success' ? reply.data : {}
}

const CARD_SLOTS = ['card.badges', 'card.below-price'] as const

/** Adds the contents of their slots to the cards of a list, so that they travel with each card. */
export async function withCardSlots<Card extends { id: number; slots?: SlotContents }>(
  api: Pick<Api, 'plugins'>,
  cards: readonly Card[],
  names: readonly (typeof CARD_SLOTS)[number][] = CARD_SLOTS,
): Promise<Card[]> {
  const requested = cards.flatMap(({ id }) => names.map((name) => ({ name, props: { product_id: id } })))
  const contents = await loadSlots(api, requested)
  return cards.map((card) => {
    const keys = names.map((name) => slotKey(name, { product_id: card.id }))
    const slots = keys.flatMap((key) => (contents[key] ? [[key, contents[key]]] : []))
    return slots.length > 0 ? { ...card, slots: Object.fromEntries(slots) } : card
  })
}

/** The same for loaders on the server, where another call costs less than two slots for each card of a listing. */
export async function withFilledCardSlots<Card extends { id: number; slots?: SlotContents }>(
  api: Pick<Api, 'plugins'>,
  cards: readonly Card[],
): Promise<Card[]> {
  const reply = await api.plugins.all()
  const filled: readonly SlotName[] =
    reply.status === 'success' ? reply.data.flatMap(({ slots }) => slots) : CARD_SLOTS
  const names = CARD_SLOTS.filter((name) => filled.includes(name))
  return names.length === 0 ? [...cards] : withCardSlots(api, cards, names)
}

/** Separates the structured data that plugins add to a page from the contents that browsers receive. */
export function takeJsonLd(slots: SlotContents = {}): { slots?: SlotContents; jsonLd: object } {
  const all = Object.entries(slots)
  const contents = all.map(([key, list]) => [key, list.map(({ json_ld: _, ...content }) => content)] as const)
  return {
    ...(all.length > 0 && { slots: Object.fromEntries(contents) }),
    jsonLd: Object.assign({}, ...all.flatMap(([, list]) => list.map(({ json_ld }) => json_ld ?? {}))),
  }
}

/** `loadSlots` for a screen's loader, which spreads the result into its data: without contents the data is unchanged. */
export async function loadScreenSlots(
  api: Pick<Api, 'plugins'>,
  slots: readonly SlotRequest[],
): Promise<{ slots?: SlotContents }> {
  const contents = await loadSlots(api, slots)
  return Object.keys(contents).length > 0 ? { slots: contents } : {}
}

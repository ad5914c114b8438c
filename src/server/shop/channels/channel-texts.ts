import { formatMoney, money } from '#contract/money.ts'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { selectionTags } from './channel-selection.ts'

/** What the placeholders of a text are in a channel; null: it has no such thing. */
export type ChannelTexts = Readonly<
  Record<'free_delivery_from' | 'delivery_charge' | 'postcode', string | null>
>

/** Cached until delivery methods or channels change. */
export function rememberedTexts(db: Db, channel: Channel, cache: ReplyCache): Promise<ChannelTexts> {
  cache.tag(...selectionTags)
  return remember(cache, `texts of channel ${channel.id}`, selectionTags, () => readTexts(db, channel))
}

/** Of several delivery methods the one that is free first, otherwise the first one. */
export async function readTexts(
  db: Db,
  { id, country_id, currency, locale }: Channel,
): Promise<ChannelTexts> {
  const [method, { postcode_label }] = await Promise.all([
    db
      .selectFrom('shipping_methods')
      .select(['price', 'free_from'])
      .where('channel_id', '=', id)
      .where('is_active', '=', true)
      .orderBy('free_from', (order) => order.asc().nullsLast())
      .orderBy('sort_order')
      .orderBy('id')
      .executeTakeFirst(),
    db
      .selectFrom('countries')
      .select('postcode_label')
      .where('id', '=', country_id)
      .executeTakeFirstOrThrow(),
  ])
  const text = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? null : formatMoney(money(amount, currency), locale)
  return {
    free_delivery_from: text(method?.free_from),
    delivery_charge: text(method?.price),
    postcode: postcodeWord(postcode_label),
  }
}

/** `pincode`, `ZIP code`: a label inside a sentence. */
export const postcodeWord = (label: string) =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

const PLACEHOLDER = /\{(free_delivery_from|delivery_charge|postcode)(?:\|([^{}|]*))?\}/g
/** Between sentences, and around the elements of HTML. */
const SENTENCE_END = /(?<=[.!?]\s)|(?<=>)|(?=<)/

/**
 * A text with its placeholders filled in: `{delivery_charge}`, or `{free_delivery_from|₹1,499}` with a text for a channel that has no
 * such thing. A sentence without either is left out.
 */
export const fillText = (text: string, texts: ChannelTexts): string =>
  text.search(PLACEHOLDER) < 0
    ? text
    : text
        .split(SENTENCE_END)
        .map((sentence) => fillSentence(sentence, texts))
        .join('')
        .trim()

function fillSentence(sentence: string, texts: ChannelTexts) {
  const isKnown = (name: string): name is keyof ChannelTexts => Object.hasOwn(texts, name)
  let isComplete = true
  const filled = sentence.replace(PLACEHOLDER, (_, name: string, otherwise?: string) => {
    const value = (isKnown(name) ? texts[name] : null) ?? otherwise
    isComplete &&= value !== undefined
    return value ?? ''
  })
  return isComplete ? filled : ''
}

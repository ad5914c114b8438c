import type { Cart } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { buyableItems } from '#server/commerce/cart/restore-lines.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { type MailLine, mailButton, mailLines, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type ShopMail, samplesOf, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type MarketingMail, marketingMail } from '#server/platform/notify/queue-marketing.ts'

const placeholders = {
  first_name: { title: 'First name; may be empty', sample: 'Asha' },
  products: { title: 'The product, or how many', sample: 'Moon Vase' },
}
type CartMail = ShopMail<keyof typeof placeholders>
export type CartFacts = { first_name: string; lines: readonly MailLine[]; href: string }

/** A mail about a cart: its goods that can be bought, with pictures and the prices of now. */
export function cartMail(
  look: MailLook,
  mail: CartMail,
  { first_name, lines, href }: CartFacts,
): Omit<MarketingMail, 'name' | 'recipient'> {
  const [first] = lines
  const products = first && lines.length === 1 ? first.name : `${lines.length} products`
  const { subject, heading, intro, closing } = textsOfMail(look, mail, { first_name, products })
  const note = 'We do not hold these for you: prices and stock may change.'
  return {
    subject,
    heading,
    text: [
      ...intro,
      lines.map(({ name, quantity, total }) => `${quantity} x ${name}: ${total}`).join('\n'),
      `View your cart: ${href}`,
      note,
      ...closing,
    ].join('\n\n'),
    parts: [
      ...intro.map(mailText),
      mailLines(look, lines),
      mailButton(look, { href, label: 'View your cart' }),
      mailText(note),
      ...closing.map(mailText),
    ],
  }
}

/** The lines of a cart that can be bought, as mails show them. */
export const mailLinesOf = (cart: Cart, locale: string): MailLine[] =>
  buyableItems(cart).map(({ product, quantity, line_total }) => ({
    name: product.name,
    note: '',
    quantity,
    total: formatMoney(line_total, locale),
    image_path: product.base_image?.path.slice(mediaUrl('').length) ?? null,
  }))

const sampleOf = (look: MailLook, mail: CartMail) =>
  marketingMail(
    look,
    cartMail(look, mail, {
      ...samplesOf(placeholders),
      lines: [{ name: 'Moon Vase', note: '', quantity: 1, total: '₹1,890', image_path: null }],
      href: `${look.storeUrl}/cart`,
    }),
    `${look.storeUrl}/unsubscribe`,
  )

const about = { group: 'Plugins', placeholders } as const

export const firstCartMail: CartMail = defineMail({
  ...about,
  name: 'abandoned_cart',
  title: 'Abandoned cart',
  help: 'Some hours after a shopper left a cart, where they may be written to.',
  defaults: ({ products }) => ({
    subject: `Still interested? ${products} in your cart`,
    heading: 'You left something in your cart',
    intro: 'Your cart is as you left it. Go on whenever you like, on any device.',
  }),
  sample: (look) => sampleOf(look, firstCartMail),
})

export const secondCartMail: CartMail = defineMail({
  ...about,
  name: 'abandoned_cart_second',
  title: 'Abandoned cart, second mail',
  help: 'The last mail about a cart that was left, when the shopper did not order after the first.',
  defaults: () => ({
    subject: 'Your cart is still there',
    heading: 'Your cart is still there',
    intro: 'This is the last email about it. Do you have a question before you order? Just reply.',
  }),
  sample: (look) => sampleOf(look, secondCartMail),
})

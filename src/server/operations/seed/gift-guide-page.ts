import type { DemoContent } from './demo-files.ts'
import { mediaImage, type SeededSection } from './home-sections.ts'

/** A picture of the demo shop, with its description. */
const picture = (path: string, alt: string) => mediaImage({ path: `${path}.avif`, alt })

/** Slides of the gift guide; they turn by themselves. */
export const giftGuideSlides = [
  {
    image: {
      path: 'banner-gifts.avif',
      alt: 'A lit candle, a tall mug, a stack of small bowls and ikat coasters',
    },
    eyebrow: 'Gift guide',
    title: 'Presents made by hand',
    text: 'Chosen by who they are for, what they cost and how soon you need them.',
    cta: { label: 'Gifts under ₹1,000', href: '/gift-guide#under-1000' },
  },
  {
    image: {
      path: 'hero-soft-things.avif',
      alt: 'Two cushions, a folded wool throw with a candle on it and a terracotta vase',
    },
    eyebrow: 'For cold evenings',
    title: 'Something warm to unwrap',
    text: 'Wool throws from Kullu, block-printed cushions and slow-burning candles.',
    cta: { label: 'Shop textiles', href: '/product-category/textiles' },
  },
  {
    image: {
      path: 'hero-quiet-corner.avif',
      alt: 'Framed landscape print, three vases, notebooks and a lit pleated lamp against a pale wall',
    },
    eyebrow: 'For a new home',
    title: 'A corner that feels finished',
    text: 'Lamps, prints and vases that keep each other company.',
    cta: { label: 'See quiet corners', href: '/product-collection/quiet-corners' },
  },
]

/** The demo shop's gift guide, built from the sections that its other pages do not use. */
export function giftGuidePage(
  { settings }: DemoContent,
  { sliderId, brands, now }: { sliderId: number; brands: { name: string; slug: string }[]; now: Date },
) {
  return {
    slug: 'gift-guide',
    name: 'Gift guide',
    page_type: 'Page',
    meta_title: `Gift guide | ${settings.store_name}`,
    meta_description: 'Handmade gifts by recipient and price, with gift wrap, cards and delivery dates.',
    sections: [...giftSections(sliderId, now), ...aboutGifting, ...endOfPage(settings, brands)],
  }
}

const giftSections = (sliderId: number, now: Date): SeededSection[] => [
  { component: 'HeroSlider', settings: { slider_id: sliderId } },
  {
    component: 'ButtonRow',
    settings: {
      items: [
        { label: 'By person', href: '#by-person', look: 'secondary' },
        { label: 'Under ₹1,000', href: '#under-1000', look: 'secondary' },
        { label: 'Delivery dates', href: '#delivery-dates', look: 'secondary' },
      ],
    },
  },
  {
    component: 'ProductTabs',
    settings: {
      title: 'Who is it for?',
      layout: { anchor: 'by-person' },
      tabs: [
        { title: 'The cook', source: 'best_selling', category: 'ceramics', limit: 4 },
        { title: 'The reader', source: 'best_selling', category: 'light', limit: 4 },
        { title: 'The letter writer', source: 'newest', category: 'paper', limit: 4 },
        { title: 'The new home', source: 'featured', tag: 'gift', limit: 4 },
      ],
    },
  },
  {
    component: 'ImageWithText',
    settings: {
      image: picture('fan-cushion--berry-room', 'A berry-colored block-printed cushion on a sofa'),
      eyebrow: 'Gift wrap',
      title: 'Wrapped in cloth they can keep',
      text: 'Every present can come in a square of block-printed cotton, tied by hand.\n\nThe cloth is 70 cm wide: a napkin, a scarf, or the wrapping of the next present.',
      cta: { label: 'Read how to order it', href: '/faq' },
      layout: { background: 'raised', width: 'wide' },
    },
  },
  {
    component: 'ProductSpotlight',
    settings: {
      product: 'your-words-mug',
      eyebrow: 'Made for one person',
      image_side: 'end',
      button: 'Write yours',
    },
  },
  {
    component: 'ProductGrid',
    settings: {
      title: 'Gifts under ₹1,000',
      source: 'best_selling',
      price_max: 100_000,
      limit: 8,
      cta: { label: 'See all', href: '/product-collection/under-1000' },
      layout: { anchor: 'under-1000' },
    },
  },
  {
    component: 'Countdown',
    settings: {
      title: 'Order in time for New Year',
      text: 'Orders placed by then arrive before 31 December at every {postcode} that we deliver to.',
      ends_on: lastOrderDay(now),
      ended_text: 'The last order day for delivery before New Year has passed.',
      cta: { label: 'Shop all gifts', href: '/shop-online?tag=gift' },
      layout: { background: 'accent', width: 'full', anchor: 'delivery-dates' },
    },
  },
]

const aboutGifting: SeededSection[] = [
  {
    component: 'CustomHtml',
    settings: {
      title: 'Last order days',
      html: `<table><thead><tr><th scope="col">Delivery to</th><th scope="col">Standard</th><th scope="col">Express</th></tr></thead>
<tbody><tr><th scope="row">Metro cities</th><td>22 December</td><td>26 December</td></tr>
<tr><th scope="row">Rest of India</th><td>18 December</td><td>23 December</td></tr></tbody></table>
<p>The exact date for your {postcode} is on every <a href="/shop-online">product page</a>.</p>`,
    },
  },
  {
    component: 'Columns',
    settings: {
      title: 'How gifting works',
      items: [
        { title: '1. Choose', text: 'Add presents to the cart. Several addresses need several orders.' },
        { title: '2. Write', text: 'Tell us the words for the card at checkout. We write them by hand.' },
        { title: '3. Send', text: 'We send it without prices, to you or straight to them.' },
      ],
    },
  },
  {
    component: 'PictureGallery',
    settings: {
      title: 'At home with our customers',
      columns: 3,
      items: [
        {
          image: picture('moon-vase--oat-room', 'A round oat-colored vase on a sideboard'),
          caption: 'Moon Vase in oat',
        },
        {
          image: picture('pebble-lamp--oat-room', 'A pebble-shaped lamp on a bedside table'),
          caption: 'Pebble Lamp',
        },
        {
          image: picture('nesting-bowls-set-of-3--meadow-room', 'Three nesting bowls on a kitchen table'),
          caption: 'Nesting Bowls in meadow',
        },
        {
          image: picture('herringbone-wool-throw--sand-room', 'A sand-colored wool throw over an armchair'),
          caption: 'Herringbone Wool Throw',
        },
        {
          image: picture('first-rain-candle-room', 'A lit candle in a glass beside a book'),
          caption: 'First Rain Candle',
        },
        {
          image: picture('far-hills-print--terra-room', 'A framed print of hills above a bench'),
          caption: 'Far Hills Print',
        },
      ],
    },
  },
  {
    component: 'Tabs',
    settings: {
      title: 'Good to know',
      items: [
        {
          title: 'Message card',
          text: 'Up to 200 characters, on cotton paper, in English, Hindi or Marathi.\n\nWithout a message we leave the card out.',
        },
        {
          title: 'Returns',
          text: 'The person you gave it to can return a present within 10 days of delivery. You get the refund, or they get an exchange.',
        },
        {
          title: 'For companies',
          text: 'From 20 pieces we offer trade prices, your own card and delivery to many addresses. Write to us on the trade page.',
        },
      ],
    },
  },
]

const endOfPage = (
  settings: DemoContent['settings'],
  brands: { name: string; slug: string }[],
): SeededSection[] => [
  { component: 'Divider', settings: { look: 'line', size: 'large' } },
  {
    component: 'Accordion',
    settings: {
      title: 'Questions about gifts',
      items: [
        {
          title: 'Is the price on the parcel?',
          text: 'No. The invoice goes to your e-mail address and never into the parcel.',
        },
        {
          title: 'Can I choose the delivery day?',
          text: 'Not the exact day. The product page shows the expected dates for a {postcode}.',
        },
        {
          title: 'What if something breaks on the way?',
          text: 'We send another. A photo within two days of delivery is enough.',
        },
      ],
    },
  },
  {
    component: 'LogoStrip',
    settings: {
      title: 'The workshops behind the presents',
      items: brands.map(({ name, slug }) => ({ name, href: `/shop-online?brand=${slug}` })),
      layout: { background: 'surface' },
    },
  },
  {
    component: 'Map',
    settings: {
      title: 'Collect it yourself',
      address: `${settings.store_name}\n${settings.store_address}`,
    },
  },
  { component: 'RecentlyViewed', settings: {} },
]

/** The evening of the next 22 December, in India. */
function lastOrderDay(now: Date): string {
  const end = (year: number) => `${year}-12-22T23:59:00+05:30`
  const year = now.getUTCFullYear()
  return new Date(end(year)) > now ? end(year) : end(year + 1)
}

import type { Tx } from '../http/context.ts'
import type { DemoBlock, DemoContent, DemoHomeSection, DemoLink } from './demo-files.ts'
import { homeSection, mediaImage, type SeededSection } from './home-sections.ts'
import { jsonb } from './jsonb.ts'
import { mediaPathOf } from './seed-catalogue.ts'

/** Addresses whose screens are not built yet: a menu must not lead to a 404. Take them out when the screens come. */
const notBuiltYet = new Set(['/blogs'])

/** Template, menus, the hero and all pages. Returns the ids of the pages by slug. */
export async function seedContent(tx: Tx, content: DemoContent): Promise<Map<string, number>> {
  await seedTemplate(tx)
  await seedMenus(tx, content.menus)
  const sliderId = await seedHero(tx, content.home.sections)
  const pages = [
    ...contentPages(content),
    ...screenPages.map((page) => ({ ...page, sections: [] as SeededSection[] })),
    {
      slug: '',
      name: 'Home',
      page_type: 'Home',
      ...content.home.meta,
      sections: content.home.sections.flatMap((section) => homeSection(section, sliderId) ?? []),
    },
  ]
  const rows = await tx
    .insertInto('pages')
    .values(pages.map(({ sections: _sections, ...page }) => page))
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(rows.map(({ id, slug }) => [slug, id]))
  await tx
    .insertInto('sections')
    .values(
      pages.flatMap(({ slug, sections }) =>
        sections.map(({ component, settings }, at) => ({
          page_id: idOf.get(slug) ?? null,
          component,
          settings: jsonb(settings),
          sort_order: at + 1,
        })),
      ),
    )
    .execute()
  return idOf
}

/** Pages that a screen fills by itself; their sections would stand around it. */
const screenPages = [
  { slug: 'shop-online', name: 'Shop all', page_type: 'Shop' },
  { slug: 'search', name: 'Search', page_type: 'Search' },
  { slug: 'cart', name: 'Cart', page_type: 'Cart' },
  { slug: 'checkout', name: 'Checkout', page_type: 'Checkout' },
  { slug: 'checkout-complete', name: 'Order placed', page_type: 'CheckoutComplete' },
  { slug: 'checkout-failed', name: 'Payment failed', page_type: 'CheckoutFailed' },
  { slug: 'track-order', name: 'Track order', page_type: 'TrackOrder' },
]

/** Text pages with the ids of the files' order, and the questions. Forms are not built yet: see `contactBlock`. */
function contentPages({ pages, faq, settings }: DemoContent) {
  const texts = pages.map(({ slug, title, body, meta, form }) => ({
    slug,
    name: title,
    page_type: 'Page',
    ...meta,
    sections: [
      {
        component: 'RichText',
        settings: {
          title: '',
          blocks: [
            ...body.map(withMediaImage),
            ...(form && !mentions(body, settings.store_email) ? [contactBlock(settings)] : []),
          ],
        },
      },
    ] as SeededSection[],
  }))
  const questions = {
    slug: faq.slug,
    name: faq.title,
    page_type: 'Page',
    meta_title: `${faq.title} | ${settings.store_name}`,
    meta_description: faq.groups.map(({ title }) => title).join(', '),
    sections: [
      {
        component: 'Faq',
        settings: {
          title: '',
          groups: faq.groups,
        },
      },
    ] as SeededSection[],
  }
  return [...texts, questions]
}

const mentions = (body: unknown, text: unknown) => JSON.stringify(body).includes(String(text))

/** In place of the form that a page will have. */
const contactBlock = ({ store_email, store_phone }: DemoContent['settings']): DemoBlock => ({
  type: 'list',
  ordered: false,
  items: [`Email: ${store_email}`, `Phone: ${store_phone}`],
})

const withMediaImage = (block: DemoBlock): DemoBlock =>
  block.type === 'image' ? { ...block, image: mediaImage(block.image) } : block

async function seedTemplate(tx: Tx) {
  const template = await tx
    .insertInto('templates')
    .values({ name: 'Default', type: 'Page' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const section = (area: 'header' | 'footer', component: string, menu: string, sort_order: number) => ({
    template_id: template.id,
    area,
    component,
    settings: jsonb({ menu }),
    sort_order,
  })
  await tx
    .insertInto('sections')
    .values([
      section('header', 'TopBar', 'top-bar', 1),
      section('header', 'Header', 'header', 2),
      section('footer', 'Footer', 'footer', 1),
    ])
    .execute()
}

/** The footer's columns are items without an address. */
async function seedMenus(tx: Tx, menus: DemoContent['menus']) {
  await seedMenu(tx, { slug: 'header', name: 'Header' }, menus.header)
  await seedMenu(tx, { slug: 'top-bar', name: 'Top bar' }, menus.top_bar)
  const columns = menus.footer.map(({ title, items }) => ({ label: title, href: '', children: items }))
  await seedMenu(tx, { slug: 'footer', name: 'Footer' }, columns)
}

async function seedMenu(
  tx: Tx,
  menu: { slug: string; name: string },
  items: (DemoLink & { children?: DemoLink[] })[],
) {
  const { id: menu_id } = await tx.insertInto('menus').values(menu).returning('id').executeTakeFirstOrThrow()
  const insert = async (links: DemoLink[], parent_id: number | null) => {
    const rows = links
      .filter(({ href }) => !notBuiltYet.has(href))
      .map(({ label, href }, at) => ({ menu_id, parent_id, label, url: href, sort_order: at + 1 }))
    return tx.insertInto('menu_items').values(rows).returning(['id', 'label']).execute()
  }
  const parents = await insert(items, null)
  for (const { label, children = [] } of items) {
    const parent = parents.find((row) => row.label === label)
    if (parent && children.length > 0) await insert(children, parent.id)
  }
}

async function seedHero(tx: Tx, sections: DemoHomeSection[]): Promise<number> {
  const hero = sections.find((section) => section.type === 'hero')
  if (!hero) throw new Error("The demo shop's home page has no hero")
  const { id: slider_id } = await tx
    .insertInto('sliders')
    .values({ slug: 'home', name: 'Home' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('slides')
    .values(
      hero.slides.map(({ image, eyebrow, title, text, cta }, at) => ({
        slider_id,
        image_path: mediaPathOf(image.path),
        image_alt: image.alt,
        eyebrow,
        heading: title,
        sub_heading: text,
        button_text: cta.label,
        link: cta.href,
        sort_order: at + 1,
      })),
    )
    .execute()
  return slider_id
}

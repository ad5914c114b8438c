import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { collectionsPage } from './collections-page.ts'
import type {
  DemoBlock,
  DemoCatalog,
  DemoContent,
  DemoFiles,
  DemoHomeSection,
  DemoLink,
} from './demo-files.ts'
import { giftGuidePage, giftGuideSlides } from './gift-guide-page.ts'
import { type DemoSlide, homeSection, mediaImage, type SeededSection, shopByRoom } from './home-sections.ts'
import { mediaPathOf } from './seed-catalog.ts'
import { seedFaq } from './seed-faq.ts'

/** Seeds template, menus, the hero and all pages. Returns the page ids by slug. */
export async function seedContent(
  tx: Tx,
  { content, catalog }: Pick<DemoFiles, 'content' | 'catalog'>,
): Promise<Map<string, number>> {
  await seedTemplate(tx)
  await seedMenus(tx, content.menus, catalog)
  const sliderId = await seedHero(tx, content.home.sections)
  const faqId = await seedFaq(tx, content.faq)
  const giftSliderId = await seedSlider(tx, { slug: 'gift-guide', name: 'Gift guide' }, giftGuideSlides, {
    autoplay: true,
    interval: 6_000,
  })
  const pages: SeededPage[] = [
    ...contentPages(content, faqId),
    giftGuidePage(content, { sliderId: giftSliderId, brands: catalog.brands, now: new Date() }),
    collectionsPage(catalog, String(content.settings.store_name)),
    {
      slug: content.blog.slug,
      name: content.blog.title,
      page_type: 'BlogList',
      sections: [],
    },
    ...screenPages.map((page) => ({ ...page, sections: [] })),
    {
      slug: '',
      name: 'Home',
      // Title and description are those of the storefront's settings.
      page_type: 'Home',
      sections: content.home.sections.flatMap((section) =>
        section.type === 'collection_tiles'
          ? [shopByRoom(), homeSection(section, sliderId)]
          : homeSection(section, sliderId),
      ),
    },
  ]
  return writePages(tx, pages)
}

export type SeededPage = {
  slug: string
  name: string
  page_type: string
  meta_title?: string
  meta_description?: string
  is_active?: boolean
  sections: SeededSection[]
}

/** Inserts pages with their sections. Returns their ids by slug. */
export async function writePages(tx: Tx, pages: readonly SeededPage[]): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('pages')
    .values(pages.map(({ sections: _sections, ...page }) => page))
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(rows.map(({ id, slug }) => [slug, id]))
  const sections = pages.flatMap((page) =>
    page.sections.map(({ component, settings }, at) => ({
      page_id: idOf.get(page.slug) ?? null,
      component,
      settings: json(settings),
      sort_order: at + 1,
    })),
  )
  if (sections.length > 0) await tx.insertInto('sections').values(sections).execute()
  return idOf
}

/** Pages whose screen supplies the main content; their sections would surround it. */
export const screenPages = [
  { slug: 'shop-online', name: 'Shop all', page_type: 'Shop' },
  { slug: 'search', name: 'Search', page_type: 'Search' },
  { slug: 'cart', name: 'Cart', page_type: 'Cart' },
  { slug: 'checkout', name: 'Checkout', page_type: 'Checkout' },
  { slug: 'checkout-complete', name: 'Order placed', page_type: 'CheckoutComplete' },
  { slug: 'checkout-failed', name: 'Payment failed', page_type: 'CheckoutFailed' },
  { slug: 'track-order', name: 'Track order', page_type: 'TrackOrder' },
]

/** Text pages with ids in file order, and the FAQ. */
function contentPages({ pages, faq, settings }: DemoContent, faqId: number) {
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
          blocks: body.filter((block) => !form || !mentions(block, settings.store_email)).map(withMediaImage),
        },
      },
      ...formSections(form, settings),
    ],
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
        settings: { title: '', faq_id: faqId },
      },
    ],
  }
  return [...texts, questions]
}

const mentions = (body: unknown, text: unknown) => JSON.stringify(body).includes(String(text))

/** The section of a page's form. */
function formSections(form: string | null, { store_address }: DemoContent['settings']): SeededSection[] {
  if (form !== 'contact') return form ? [{ component: 'Form', settings: { form } }] : []
  return [{ component: 'Contact', settings: { form, address: String(store_address).split(', ') } }]
}

const withMediaImage = (block: DemoBlock): DemoBlock =>
  block.type === 'image' ? { ...block, image: mediaImage(block.image) } : block

/** Header, top bar and footer of every page, which show the menus of their names. */
export async function seedTemplate(tx: Tx) {
  const template = await tx
    .insertInto('templates')
    .values({ name: 'Default', type: 'Page' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const section = (area: 'header' | 'footer', component: string, menu: string, sort_order: number) => ({
    template_id: template.id,
    area,
    component,
    settings: json({ menu }),
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

/** The footer's columns are menu items without a URL. */
async function seedMenus(tx: Tx, menus: DemoContent['menus'], catalog: DemoCatalog) {
  await seedMenu(tx, { slug: 'header', name: 'Header' }, headerMenu(menus.header, catalog))
  await seedMenu(tx, { slug: 'top-bar', name: 'Top bar' }, menus.top_bar)
  const columns = menus.footer.map(({ title, items }) => ({ label: title, href: '', children: items }))
  await seedMenu(tx, { slug: 'footer', name: 'Footer' }, columns)
}

type SeededLink = DemoLink & { image_path?: string; children?: SeededLink[] }

/** The demo shop's menu: all categories as columns below the first item, the gift guide among the collections, and pictures for each panel. */
function headerMenu(items: SeededLink[], { categories, collections }: DemoCatalog): SeededLink[] {
  const [all, ...rest] = items
  if (!all) return []
  const guide = { label: 'Gift guide', href: '/gift-guide' }
  const [collection] = collections
  const pictured = [...categories.flatMap((category) => [category, ...category.children]), ...collections]
  const withPicture = ({ children, ...item }: SeededLink): SeededLink => {
    const shown = pictured.find(({ slug }) => /^\/product-/.test(item.href) && item.href.endsWith(`/${slug}`))
    return {
      ...item,
      ...(shown && { image_path: mediaPathOf(shown.image.path) }),
      ...(children && { children: children.map(withPicture) }),
    }
  }
  const shown = rest.map(withPicture)
  return [
    {
      ...all,
      image_path: mediaPathOf('banner-gifts.avif'),
      children: shown.filter(({ image_path }) => image_path),
    },
    ...shown.map((item) =>
      item.label === 'Collections' && collection
        ? {
            ...item,
            href: '/collections',
            image_path: mediaPathOf(collection.image.path),
            children: [guide, ...(item.children ?? [])],
          }
        : item,
    ),
  ]
}

export async function seedMenu(tx: Tx, menu: { slug: string; name: string }, items: SeededLink[]) {
  const { id } = await tx.insertInto('menus').values(menu).returning('id').executeTakeFirstOrThrow()
  await seedMenuItems(tx, id, items)
}

/** @param parent the item that they are added below, after its own */
export async function seedMenuItems(
  tx: Tx,
  menu_id: number,
  items: SeededLink[],
  parent: number | null = null,
) {
  const last = tx.selectFrom('menu_items').select((eb) => eb.fn.max('sort_order').as('last'))
  const { last: before } = await last
    .where('menu_id', '=', menu_id)
    .where('parent_id', 'is not distinct from', parent)
    .executeTakeFirstOrThrow()
  const insert = async (links: SeededLink[], parent_id: number | null) => {
    const rows = links.map(({ label, href, image_path }, at) => ({
      ...{
        menu_id,
        parent_id,
        label,
        url: href,
        sort_order: (parent_id === parent ? (before ?? 0) : 0) + at + 1,
      },
      image_path: image_path ?? null,
    }))
    const parents = await tx.insertInto('menu_items').values(rows).returning(['id', 'label']).execute()
    for (const { label, children = [] } of links) {
      const parent = parents.find((row) => row.label === label)
      if (parent && children.length > 0) await insert(children, parent.id)
    }
  }
  await insert(items, parent)
}

async function seedHero(tx: Tx, sections: DemoHomeSection[]): Promise<number> {
  const hero = sections.find((section) => section.type === 'hero')
  if (!hero) throw new Error("The demo shop's home page has no hero")
  return seedSlider(tx, { slug: 'home', name: 'Home' }, hero.slides)
}

async function seedSlider(
  tx: Tx,
  slider: { slug: string; name: string },
  slides: DemoSlide[],
  settings = { autoplay: false, interval: 5_000 },
): Promise<number> {
  const { id: slider_id } = await tx
    .insertInto('sliders')
    .values({ ...slider, settings: json(settings) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('slides')
    .values(
      slides.map(({ image, eyebrow, title, text, cta }, at) => ({
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

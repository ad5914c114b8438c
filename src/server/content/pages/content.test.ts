import { expect, test, vi } from 'vitest'
import type { MenuItem } from '#contract/content.ts'
import { orThrow } from '#contract/envelope.ts'
import { openShop } from '#harness/open-shop.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { anonymousVisitor, type Services } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { noteDueSections } from './note-due-sections.ts'

const loadSection = vi.fn<Services['loadSection']>(async () => null)
const { db, changes, logged, pipeline } = await openShop({ seed: true, services: { loadSection } })
const api = pipeline.openApi(anonymousVisitor)

const ask = (name: string, input: Record<string, unknown>) =>
  pipeline.run({ group: 'content', name, input, visitor: anonymousVisitor })

test('templateBoth returns the home page’s sections in order within the template', async () => {
  const reply = await api.content.templateBoth({})

  expect(reply).toMatchObject({
    status: 'success',
    data: {
      page_type: 'Home',
      template: {
        name: 'Default',
        header: [{ component: 'TopBar', settings: { menu: 'top-bar' } }, { component: 'Header' }],
        footer: [{ component: 'Footer' }],
      },
      page: { slug: '', canonical: '/', is_active: true },
    },
  })
  const components = orThrow(reply).page?.sections.map(({ component }) => component)
  expect(components).toEqual([
    'HeroSlider',
    'PromiseBar',
    'CategoryTiles',
    'ProductGrid',
    'Banner',
    'ProductGrid',
    'CategoryTiles',
    'CollectionTiles',
    'Story',
    'ProductGrid',
    'Testimonials',
    'BlogTeaser',
    'FaqTeaser',
    'Newsletter',
  ])
})

test('an image in section settings is returned in full', async () => {
  const { page } = orThrow(await api.content.templateBoth({}))
  const tiles = page?.sections.find(({ component }) => component === 'CategoryTiles')
  expect(tiles?.settings.items).toContainEqual(
    expect.objectContaining({
      href: '/product-category/ceramics',
      image: {
        path: '/media/kiln/nesting-bowls-set-of-3--meadow.avif',
        alt: 'Nesting Bowls, Set of 3 in meadow, front view',
        width: 1200,
        height: 1200,
        placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      },
    }),
  )
})

test('templateBoth finds a content page by its slug', async () => {
  expect(await api.content.templateBoth({ id: 'about', path: '/about' })).toMatchObject({
    data: {
      page_type: 'Page',
      page: {
        name: 'About us',
        canonical: '/about',
        meta: { meta_title: 'About us | Kiln & Loom' },
        sections: [
          {
            component: 'RichText',
            settings: { blocks: expect.arrayContaining([{ type: 'heading', level: 2, text: 'Materials' }]) },
          },
        ],
      },
    },
  })
})

test('templateBoth accepts the slug in the path alone, or with the storefront’s id', async () => {
  expect(await api.content.templateBoth({ path: '/faq' })).toMatchObject({ data: { page: { slug: 'faq' } } })
  expect(await api.content.templateBoth({ id: '1', slug: 'faq', path: '/faq' })).toMatchObject({
    data: { page: { slug: 'faq' } },
  })
})

test.each([
  ['/no-such-page', 'no-such-page'],
  ['/product/no-such-product', 'no-such-product'],
  ['/product/quilted-buti-throw', 'quilted-buti-throw'],
  ['/product/no-such-product', 'KL-MG-101-1'],
  ['/product-category/ceramics/nothing', 'nothing'],
  ['/product-collection/nothing', 'nothing'],
  ['/shop-online/nothing', 'nothing'],
  ['/blogs/nothing', 'nothing'],
  ['/checkout', 'checkout'],
  ['/x/cart', 'cart'],
  ['/coming-soon', 'coming-soon'],
  ['/constructor', 'constructor'],
])('%s answers 404 with the template', async (path, id) => {
  const { httpStatus, body } = await ask('templateBoth', { id, path })

  expect(httpStatus).toBe(404)
  expect(body).toMatchObject({
    status: 'error',
    code: 'NOT_FOUND',
    message: `Page Not Found: ${path}`,
    payload: { template: { header: [{ component: 'TopBar' }, { component: 'Header' }] } },
  })
})

test.each([
  ['/product/banyan-fan-mug', 'Product', 'product:1'],
  ['/product/KL-MG-101-1', 'Product', 'product:1'],
  ['/product-category/ceramics/mugs', 'Category', 'category:11'],
  ['/product-collection/desert-palette', 'Collection', 'collection:1'],
  ['/shop-online/ceramics', 'SuperCategory', 'category:10'],
])('%s resolves without a page row', async (path, page_type, tag) => {
  const { body, tags } = await ask('templateBoth', { path })
  expect(body).toMatchObject({ status: 'success', data: { page: null, page_type } })
  expect(tags).toContain(tag)
})

test.each([
  ['/shop-online', 'Shop', 'shop-online'],
  ['/search', 'Search', 'search'],
  ['/cart', 'Cart', 'cart'],
  ['/checkout/address', 'Checkout', 'checkout'],
  ['/checkout-complete', 'CheckoutComplete', 'checkout-complete'],
])('%s resolves to its screen’s page', async (path, page_type, slug) => {
  expect(await api.content.templateBoth({ path })).toMatchObject({ data: { page_type, page: { slug } } })
})

test('section data is loaded in parallel, by section key, with the page’s URL', async () => {
  let running = 0
  let most = 0
  loadSection.mockImplementation(async ({ component }, { path, query }) => {
    running++
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return component === 'Faq' ? { path, query } : null
  })
  const { page, component_data } = orThrow(await api.content.templateBoth({ path: '/faq', query: 'a=1' }))

  const [faq] = page?.sections ?? []
  expect(component_data).toEqual([{ key: faq?.key, data: { path: '/faq', query: 'a=1' } }])
  expect(most).toBe(4)
})

test('a failing section is logged and left out of the page', async () => {
  loadSection.mockImplementation(async ({ component }) => {
    if (component === 'ProductGrid') throw new Error('the index is away')
    return component
  })
  const { component_data } = orThrow(await api.content.templateBoth({}))

  expect(component_data).toContainEqual({ key: expect.any(String), data: 'HeroSlider' })
  expect(component_data.map(({ data }) => data)).not.toContain('ProductGrid')
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 50, component: 'ProductGrid', msg: 'section failed' }),
  )
})

test('data that a section reads through the API tags the page', async () => {
  loadSection.mockImplementation(async ({ component, settings }, { api: pageApi }) =>
    component === 'Header' ? pageApi.content.menu({ id: (settings as { menu: string }).menu }) : null,
  )
  const { tags } = await ask('templateBoth', { path: '/about' })
  expect(tags).toEqual(expect.arrayContaining(['page:about', 'template:1', 'menu:1']))
})

test('a section is visible from its start to its end unless hidden', async () => {
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', 'offers')
    .executeTakeFirstOrThrow()
  const hour = 3_600_000
  const at = (offset: number) => new Date(Date.now() + offset)
  const section = (component: string, times: object) => ({
    page_id: page.id,
    component,
    settings: json({}),
    sort_order: 10,
    ...times,
  })
  await db
    .insertInto('sections')
    .values([section('Before', { starts_at: at(hour), ends_at: null })])
    .execute()
  await db
    .insertInto('sections')
    .values([section('During', { starts_at: at(-hour), ends_at: at(hour) })])
    .execute()
  await db
    .insertInto('sections')
    .values([section('After', { starts_at: null, ends_at: at(-1) })])
    .execute()
  await db
    .insertInto('sections')
    .values([section('Hidden', { is_visible: false })])
    .execute()
  await noteChange(db, ['page:offers'])
  await changes.catchUp()

  const { sections } = orThrow(await api.content.page({ id: 'offers' }))
  expect(sections.map(({ component }) => component)).toEqual(['RichText', 'During'])
})

test('noteDueSections invalidates each page once when its section starts or ends', async () => {
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', 'contact')
    .executeTakeFirstOrThrow()
  const noon = new Date('2030-01-01T12:00:00Z')
  const minute = (n: number) => new Date(noon.getTime() + n * 60_000)
  await db
    .insertInto('sections')
    .values({ page_id: page.id, component: 'Banner', sort_order: 2, starts_at: noon, ends_at: minute(2) })
    .execute()

  expect(await noteDueSections(db, minute(-1), minute(0))).toEqual(['page:contact'])
  expect(await noteDueSections(db, minute(0), minute(1))).toEqual([])
  expect(await noteDueSections(db, minute(1), minute(2))).toEqual(['page:contact'])
})

test('an inactive page answers 404', async () => {
  await db.insertInto('pages').values({ slug: 'draft', name: 'Draft', is_active: false }).execute()
  expect(await ask('page', { id: 'draft' })).toMatchObject({ httpStatus: 404 })
  expect(await ask('templateBoth', { path: '/draft' })).toMatchObject({ httpStatus: 404 })
})

test('adding a page invalidates its cached 404', async () => {
  expect(await ask('page', { id: 'jobs' })).toMatchObject({ httpStatus: 404 })
  await db.insertInto('pages').values({ slug: 'jobs', name: 'Jobs' }).execute()
  await noteChange(db, ['page:jobs'])
  await changes.catchUp()
  expect(await api.content.page({ id: 'jobs' })).toMatchObject({ data: { name: 'Jobs', sections: [] } })
})

test('a menu is a tree, found by slug or id', async () => {
  const menu = orThrow(await api.content.menu({ id: 'header' }))
  expect(orThrow(await api.content.menu({ id: String(menu.id) }))).toEqual(menu)
  expect(menu.items.map(({ label }) => label)).toEqual([
    'Shop all',
    'Ceramics',
    'Textiles',
    'Light',
    'Paper',
    'Wall',
    'Living',
    'Collections',
    'Journal',
  ])
  expect(menu.items[1]?.children[0]?.url).toBe('/product-category/ceramics/mugs')
  expect(JSON.stringify(await api.content.menu({ id: 'footer' }))).toContain('/blogs')
  expect(await ask('menu', { id: 'no-such-menu' })).toMatchObject({ httpStatus: 404 })
})

test('every menu URL resolves to a page', async () => {
  const urls = (items: MenuItem[]): string[] => items.flatMap(({ url, children }) => [url, ...urls(children)])
  for (const id of ['header', 'top-bar', 'footer']) {
    const { items } = orThrow(await api.content.menu({ id }))
    for (const path of urls(items).filter((url) => url !== ''))
      expect(await ask('templateBoth', { path }), path).toMatchObject({ httpStatus: 200 })
  }
})

test('a slider includes its slides with images', async () => {
  const reply = await api.content.slider({ id: 'home' })
  expect(reply).toMatchObject({
    data: {
      settings: { autoplay: false, interval: 5_000 },
      slides: [
        {
          heading: 'Good mornings are made by hand',
          link: '/product-category/ceramics',
          image: { path: '/media/kiln/hero-morning-table.avif', width: 1920, height: 960 },
          mobile_image: null,
        },
        {},
        {},
      ],
    },
  })
})

test('a template is found by id or page type, with `Page` as the fallback', async () => {
  expect(await api.content.template({ id: '1' })).toMatchObject({ data: { type: 'Page' } })
  expect(await api.content.template({ id: 'Product' })).toMatchObject({ data: { id: 1, type: 'Page' } })
  await db.insertInto('templates').values({ name: 'Quiet', type: 'Checkout' }).execute()
  await noteChange(db, ['templates'])
  await changes.catchUp()
  expect(await api.content.templateBoth({ path: '/checkout/payment' })).toMatchObject({
    data: { template: { name: 'Quiet', header: [] } },
  })
  expect(await ask('template', { id: '999' })).toMatchObject({ httpStatus: 404 })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { seedPlugins } from '#server/shop/plugins/seed-plugins.ts'
import { galleryPlugin } from './server.ts'
import { galleryWeb } from './web.ts'
import { writePictures } from './write-pictures.server.ts'

const plugins = [galleryPlugin]
const shop = await openShop({
  seed: true,
  pages: true,
  plugins,
  webPlugins: [galleryWeb],
})
const { db, services } = shop
await seedPlugins(db, plugins)
await services.changes.catchUp()

const { rows } = await sql<{ id: number }>`select id from galleries`.execute(db)
const gallery_id = rows[0]?.id as number
const call = (url: string, payload: object) => shop.request({ method: 'POST', url, payload })
const open = async (url: string) => {
  const { status, body } = await shop.request({ method: 'GET', url })
  return { status, html: String(body) }
}
const variationOf = (slug: string) =>
  db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['variations.id', 'products.id as product_id'])
    .where('products.slug', '=', slug)
    .executeTakeFirstOrThrow()

test('a gallery is read page by page', async () => {
  const first = await call('/api/plugins/Gallery', { gallery_id, perPage: 5 })
  const second = await call('/api/plugins/Gallery', { gallery_id, page: 2, perPage: 5 })
  const past = await call('/api/plugins/Gallery', { gallery_id, page: 999, perPage: 5 })

  expect(first).toMatchObject({
    status: 200,
    body: { status: 'success', data: { current_page: 1, per_page: 5, last_page: expect.any(Number) } },
  })
  const dataOf = ({ body }: { body: unknown }) => (body as { data: { data: { path: string }[] } }).data.data
  expect(dataOf(first)).toHaveLength(5)
  expect(dataOf(first)[0]).toMatchObject({
    path: expect.stringMatching(/^\/media\//),
    width: expect.any(Number),
  })
  expect(dataOf(second)[0]).not.toEqual(dataOf(first)[0])
  expect(dataOf(past)).toEqual([])
})

test('unknown galleries and products are not found, and wrong input is refused', async () => {
  expect((await call('/api/plugins/Gallery', { gallery_id: 999_999 })).status).toBe(404)
  expect((await call('/api/plugins/customGallery', { product_id: 999_999_999 })).status).toBe(404)
  expect((await call('/api/plugins/Gallery', { gallery_id, perPage: 1_000 })).status).toBe(422)
  expect((await call('/api/plugins/customGallery', {})).status).toBe(422)
})

test('the pictures of a product are the same for all its variations, empty without pictures', async () => {
  const { id } = await variationOf('moon-vase')
  const { id: without } = await variationOf('milk-jug')

  expect((await call('/api/plugins/customGallery', { product_id: id })).body).toMatchObject({
    data: [
      { path: '/media/kiln/hero-quiet-corner.avif' },
      { path: '/media/kiln/journal-vases.avif' },
      { path: '/media/kiln/hero-soft-things.avif' },
    ],
  })
  expect((await call('/api/plugins/customGallery', { product_id: without })).body).toMatchObject({ data: [] })
})

test('the gallery page shows lazy pictures with links to the neighbouring pages', async () => {
  const first = await open('/gallery')
  expect(first.status).toBe(200)
  expect(first.html).toContain('At home')
  expect(first.html).toContain('href="/gallery?page=2"')
  expect(first.html).toMatch(/Enlarge picture 1 of 12/)
  expect(first.html).toContain('loading="lazy"')
  expect((await open('/gallery?page=2')).html).toMatch(/<a rel="prev" href="\/gallery">/)
})

test('the section has a picture and takes the layout options of all sections', async () => {
  const { adminPages } = (await signedInStaff(shop, 'editor')).admin
  const { types } = ok(await adminPages.sectionTypes())
  const type = types.find(({ component }) => component === 'StoredGallery')
  expect(type).toMatchObject({ plugin: 'Gallery', preview: expect.stringMatching(/^data:image\/svg/) })

  const page = ok(await adminPages.create({ name: 'Pictures', slug: 'pictures' }))
  const save = (layout: object) =>
    adminPages.saveDraft({
      id: page.id,
      revision: page.revision,
      content: {
        ...page.content,
        sections: [{ component: 'StoredGallery', key: 'pictures', settings: { gallery_id, layout } }],
      },
    })
  const refused = await save({ anchor: 'main' })
  expect(refused).toMatchObject({ errors: { 'sections.0': [expect.stringMatching(/^layout\.anchor: /)] } })

  const { revision } = ok(await save({ background: 'accent', spacing: 'large', anchor: 'home-pictures' }))
  ok(await adminPages.publish({ id: page.id, revision }))
  await services.changes.catchUp()
  const { html } = await open('/pictures')
  expect(html).toMatch(/<div id="home-pictures"[^>]* data-spacing="large" data-background="accent"/)
  expect(html).toContain('Enlarge picture 1 of')
})

test('a product page shows its pictures, and new ones after a change', async () => {
  expect((await open('/product/moon-vase')).html).toContain('Seen at home')
  expect((await open('/product/milk-jug')).html).not.toContain('Seen at home')
  const { product_id } = await variationOf('moon-vase')

  await db
    .transaction()
    .execute((tx) =>
      writePictures(tx, { product_id }, [{ path: 'kiln/journal-desk.avif', alt: 'A <b>desk</b>' }]),
    )
  await services.changes.catchUp()

  const { html } = await open('/product/moon-vase')
  expect(html).toContain('Enlarge picture 1 of 1: A &lt;b&gt;desk&lt;/b&gt;')
})

test('staff add, change and delete a gallery, and pages that show it follow', async () => {
  const { adminGalleries, adminPages } = (await signedInStaff(shop, 'editor')).admin
  const desk = { path: 'kiln/journal-desk.avif', alt: '' }
  const vases = { path: 'kiln/journal-vases.avif', alt: '' }
  const values = { name: 'Studio', pictures: [{ ...desk, alt: 'The potter’s desk' }] }
  const { id, version } = ok(await adminGalleries.create({ values }))

  const page = ok(await adminPages.create({ name: 'Studio', slug: 'studio' }))
  const { revision } = ok(
    await adminPages.saveDraft({
      id: page.id,
      revision: page.revision,
      content: {
        ...page.content,
        sections: [{ component: 'StoredGallery', key: 'studio', settings: { gallery_id: id } }],
      },
    }),
  )
  const published = ok(await adminPages.publish({ id: page.id, revision }))
  await services.changes.catchUp()
  expect((await open('/studio')).html).toContain('Enlarge picture 1 of 1: The potter’s desk')
  expect(ok(await adminGalleries.list({ q: 'stud' })).data).toEqual([
    { id, name: 'Studio', pictures: 1, picture_path: desk.path, shown_on: ['Studio'] },
  ])

  const changed = { ...values, pictures: [vases, desk] }
  const saved = ok(await adminGalleries.update({ id, version, values: changed }))
  expect(saved.values).toEqual(changed)
  await services.changes.catchUp()
  expect((await open('/studio')).html).toMatch(/Enlarge picture 1 of 2[\s\S]*journal-vases/)
  expect(await adminGalleries.update({ id, version, values })).toMatchObject({ code: 'STALE_RECORD' })
  const twice = { ...values, pictures: [desk, desk] }
  expect(await adminGalleries.update({ id, version: saved.version, values: twice })).toMatchObject({
    errors: { 'values.pictures.1.path': ['The gallery already has this picture'] },
  })
  const empty = { ...values, pictures: [{ path: '', alt: '' }] }
  expect(await adminGalleries.update({ id, version: saved.version, values: empty })).toMatchObject({
    errors: { 'values.pictures.0.path': ['Please choose a picture'] },
  })

  expect(await adminGalleries.remove({ id, version: saved.version })).toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining('Studio is shown by Studio'),
  })
  ok(await adminPages.remove({ id: page.id, revision: published.revision }))
  ok(await adminGalleries.remove({ id, version: saved.version }))
  expect((await call('/api/plugins/Gallery', { gallery_id: id })).status).toBe(404)
})

test('staff choose further pictures of a product, and its page shows them', async () => {
  const manager = (await signedInStaff(shop, 'manager')).admin.adminProductGalleries
  const { product_id: id } = await variationOf('milk-jug')
  const desk = { path: 'kiln/journal-desk.avif', alt: 'The jug on a desk' }
  const vases = { path: 'kiln/journal-vases.avif', alt: '' }
  const { version, values } = ok(await manager.get({ id }))
  expect(values).toEqual({ pictures: [] })

  const saved = ok(await manager.update({ id, version, values: { pictures: [desk, vases] } }))
  expect(saved.values).toEqual({ pictures: [desk, vases] })
  await services.changes.catchUp()
  expect((await open('/product/milk-jug')).html).toContain('Enlarge picture 1 of 2: The jug on a desk')

  const removed = { id, version, values: { pictures: [] } }
  expect(await manager.update(removed)).toMatchObject({ code: 'STALE_RECORD', data: saved })
  const wrong = { pictures: [desk, desk, { path: 'kiln/none.avif' }] }
  expect(await manager.update({ ...removed, version: saved.version, values: wrong })).toMatchObject({
    errors: {
      'values.pictures.1.path': ['The gallery already has this picture'],
      'values.pictures.2.path': [expect.any(String)],
    },
  })
  expect(await manager.get({ id: 999_999_999 })).toMatchObject({ message: 'Product not found' })
  const { rows } = await sql`select action, after from audit_log
    where record_type = 'product_gallery' and record_id = ${String(id)}`.execute(db)
  expect(rows).toEqual([{ action: 'product_gallery.update', after: saved.values }])

  const editor = (await signedInStaff(shop, 'editor')).admin.adminProductGalleries
  expect(await editor.update({ ...removed, version: saved.version })).toMatchObject({ code: 'FORBIDDEN' })
  ok(await manager.update({ ...removed, version: saved.version }))
  await services.changes.catchUp()
  expect((await open('/product/milk-jug')).html).not.toContain('Seen at home')
})

test('a duplicated product has the further pictures of the original', async () => {
  const { adminProducts, adminProductGalleries } = (await signedInStaff(shop, 'manager')).admin
  const { product_id: id } = await variationOf('milk-jug')
  const pictures = [
    { path: 'kiln/journal-vases.avif', alt: 'Vases' },
    { path: 'kiln/journal-desk.avif', alt: '' },
  ]
  const { version } = ok(await adminProductGalleries.get({ id }))
  ok(await adminProductGalleries.update({ id, version, values: { pictures } }))

  const copy = ok(await adminProducts.duplicate({ id }))

  expect(ok(await adminProductGalleries.get(copy)).values).toEqual({ pictures })
  expect(ok(await adminProductGalleries.get({ id })).values).toEqual({ pictures })
})

test('an inactive plugin answers no call and shows nothing', async () => {
  await writePlugin(db, plugins, { module_name: 'Gallery', is_active: false })
  await services.changes.catchUp()

  expect((await call('/api/plugins/Gallery', { gallery_id })).body).toMatchObject({ code: 'PLUGIN_INACTIVE' })
  expect((await open('/product/moon-vase')).html).not.toContain('Seen at home')
  expect((await open('/gallery')).html).not.toContain('Enlarge picture')
})

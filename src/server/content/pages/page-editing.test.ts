import { beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { problemsOfSection } from '#sections/section-loaders.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { listVersions, restoreVersion } from './editing/page-history.ts'
import { publishPage } from './editing/publish-page.ts'
import { saveDraft } from './editing/save-draft.ts'
import { noteDueSections } from './note-due-sections.ts'
import { readDraftPage } from './read-draft-page.ts'
import { readEditablePage } from './read-editable-page.ts'

const { db, changes, pipeline } = await openShop({ seed: 'small' })
const api = pipeline.openApi(anonymousVisitor)
const author = 'editor@example.com'
let pageId: number
let slug: string
let count = 0

beforeEach(async () => {
  slug = `page-${++count}`
  const page = await db
    .insertInto('pages')
    .values({ slug, name: 'First' })
    .returning('id')
    .executeTakeFirstOrThrow()
  pageId = page.id
  await db
    .insertInto('sections')
    .values({ page_id: pageId, component: 'Headline', settings: json({ title: 'One' }), sort_order: 1 })
    .execute()
})

const save = (content: object, revision: number) =>
  saveDraft(db, { pageId, revision, author, content }, problemsOfSection)
const publish = (revision: number) => publishPage(db, { pageId, revision, author }, problemsOfSection)
const shown = async () => {
  await changes.catchUp()
  const reply = await api.content.page({ id: slug })
  return reply.status === 'success'
    ? { name: reply.data.name, sections: reply.data.sections.map(({ settings }) => settings.title) }
    : reply.code
}

test('saveDraft changes nothing that visitors see, and an editor gets the draft', async () => {
  const { content, revision, draft } = await readEditablePage(db, pageId)
  expect(draft).toBeNull()

  await save({ ...content, name: 'Second' }, revision)

  expect(await shown()).toEqual({ name: 'First', sections: ['One'] })
  expect(await readEditablePage(db, pageId)).toMatchObject({
    draft: { author },
    revision: revision + 1,
    content: { name: 'Second' },
  })
})

test('publishPage replaces the content and keeps the ids of sections', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const [first] = content.sections
  const added = { id: null, component: 'Headline', settings: { title: 'Zero' } }
  const draft = await save({ ...content, name: 'Second', sections: [added, first] }, revision)

  await publish(draft)

  expect(await shown()).toEqual({ name: 'Second', sections: ['Zero', 'One'] })
  const after = await readEditablePage(db, pageId)
  expect(after.draft).toBeNull()
  expect(after.content.sections[1]?.id).toBe(first?.id)
})

test('the picture of a page for link previews is published, removed, and refused when it is unknown', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const path = 'shop/preview.webp'
  await db.insertInto('images').values({ path, alt: 'Cups', width: 1200, height: 630 }).execute()
  const picture = async () => {
    await changes.catchUp()
    const reply = await api.content.page({ id: slug })
    return reply.status === 'success' ? reply.data.social_sharing_image : reply.code
  }
  await expect(save({ ...content, social_image_path: 'kiln/none.avif' }, revision)).rejects.toMatchObject({
    extra: { errors: { social_image_path: ['The media library has no picture with this path'] } },
  })

  const draft = await save({ ...content, social_image_path: path }, revision)
  expect((await readDraftPage(db, await readDefaultChannel(db), pageId)).social_sharing_image).toMatchObject({
    path: `/media/${path}`,
  })
  expect(await picture()).toBeNull()
  const published = await publish(draft)
  expect(await picture()).toMatchObject({ path: `/media/${path}`, width: expect.any(Number) })

  await publish(await save({ ...content, social_image_path: null }, published.revision))
  expect(await picture()).toBeNull()
})

test('publishPage does not take the id of another page’s section', async () => {
  const other = await db
    .selectFrom('sections')
    .select('id')
    .where('page_id', '<>', pageId)
    .executeTakeFirstOrThrow()
  const { content, revision } = await readEditablePage(db, pageId)
  const sections = [{ id: other.id, component: 'Headline', settings: { title: 'Copied' } }]

  await publish(await save({ ...content, sections }, revision))

  expect(await shown()).toEqual({ name: 'First', sections: ['Copied'] })
  expect((await readEditablePage(db, pageId)).content.sections[0]?.id).not.toBe(other.id)
})

test('an edit based on an older revision is refused with STALE_RECORD and changes nothing', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  await save({ ...content, name: 'Second' }, revision)

  await expect(save({ ...content, name: 'Third' }, revision)).rejects.toMatchObject({
    httpStatus: 409,
    code: 'STALE_RECORD',
  })
  await expect(publish(revision)).rejects.toMatchObject({ code: 'STALE_RECORD' })
  expect((await readEditablePage(db, pageId)).content.name).toBe('Second')
})

test('of two concurrent edits with the same revision one succeeds', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const results = await Promise.allSettled(
    ['A', 'B', 'C'].map((name) => save({ ...content, name }, revision)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('invalid content is refused with the problems by field', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const sections = [
    { component: 'Headline', settings: {} },
    { component: 'Video', settings: { url: 'https://evil.example', layout: { anchor: 'main' } } },
  ]
  await expect(save({ ...content, sections }, revision)).rejects.toMatchObject({
    httpStatus: 422,
    extra: { errors: { 'sections.1': [expect.stringMatching(/^url: /), expect.stringMatching(/^layout/)] } },
  })
  const times = { starts_at: '2030-02-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }
  await expect(save({ ...content, ...times }, revision)).rejects.toMatchObject({
    extra: { errors: { ends_at: ['The end must be after the start'] } },
  })
  expect((await readEditablePage(db, pageId)).revision).toBe(revision)
})

test('listVersions lists the publications, and restoreVersion makes one the draft', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const { revision: published } = await publish(await save({ ...content, name: 'Second' }, revision))

  expect(await listVersions(db, pageId)).toEqual([
    { number: 2, author, created_at: expect.any(Date) },
    { number: 1, author: 'initial', created_at: expect.any(Date) },
  ])
  const restored = await restoreVersion(db, { pageId, revision: published, author, number: 1 })
  expect(await shown()).toMatchObject({ name: 'Second' })
  await publish(restored)
  expect(await shown()).toEqual({ name: 'First', sections: ['One'] })
})

test('unknown pages, drafts and versions are not found', async () => {
  const { revision } = await readEditablePage(db, pageId)
  await expect(readEditablePage(db, 999_999)).rejects.toMatchObject({ httpStatus: 404 })
  await expect(publish(revision)).rejects.toMatchObject({ httpStatus: 404 })
  await expect(restoreVersion(db, { pageId, revision, author, number: 7 })).rejects.toMatchObject({
    httpStatus: 404,
  })
  expect((await readEditablePage(db, pageId)).revision).toBe(revision)
})

test('a page is shown from its start to its end', async () => {
  const { content, revision } = await readEditablePage(db, pageId)
  const at = (offset: number) => new Date(Date.now() + offset).toISOString()
  const later = await publish(await save({ ...content, starts_at: at(3_600_000) }, revision))
  expect(await shown()).toBe('NOT_FOUND')
  const running = await publish(
    await save({ ...content, starts_at: at(-3_600_000), ends_at: at(3_600_000) }, later.revision),
  )
  expect(await shown()).toMatchObject({ name: 'First' })
  await publish(await save({ ...content, ends_at: at(-1_000) }, running.revision))
  expect(await shown()).toBe('NOT_FOUND')
})

test('noteDueSections invalidates a page that starts, and the page of a countdown that ends', async () => {
  const noon = new Date('2031-01-01T12:00:00Z')
  const before = new Date(noon.getTime() - 60_000)
  await db.updateTable('pages').set({ starts_at: noon }).where('id', '=', pageId).execute()
  expect(await noteDueSections(db, before, noon)).toEqual([`page:${slug}`, 'pages'])

  await db.updateTable('pages').set({ starts_at: null }).where('id', '=', pageId).execute()
  await db
    .insertInto('sections')
    .values({
      page_id: pageId,
      component: 'Countdown',
      settings: json({ ends_on: '2031-01-01T17:30:00+05:30' }),
      sort_order: 2,
    })
    .execute()
  expect(await noteDueSections(db, before, noon)).toEqual([`page:${slug}`])
  expect(await noteDueSections(db, noon, new Date(noon.getTime() + 60_000))).toEqual([])
})

test('HTML in section settings is sanitised when a page is read', async () => {
  const html =
    '<p onclick="x()">Hello</p><script>alert(1)</script><iframe src="https://evil.example"></iframe>'
  await db
    .insertInto('sections')
    .values({ page_id: pageId, component: 'CustomHtml', settings: json({ html }), sort_order: 2 })
    .execute()
  const reply = await api.content.page({ id: slug })
  expect(reply).toMatchObject({ data: { sections: [{}, { settings: { html: '<p>Hello</p>' } }] } })
})

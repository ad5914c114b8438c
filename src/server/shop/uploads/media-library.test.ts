import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { VideoDetail } from '#contract/admin/content/videos.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { seedPlugins } from '#server/shop/plugins/seed-plugins.ts'
import { installedPlugins } from '../../../plugins/installed.server.ts'
import { deleteUnfinishedVideos } from './receive-video.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const shop = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  plugins: installedPlugins,
  config: { dataDir },
  extend: (app, _pipeline, services) =>
    serveMedia(app, { files: services.files, headers: createSecurityHeaders(services.config) }),
})
const { app, db, services } = shop
await seedPlugins(db, installedPlugins)
const editor = await signedInStaff(shop, 'editor')
const { admin } = editor
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

beforeEach(() => db.deleteFrom('rate_limits').execute())

type Reply = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  data: { path: string; id: number; uses: object[]; version: string }
}

/** Posts a file over the network, as the browser does. */
async function upload(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  texts: Record<string, string> = {},
  fileName = 'picture.png',
) {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.set(name, text)
  body.set('file', new File([bytes], fileName, { type: 'image/png' }))
  const cookie = [...editor.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { cookie, 'x-requested-with': 'fetch', 'sec-fetch-site': 'same-origin' },
  })
  return { status: response.status, body: (await response.json()) as Reply }
}

/** Puts a picture into the first item of the header's menu. */
async function showInMenu(path: string) {
  const { id } = await db
    .selectFrom('menus')
    .select('id')
    .where('slug', '=', 'header')
    .executeTakeFirstOrThrow()
  const { version, values } = ok(await admin.adminMenus.get({ id }))
  const [first, ...others] = values.items
  const items = [{ ...(first as NonNullable<typeof first>), image_path: path }, ...others]
  ok(await admin.adminMenus.update({ id, version, values: { ...values, items } }))
}

let hue = 0
async function drawn() {
  hue += 20
  const create = { width: 60, height: 40, channels: 3 as const, background: `hsl(${hue}, 60%, 40%)` }
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

async function addPicture(alt = '') {
  const { body } = await upload('/api/admin/media', await drawn(), { alt })
  const { data } = ok(await admin.adminMedia.list({ q: body.data.path }))
  return { path: body.data.path, id: data[0]?.id as number }
}

const open = async (url: string) => {
  await services.changes.catchUp()
  return (await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).body
}

test('an upload of 40 MB, an SVG and a text called picture.png are refused at the field of the file', async () => {
  const large = await upload('/api/admin/media', new Uint8Array(40 * 1024 * 1024))
  expect(large).toMatchObject({
    status: 413,
    body: { errors: { file: ['The picture must not be larger than 25 MB'] } },
  })
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'GIF89a', '<script>'])
    expect(await upload('/api/admin/media', new TextEncoder().encode(text))).toMatchObject({
      status: 422,
      body: { errors: { file: ['Please choose a JPEG, PNG or WebP picture'] } },
    })
})

test('a picture of a camera above 5 MB is stored smaller and found by the name of its file', async () => {
  const side = 1_600
  const noise = Buffer.from(
    Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7_919 + (at >> 7) * 104_729) % 256),
  )
  const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(png.length).toBeGreaterThan(6 * 1024 * 1024)
  const { status, body } = await upload('/api/admin/media', new Uint8Array(png), {}, 'DSC_2041 Glaze.png')
  expect(status).toBe(200)
  const find = async (q: string) => ok(await admin.adminMedia.list({ q })).data.map(({ path }) => path)
  for (const q of ['dsc 2041', 'glaze.png', 'GLAZE']) expect(await find(q), q).toContain(body.data.path)
  const stored = await services.files.read(body.data.path)
  expect(stored?.length ?? 0).toBeLessThan(png.length)
})

test('an upload without a session is refused before its body is read', async () => {
  const reply = await shop.guest().request({
    method: 'POST',
    url: '/api/admin/media',
    payload: Buffer.alloc(64),
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-requested-with': 'fetch' },
  })
  expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
})

test('a picture names what shows it, and cannot be deleted before nothing does', async () => {
  const { id, path } = await addPicture('Kiln')
  const slider = ok(
    await admin.adminSliders.create({ values: { name: 'Kiln', slides: [{ image: { path, alt: '' } }] } }),
  )
  const faq = ok(
    await admin.adminFaqs.create({
      values: {
        title: 'Firing',
        groups: [
          {
            title: 'Kiln',
            items: [{ question: 'How?', answer: `<p><img src="/media/${path}" alt=""></p>` }],
          },
        ],
      },
    }),
  )
  await db
    .updateTable('products')
    .set({ description_html: `<img src="/media/${path}">` })
    .where('id', '=', 3)
    .execute()
  await sql`update sections set settings = settings || ${JSON.stringify({ image: { path, alt: '' } })}::jsonb
    where id = (select min(s.id) from sections s join pages p on p.id = s.page_id where p.slug = '')`.execute(
    db,
  )
  // The path is a part of another one there.
  await db
    .updateTable('products')
    .set({ description_html: `<img src="/media/old-${path}.webp">` })
    .where('id', '=', 4)
    .execute()

  const picture = ok(await admin.adminMedia.get({ id }))
  expect(picture.uses).toEqual([
    { kind: 'faq', id: String(faq.id), name: 'Firing' },
    { kind: 'page', id: expect.any(String), name: 'Home' },
    { kind: 'product', id: '3', name: expect.any(String) },
    { kind: 'slider', id: String(slider.id), name: 'Kiln' },
  ])
  const refused = await admin.adminMedia.remove({ id, version: picture.version })
  expect(refused).toMatchObject({ code: 'IN_USE', data: { uses: picture.uses } })
  expect(refused).toMatchObject({ message: expect.stringContaining('Firing') })

  const replaced = await upload(`/api/admin/media/${id}/replace`, await drawn(), { version: picture.version })
  expect(replaced).toMatchObject({ status: 200, body: { data: { id, uses: picture.uses } } })
  const next = replaced.body.data.path
  expect(next).not.toBe(path)
  expect((await app.inject(`/media/${path}`)).statusCode).toBe(404)
  expect((await app.inject(`/media/${next}`)).statusCode).toBe(200)
  expect(ok(await admin.adminSliders.get({ id: slider.id })).values.slides[0]?.image?.path).toBe(next)
  expect(ok(await admin.adminFaqs.get({ id: faq.id })).values.groups[0]?.items[0]?.answer).toContain(next)
  const { description_html } = await db
    .selectFrom('products')
    .select('description_html')
    .where('id', '=', 4)
    .executeTakeFirstOrThrow()
  expect(description_html).toContain(`old-${path}.webp`)
})

test('a replaced picture is shown by cached pages at its new address', async () => {
  const { id, path } = await addPicture()
  await showInMenu(path)
  expect(await open('/api/menu/header')).toContain(path)

  const { version } = ok(await admin.adminMedia.get({ id }))
  const { body } = await upload(`/api/admin/media/${id}/replace`, await drawn(), { version })
  const shown = await open('/api/menu/header')
  expect(shown).toContain(body.data.path)
  expect(shown).not.toContain(path)
})

test('a text alternative is changed once per version, and an unused picture is deleted with its file', async () => {
  const { id, path } = await addPicture('Bowl')
  const { version } = ok(await admin.adminMedia.get({ id }))
  const saved = ok(await admin.adminMedia.describe({ id, version, alt: 'A bowl with a crack' }))
  expect(saved.alt).toBe('A bowl with a crack')
  expect(await admin.adminMedia.describe({ id, version, alt: 'Another text' })).toMatchObject({
    code: 'STALE_RECORD',
    data: { alt: 'A bowl with a crack' },
  })
  expect(await admin.adminMedia.remove({ id, version })).toMatchObject({ code: 'STALE_RECORD' })

  ok(await admin.adminMedia.remove({ id, version: saved.version }))
  expect((await app.inject(`/media/${path}`)).statusCode).toBe(404)
  expect(await admin.adminMedia.get({ id })).toMatchObject({ status: 'error' })
  const entries = await db
    .selectFrom('audit_log')
    .select('action')
    .where('record_type', '=', 'picture')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['media.describe', 'media.remove'])
})

test('a focal point of a picture is shown by all that crop it, and stays when only the text changes', async () => {
  const { id, path } = await addPicture('Wide bowl')
  await showInMenu(path)
  await db.updateTable('categories').set({ image_path: path }).where('slug', '=', 'ceramics').execute()
  const describe = async (part: { alt?: string; focal_point?: { x: number; y: number } | null }) => {
    const { version, alt } = ok(await admin.adminMedia.get({ id }))
    return ok(await admin.adminMedia.describe({ id, version, alt, ...part }))
  }

  expect(await describe({ focal_point: { x: 20, y: 75 } })).toMatchObject({ focal_point: { x: 20, y: 75 } })
  expect(await open('/api/menu/header')).toContain('"focal_point":{"x":20,"y":75}')
  expect(await open('/product-category/ceramics')).toContain('object-position:20% 75%')
  expect(await describe({ alt: 'A wide bowl' })).toMatchObject({ focal_point: { x: 20, y: 75 } })
  expect(await describe({ focal_point: null })).toMatchObject({ alt: 'A wide bowl', focal_point: null })
  expect(await open('/api/menu/header')).not.toContain('focal_point')
})

const MB = 1_024 * 1_024

/** The bytes of a video: only its beginning is looked at. */
function filmOf(bytes: number, beginning = '\0\0\0\x18ftypisom') {
  const film = Buffer.alloc(bytes, 'glaze and clay ')
  film.write(beginning, 'latin1')
  return new Uint8Array(film)
}

/** Sends a video in parts, as the browser does. @returns the last reply. */
async function uploadVideo(name: string, film: Uint8Array<ArrayBuffer>) {
  const { id, part_bytes } = ok(await admin.adminVideos.start({ name, bytes: film.length }))
  for (let offset = 0; ; offset += part_bytes) {
    const part = film.slice(offset, offset + part_bytes)
    const reply = await upload(`/api/admin/videos/${id}/parts`, part, { offset: String(offset) })
    if (reply.status !== 200 || offset + part_bytes >= film.length) return { ...reply, upload: id }
  }
}

async function partsLeft() {
  let count = 0
  for await (const _ of services.files.list('uploads/parts')) count += 1
  return count
}

const captions = (text: string) => new TextEncoder().encode(text)

test('a video arrives in parts, is served with ranges, and is refused by its content or size', async () => {
  const film = filmOf(2.5 * MB)
  const first = await uploadVideo('Firing the kiln.mp4', film)
  expect(first.body).toMatchObject({
    message: 'Video uploaded',
    data: { received: film.length, video: { name: 'Firing the kiln', bytes: film.length, uses: [] } },
  })
  const { path } = (first.body.data as unknown as { video: { path: string } }).video
  const served = await app.inject({ url: `/media/${path}`, headers: { range: 'bytes=1048570-1048590' } })
  expect(served).toMatchObject({ statusCode: 206, headers: { 'content-type': 'video/mp4' } })
  expect(served.rawPayload).toEqual(Buffer.from(film.slice(1_048_570, 1_048_591)))
  expect(await partsLeft()).toBe(0)

  expect((await uploadVideo('Again.mp4', film)).body).toMatchObject({
    message: 'The media library already has this video',
    data: { video: { name: 'Firing the kiln' } },
  })
  for (const other of [
    filmOf(100, '\0\0\0\x14ftypqt  '),
    filmOf(100, '\x1a\x45\xdf\xa3 matroska'),
    filmOf(100, 'RIFF'),
  ])
    expect((await uploadVideo('holiday.mov', other)).body).toMatchObject({
      errors: { file: [expect.stringContaining('MP4 or WebM')] },
    })
  expect(await admin.adminVideos.start({ name: 'Long.mp4', bytes: 300 * MB })).toMatchObject({
    errors: { file: [expect.stringContaining('300 MB, and 100 MB are possible')] },
  })
  const { id } = ok(await admin.adminVideos.start({ name: 'Part.webm', bytes: 2 * MB }))
  expect(
    (await upload(`/api/admin/videos/${id}/parts`, filmOf(MB), { offset: String(MB) })).body,
  ).toMatchObject({
    errors: { file: ['This is not the next part of the video'] },
  })

  await upload(`/api/admin/videos/${id}/parts`, filmOf(MB), { offset: '0' })
  await db
    .updateTable('video_uploads')
    .set({ created_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await deleteUnfinishedVideos(services)
  expect((await upload(`/api/admin/videos/${id}/parts`, filmOf(MB), { offset: String(MB) })).status).toBe(404)
  expect(await partsLeft()).toBe(0)
})

test('captions of a video are checked, and pages that show it follow', async () => {
  const { body } = await uploadVideo('Throwing.webm', filmOf(1_000, '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'))
  const { id, path, version } = (body.data as unknown as { video: VideoDetail }).video
  await sql`update sections set settings = settings || ${JSON.stringify({ url: `/media/${path}` })}::jsonb,
    component = 'Video' where id = (select min(s.id) from sections s join pages p on p.id = s.page_id
    where p.slug = 'about')`.execute(db)
  const home = await open('/about')
  expect(home).toContain(`src="/media/${path}"`)
  expect(home).not.toContain('<track')

  const send = (text: string, sent = version) =>
    upload(`/api/admin/videos/${id}/captions`, captions(text), { version: sent, language: 'en' })
  const refused = {
    'A film\n\n00:01.000 --> 00:02.000\nHello': /begins with WEBVTT/,
    'WEBVTT\n\n00:01,000 --> 00:02,000\nHello': /Line 3: write times as/,
    'WEBVTT\n\n00:03.000 --> 00:02.000\nHello': /Line 3: the end must be later/,
    'WEBVTT\n\nNOTE nothing': /no captions/,
  }
  for (const [text, message] of Object.entries(refused))
    expect((await send(text)).body, text).toMatchObject({
      errors: { file: [expect.stringMatching(message)] },
    })

  const saved = await send(
    '\ufeffWEBVTT - Throwing\r\n\r\n1\r\n00:01.000 --> 01:00:02.000 line:0\r\nClay, <i>wet</i>',
  )
  expect(saved.body).toMatchObject({ message: 'Captions saved', data: { captions_language: 'en' } })
  const { captions_path } = saved.body.data as unknown as VideoDetail
  expect(await open('/about')).toContain(
    `<track kind="captions" src="/media/${captions_path}" srcLang="en" label="English"/>`,
  )
  expect((await app.inject(`/media/${captions_path}`)).headers['content-type']).toBe(
    'text/vtt; charset=utf-8',
  )
  expect((await send('WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).body).toMatchObject({
    code: 'STALE_RECORD',
  })

  const present = saved.body.data.version
  expect(await admin.adminVideos.remove({ id, version: present })).toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining('About'),
  })
  const without = ok(await admin.adminVideos.removeCaptions({ id, version: present }))
  expect(await open('/about')).not.toContain('<track')
  const named = ok(await admin.adminVideos.rename({ id, version: without.version, name: 'At the wheel' }))
  expect(ok(await admin.adminVideos.list({ q: 'wheel' })).data).toMatchObject([
    { id, captions_language: null },
  ])
  await sql`update sections set settings = settings - 'url' where component = 'Video'`.execute(db)
  ok(await admin.adminVideos.remove({ id, version: named.version }))
  expect((await app.inject(`/media/${path}`)).statusCode).toBe(404)
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where record_type = 'video' and record_id = ${String(id)} order by id`.execute(db)
  expect(rows.map(({ action }) => action)).toEqual([
    'video.upload',
    'video.captions',
    'video.captions',
    'video.rename',
    'video.remove',
  ])
})

test('the page of a product shows its video with its captions, and a video that a product shows stays', async () => {
  const { adminProducts } = (await signedInStaff(shop, 'owner')).admin
  const { body } = await uploadVideo('Moon vase.mp4', filmOf(2_000, '\0\0\0\x18ftypmp42'))
  const { id, path, version } = (body.data as unknown as { video: VideoDetail }).video
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'moon-vase')
    .executeTakeFirstOrThrow()
  const save = async (video: string) => {
    const { values, version: present } = ok(await adminProducts.get(product))
    return adminProducts.update({ ...product, version: present, values: { ...values, video } })
  }
  for (const unknown of ['/media/uploads/none.mp4', path, `https://films.example/media/${path}`])
    expect(await save(unknown), unknown).toMatchObject({ errors: { 'values.video': [expect.any(String)] } })
  expect(await open('/product/moon-vase')).not.toContain('<video')

  expect(ok(await save(`/media/${path}`)).values.video).toBe(`/media/${path}`)
  const page = await open('/product/moon-vase')
  expect(page).toMatch(new RegExp(`<video [^>]*muted[^>]*src="/media/${path}"`))
  expect(page).not.toContain('<track')
  expect(ok(await adminProducts.get(ok(await adminProducts.duplicate(product)))).values.video).toBe(
    `/media/${path}`,
  )

  const text = captions('WEBVTT\n\n00:01.000 --> 00:02.000\nTurned')
  const saved = await upload(`/api/admin/videos/${id}/captions`, text, { version, language: 'en' })
  const { version: present } = saved.body.data
  expect(await open('/product/moon-vase')).toContain('srcLang="en" label="English"')
  expect(await admin.adminVideos.remove({ id, version: present })).toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining('Moon Vase'),
  })
  ok(await save(''))
  expect(await open('/product/moon-vase')).not.toContain('<video')
})

test('a picture of a plugin’s table is in use', async () => {
  const { rows } = await sql<{ image_id: number }>`select image_id from gallery_pictures limit 1`.execute(db)
  const id = rows[0]?.image_id as number
  const { version, uses } = ok(await admin.adminMedia.get({ id }))
  expect(uses).toContainEqual({ kind: 'other', id: null, name: 'gallery pictures' })
  expect(await admin.adminMedia.remove({ id, version })).toMatchObject({ code: 'IN_USE' })
})

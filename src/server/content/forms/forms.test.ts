import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveImages } from '#server/http/static/images.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { createImageVariants } from '#server/platform/media/image-variants.ts'
import { runForm } from '../../../cli/form.ts'
import { startToken } from './fill-time.ts'
import { deleteUnusedFormFiles } from './form-files.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  extend(app, _pipeline, { files, config, log }) {
    const headers = createSecurityHeaders({ storeUrl: config.storeUrl, isDevelopment: false })
    serveMedia(app, { files, headers })
    const variants = createImageVariants({ files, cacheDir: join(config.dataDir, 'cache', 'img'), log })
    serveImages(app, { variants, headers })
  },
})
const { db, guest, services } = shop
const { config } = services

const contact = {
  name: 'Asha Rao',
  email: 'Asha@example.com',
  topic: 'An order',
  message: 'Where is my order?',
}
const shownLongAgo = () => startToken(config, Date.now() - 60_000)
const submissionsOf = (slug: string) =>
  db.selectFrom('form_submissions').selectAll().where('form_slug', '=', slug).orderBy('id').execute()
const mailsTo = (recipient: string) =>
  db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
const countsOf = async () => (await submissionsOf('contact')).length

test('form/get returns the fields with their rules, phones by the country of the channel', async () => {
  const reply = await guest().api.form.get({ id: 'contact' })

  expect(reply).toMatchObject({ status: 'success', data: { slug: 'contact', submit_label: 'Send message' } })
  const { fields } = (reply as { data: { fields: { name: string }[] } }).data
  expect(fields.find(({ name }) => name === 'phone')).toMatchObject({
    rules: { length: 10, mobile_code: '+91' },
  })
  expect(fields.find(({ name }) => name === 'message')).toMatchObject({
    is_required: true,
    rules: { min: 10, max: 2000 },
  })
})

test('form/submit stores the submission, mails the store and acknowledges to the sender without repeating the text', async () => {
  const reply = await guest().api.form.submit({
    id: 'contact',
    values: { ...contact, message: 'Is <b>this</b> & that in stock?' },
    started: shownLongAgo(),
  })

  expect(reply).toMatchObject({ status: 'success', message: 'Thank you. We answer within one working day.' })
  const [stored] = await submissionsOf('contact')
  expect(stored).toMatchObject({ email: 'asha@example.com', form_name: 'Write to us' })
  expect(stored?.values).toContainEqual({ label: 'Your message', value: 'Is <b>this</b> & that in stock?' })
  const [toStore] = await mailsTo('hello@kilnandloom.example')
  expect(toStore?.html).toContain('Is &lt;b&gt;this&lt;/b&gt; &amp; that in stock?')
  const [toSender] = await mailsTo('asha@example.com')
  expect(toSender).toMatchObject({ kind: 'form_acknowledgement' })
  expect(toSender?.text).not.toContain('in stock')
})

test('form/submit stores text without hidden characters and the email in one form', async () => {
  const reply = await guest().api.form.submit({
    id: 'contact',
    values: {
      ...contact,
      name: 'As\u202eha\u2066',
      email: '\uff34win\u200b@example.com',
      message: 'One\u202e line,\nand another',
    },
    started: shownLongAgo(),
  })

  expect(reply).toMatchObject({ status: 'success' })
  expect((await submissionsOf('contact')).at(-1)).toMatchObject({
    email: 'twin@example.com',
    values: [
      { value: 'Asha' },
      { value: 'Twin@example.com' },
      { value: 'An order' },
      { value: 'One line,\nand another' },
    ],
  })
  const toStore = (await mailsTo('hello@kilnandloom.example')).at(-1)
  expect(`${toStore?.subject} ${toStore?.text} ${toStore?.html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(await mailsTo('twin@example.com')).toHaveLength(1)
})

test('form/submit answers 422 with the message of every invalid field and stores nothing', async () => {
  const before = await countsOf()

  const reply = await guest().api.form.submit({
    id: 'contact',
    values: { name: ' ', email: 'asha', phone: '12', topic: 'Gossip', message: 'short', extra: 'x' },
  })

  expect(reply).toMatchObject({
    code: 'VALIDATION',
    errors: {
      name: ['This field is required'],
      email: ['The value must be an valid email address'],
      phone: ['Invalid phone number'],
      topic: ['Please choose one of the options'],
      message: ['The value length should be at least 10'],
      extra: ['This field is not known'],
    },
  })
  expect(await countsOf()).toBe(before)
})

test('form/submit answers a filled honeypot like a success and stores nothing', async () => {
  const before = await countsOf()

  const reply = await guest().api.form.submit({
    id: 'contact',
    values: contact,
    website: 'https://spam.example',
  })

  expect(reply).toMatchObject({ status: 'success' })
  expect(await countsOf()).toBe(before)
})

test('form/submit refuses a form filled in within two seconds, and counts a forged time as none', async () => {
  const { api } = guest()
  const fast = await api.form.submit({ id: 'contact', values: contact, started: startToken(config) })
  const forged = { id: 'contact', values: contact, started: `1.${'x'.repeat(43)}` }
  const codes = []
  for (let attempt = 0; attempt < 3; attempt += 1)
    codes.push((await api.form.submit(forged)) as { status: string; code?: string })

  expect(fast).toMatchObject({ code: 'VALIDATION' })
  expect(codes.map(({ status, code }) => code ?? status)).toEqual(['success', 'success', 'RATE_LIMITED'])
})

test('form/submit takes five submissions an hour from one address', async () => {
  const { api } = guest()
  const replies = []
  for (let attempt = 0; attempt < 6; attempt += 1)
    replies.push(await api.form.submit({ id: 'contact', values: contact, started: shownLongAgo() }))

  expect(replies.map(({ status }) => status)).toEqual([...Array(5).fill('success'), 'error'])
  expect(replies.at(-1)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('acknowledgements to one address stop after three a day', async () => {
  const values = { ...contact, email: 'flooded@example.com' }
  for (let sender = 0; sender < 5; sender += 1)
    await guest().api.form.submit({ id: 'contact', values, started: shownLongAgo() })

  expect(await mailsTo('flooded@example.com')).toHaveLength(3)
})

test('spellings of one address share its limit of acknowledgements', async () => {
  for (const email of [
    'same@example.com',
    '\uff53ame@example.com',
    'sa\u200bme@example.com',
    'SAME@example.com',
  ])
    await guest().api.form.submit({ id: 'contact', values: { ...contact, email }, started: shownLongAgo() })

  expect(await mailsTo('same@example.com')).toHaveLength(3)
})

test('an inactive form is not found', async () => {
  await db.insertInto('forms').values({ slug: 'draft', name: 'Draft', is_active: false }).execute()

  expect(await guest().api.form.get({ id: 'draft' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await guest().api.form.submit({ id: 'draft', values: {} })).toMatchObject({ code: 'NOT_FOUND' })
})

const encoded = (fields: Record<string, string>) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test('a form posted without scripts returns to its page with entries and errors, which no other page shows', async () => {
  const visitor = guest()
  const { status, headers } = await visitor.request({
    method: 'POST',
    url: '/forms/form/submit/contact',
    ...encoded({ page: '/contact', 'values.name': 'Asha', 'values.email': 'asha', started: shownLongAgo() }),
  })
  const location = String(headers.location)

  expect([status, location.split('?')[0]]).toEqual([303, '/contact'])
  const page = await visitor.request({ method: 'GET', url: location.split('#')[0] as string })
  expect(page.headers['cache-control']).toContain('no-store')
  expect(page.body).toContain('The value must be an valid email address')
  expect(page.body).toContain('value="Asha"')
  expect((await visitor.request({ method: 'GET', url: '/contact' })).body).not.toContain('value="Asha"')
})

test('a valid form posted without scripts shows the thanks on its page', async () => {
  const visitor = guest()
  const fields = Object.fromEntries(Object.entries(contact).map(([name, value]) => [`values.${name}`, value]))
  const { headers } = await visitor.request({
    method: 'POST',
    url: '/forms/form/submit/contact',
    ...encoded({ page: '/contact', website: '', started: shownLongAgo(), ...fields }),
  })

  const page = await visitor.request({ method: 'GET', url: String(headers.location).split('#')[0] as string })

  expect(page.body).toContain('Thank you. We answer within one working day.')
})

test('a form post from another site is refused, and one that names a foreign page stays in the shop', async () => {
  const foreign = await guest().request({
    method: 'POST',
    url: '/forms/form/submit/contact',
    ...encoded({}),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  })
  const elsewhere = await guest().request({
    method: 'POST',
    url: '/forms/form/submit/contact',
    ...encoded({ page: '//evil.example/' }),
  })

  expect(foreign.status).toBe(403)
  expect(String(elsewhere.headers.location)).not.toContain('evil')
})

const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#aa3311' } })
  .jpeg()
  .withExif({ IFD0: { Artist: 'canary-artist' } })
  .toBuffer()

await db
  .insertInto('forms')
  .values({
    slug: 'claim',
    name: 'Claim',
    fields: json([
      {
        id: 1,
        name: 'proof',
        label: 'Proof',
        type: 'file',
        is_required: true,
        placeholder: '',
        options: null,
        rules: {},
        width: 12,
      },
    ]),
  })
  .execute()

test('the label of a consent may link to a page, and is stored as plain text', async () => {
  const field = { id: 1, name: 'agree', type: 'consent', is_required: true, placeholder: '', options: null }
  const label = 'I accept the [privacy policy](/privacy-policy)'
  const fields = json([{ ...field, label, rules: {}, width: 12 }])
  await db.insertInto('forms').values({ slug: 'consenting', name: 'Consenting', fields }).execute()

  const page = await guest().request({ method: 'GET', url: '/forms/consenting' })
  expect(String(page.body)).toContain('I accept the <a href="/privacy-policy">privacy policy</a>')
  const values = { agree: true }
  expect(await guest().api.form.submit({ id: 'consenting', values, started: shownLongAgo() })).toMatchObject({
    status: 'success',
  })
  const stored = await db
    .selectFrom('form_submissions')
    .select('values')
    .where('form_slug', '=', 'consenting')
    .executeTakeFirstOrThrow()
  expect(stored.values).toEqual([{ label: 'I accept the privacy policy', value: 'Yes' }])
})

async function multipart(name: string, bytes: Buffer, more: Record<string, string> = {}) {
  const form = new FormData()
  form.set(name, new Blob([new Uint8Array(bytes)]), 'a.bin')
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', 'x-requested-with': 'fetch' },
  }
}
const sendFile = async (bytes: Buffer, name = 'values.proof') =>
  guest().request({
    method: 'POST',
    url: '/api/form/submit/claim',
    ...(await multipart(name, bytes, { started: shownLongAgo() })),
  })

test('an image and a PDF are stored privately, the image re-encoded without its metadata', async () => {
  const replies = [await sendFile(picture), await sendFile(Buffer.from('%PDF-1.7\n%%EOF'))]

  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const files = await db.selectFrom('form_files').select(['path', 'submission_id']).execute()
  await services.files.write('public.webp', await sharp(picture).webp().toBuffer())
  for (const url of ['/media/public.webp', '/_img/320x/public.webp.webp'])
    expect((await shop.app.inject({ method: 'GET', url })).statusCode).toBe(200)
  expect(files.map(({ path }) => path.replace(/.*\.(\w+)\.private$/, '$1')).sort()).toEqual(['pdf', 'webp'])
  for (const { path, submission_id } of files) {
    expect(submission_id).not.toBeNull()
    expect((await services.files.read(path)).includes('canary-artist')).toBe(false)
    for (const url of [`/media/${path}`, `/_img/320x/${path}.webp`])
      expect((await shop.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

test('a file of another type, for an unknown field, or without the request header is refused', async () => {
  const svg = await sendFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const unknown = await sendFile(picture, 'values.other')
  const { payload, headers } = await multipart('values.proof', picture)
  const bare = await guest().request({
    method: 'POST',
    url: '/api/form/submit/claim',
    payload,
    headers: { 'content-type': headers['content-type'] },
  })

  expect(svg).toMatchObject({
    status: 422,
    body: { errors: { proof: ['Please choose a JPEG, PNG, WebP or PDF file'] } },
  })
  expect(unknown).toMatchObject({ status: 422 })
  expect(bare.status).toBe(403)
})

test('two files of one field, and a file above 5 MB, are refused at their field', async () => {
  const form = new FormData()
  form.set('started', shownLongAgo())
  for (const name of ['a.jpg', 'b.jpg'])
    form.append('values.proof', new Blob([new Uint8Array(picture)]), name)
  const body = new Response(form)
  const both = await guest().request({
    method: 'POST',
    url: '/api/form/submit/claim',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', 'x-requested-with': 'fetch' },
  })
  const large = await sendFile(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5 * 1_024 * 1_024)]))

  expect(both).toMatchObject({ status: 422, body: { errors: { proof: ['Please choose one file only'] } } })
  expect(large).toMatchObject({
    status: 413,
    body: { errors: { proof: ['The file must not be larger than 5 MB'] } },
  })
})

test('a post without scripts whose files are too large to be read is answered with a page that leads back', async () => {
  const { payload, headers } = await multipart('values.proof', Buffer.alloc(12 * 1_024 * 1_024))
  const refused = await guest().request({
    method: 'POST',
    url: '/forms/form/submit/claim',
    payload,
    headers: { 'content-type': headers['content-type'], referer: `${config.storeUrl}/claims?a="1"` },
  })

  expect(refused).toMatchObject({ status: 413, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(String(refused.body)).toContain('The file must not be larger than 5 MB')
  expect(String(refused.body)).toContain('href="/claims?a=%221%22"')
})

test('a path of another form’s file is refused', async () => {
  const { path } = await db.selectFrom('form_files').select('path').executeTakeFirstOrThrow()

  const reused = await guest().api.form.submit({
    id: 'claim',
    values: { proof: path },
    started: shownLongAgo(),
  })
  const invented = await guest().api.form.submit({ id: 'claim', values: { proof: 'kiln/mug.avif' } })

  for (const reply of [reused, invented])
    expect(reply).toMatchObject({ errors: { proof: ['Please choose the file again'] } })
})

test('multipart is refused by every other call', async () => {
  const { status } = await guest().request({
    method: 'POST',
    url: '/api/cart/add-item',
    ...(await multipart('product_id', picture)),
  })

  expect(status).toBe(415)
})

test('files of deleted submissions are deleted after a day', async () => {
  await db.deleteFrom('form_submissions').where('form_slug', '=', 'claim').execute()
  await db
    .updateTable('form_files')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  const paths = (await db.selectFrom('form_files').select('path').execute()).map(({ path }) => path)

  await deleteUnusedFormFiles({
    db,
    files: services.files,
    log: services.log,
  })

  expect(await db.selectFrom('form_files').select('path').execute()).toEqual([])
  for (const path of paths) expect(await services.files.find(path)).toBeUndefined()
})

test('the command line lists forms and prints submissions', async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)

  expect(await runForm({ db, print }, ['list'])).toBe(0)
  expect(await runForm({ db, print }, ['submissions', 'contact'])).toBe(0)
  expect(await runForm({ db, print }, ['remove'])).toBe(2)
  expect(lines.join('\n')).toMatch(/contact +\d+ {2}Write to us/)
  expect(lines).toContain('  Your name: Asha Rao')
  await expect(runForm({ db, print }, ['submissions', 'none'])).rejects.toThrow('No form is called none')
})

import { expect, test } from 'vitest'
import { orThrow } from '#contract/envelope.ts'
import { openShop } from '#harness/open-shop.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { publishDuePosts } from './publish-due-posts.ts'
import { uniqueAnchor } from './to-body.ts'

const { db, changes, pipeline, request } = await openShop({ seed: true, pages: true })
const api = pipeline.openApi(anonymousVisitor)
const ask = (name: string, input: Record<string, unknown>) =>
  pipeline.run({ group: 'blog', name, input, visitor: anonymousVisitor })

const minute = 60_000
const fromNow = (ms: number) => new Date(Date.now() + ms)

type Draft = {
  slug: string
  status?: 'draft' | 'scheduled' | 'published'
  published_at?: Date | null
  body?: unknown[]
  title?: string
}

async function addPost({
  slug,
  status = 'published',
  published_at = fromNow(-minute),
  body = [],
  title = slug,
}: Draft) {
  const row = await db
    .insertInto('blog_posts')
    .values({ slug, title, status, published_at, body: json(body) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(db, ['blog'])
  await changes.catchUp()
  return row.id
}

async function page(url: string) {
  const { status, body } = await request({ url })
  return { status, body: String(body) }
}

/** The structured data of a page by type. */
function thingsOf(html: string) {
  const things = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '']) =>
      (JSON.parse(json) as { '@graph': { '@type': string; [name: string]: unknown }[] })['@graph'],
  )
  return Object.fromEntries(things.map((thing) => [thing['@type'], thing]))
}

const slugsOf = (posts: { slug: string }[]) => posts.map(({ slug }) => slug)

test('blog/list returns the newest posts in the decided shape', async () => {
  const list = orThrow(await api.blog.list({ perPage: 2 }))

  expect(list).toMatchObject({ current_page: 1, last_page: 3, per_page: 2, total: 6 })
  expect(list.data[0]).toEqual({
    id: 1,
    title: 'How a mug is made, from wet clay to your kitchen',
    slug: 'how-a-mug-is-made',
    excerpt: expect.stringContaining('Nine people'),
    image: {
      path: '/media/kiln/hero-morning-table.avif',
      alt: 'Stoneware bowls, a jug and two mugs on a wooden table in morning light',
      width: 1920,
      height: 960,
      placeholder: expect.stringMatching(/^data:image/),
    },
    author: 'The Kiln & Loom desk',
    published_at: '2026-11-12T03:30:00.000Z',
    category: { name: 'Workshops', slug: 'workshops' },
    tags: [
      { name: 'Ceramics', slug: 'ceramics' },
      { name: 'Making', slug: 'making' },
    ],
    reading_minutes: 2,
    url: '/blogs/how-a-mug-is-made',
    is_featured: true,
  })
  expect(list.categories).toContainEqual({ name: 'Rooms', slug: 'rooms', post_count: 2 })
  expect(list.tags).toContainEqual({ name: 'How to', slug: 'how-to', post_count: 1 })
})

test.each([
  [{ category: 'rooms' }, ['arranging-three-vases', 'warm-light-at-home']],
  [{ tag: 'desk' }, ['a-desk-you-want-to-sit-at']],
  [{ search: 'KELVIN lamp' }, ['warm-light-at-home']],
  [{ search: 'festive' }, ['presents-under-1000']],
  [{ search: 'lentil' }, ['how-a-mug-is-made']],
  [{ search: 'paragraph' }, []],
  [{ search: '%' }, []],
  [{ category: 'rooms', search: 'vases' }, ['arranging-three-vases']],
  [{ category: 'care', search: 'vases' }, []],
  [{ category: 'none' }, []],
])('blog/list filters by %j', async (filter, slugs) => {
  expect(slugsOf(orThrow(await api.blog.list(filter)).data)).toEqual(slugs)
})

test('a search finds the beginnings of words, and single signs of scripts without spaces', async () => {
  const id = await addPost({
    slug: 'japanese',
    title: '花器と茶碗',
    status: 'published',
    published_at: fromNow(-minute),
  })
  const found = async (search: string) => slugsOf(orThrow(await api.blog.list({ search })).data)

  expect(await found('器')).toEqual(['japanese'])
  expect(await found('茶碗')).toEqual(['japanese'])
  expect(await found('kelv')).toEqual(['warm-light-at-home'])
  expect(await found('elvin')).toEqual([])
  expect(await found(`'); drop table x; -- \\ :* & |`)).toEqual([])
  await db.deleteFrom('blog_posts').where('id', '=', id).execute()
})

test('a featured post is first without filters only', async () => {
  const featured = (value: boolean) =>
    db.updateTable('blog_posts').set({ is_featured: value }).where('slug', '=', 'caring-for-cloth').execute()
  await db.updateTable('blog_posts').set({ is_featured: false }).execute()
  await featured(true)

  expect(slugsOf(orThrow(await api.blog.list({})).data)[0]).toBe('caring-for-cloth')
  expect(slugsOf(orThrow(await api.blog.list({ search: 'the' })).data)[0]).toBe('how-a-mug-is-made')
  // Every post is on exactly one page.
  const pages = await Promise.all([1, 2, 3].map((page) => api.blog.list({ page, perPage: 2 }).then(orThrow)))
  expect(new Set(pages.flatMap(({ data }) => slugsOf(data))).size).toBe(6)

  await featured(false)
  await db.updateTable('blog_posts').set({ is_featured: true }).where('id', '=', 1).execute()
})

test('blog/post returns text, product cards, related posts and neighbors', async () => {
  const post = orThrow(await api.blog.post({ slug: 'arranging-three-vases' }))

  expect(post.body.slice(1, 3)).toEqual([
    { type: 'heading', level: 2, text: 'Start with heights', id: 'h-start-with-heights' },
    { type: 'paragraph', text: expect.stringContaining('Choose three heights') },
  ])
  expect(post.body).toContainEqual(
    expect.objectContaining({
      type: 'image',
      caption: 'Trio of Vases',
      url: '/product/trio-of-vases',
      image: expect.objectContaining({ path: '/media/kiln/trio-of-vases--desert.avif', width: 1200 }),
    }),
  )
  expect(slugsOf(post.products)).toEqual([
    'trio-of-vases',
    'ribbed-bottle-vase',
    'moon-vase',
    'bud-vase-with-dried-grass',
  ])
  expect(post.products[0]).toMatchObject({ channel: { selling_price: { currency: 'INR' } } })
  // The same category first, then the newest.
  expect(slugsOf(post.related)).toEqual(['warm-light-at-home', 'how-a-mug-is-made', 'caring-for-cloth'])
  expect(post.previous).toMatchObject({ slug: 'warm-light-at-home', url: '/blogs/warm-light-at-home' })
  expect(post.next).toMatchObject({ slug: 'how-a-mug-is-made' })
  expect(post.meta.meta_title).toContain('Kiln & Loom journal')
})

test('related posts chosen by an editor come first', async () => {
  await db.insertInto('blog_post_related').values({ post_id: 2, related_id: 6 }).execute()
  const post = orThrow(await api.blog.post({ slug: 'arranging-three-vases' }))
  expect(slugsOf(post.related)).toEqual(['presents-under-1000', 'warm-light-at-home', 'how-a-mug-is-made'])
  await db.deleteFrom('blog_post_related').execute()
})

test('a product that is not published is not among a post’s cards', async () => {
  const publish = async (is_published: boolean) => {
    await db.updateTable('products').set({ is_published }).where('slug', '=', 'moon-vase').execute()
    await noteChange(db, ['listing'])
    await changes.catchUp()
  }
  await publish(false)
  const { products } = orThrow(await api.blog.post({ slug: 'arranging-three-vases' }))
  expect(slugsOf(products)).not.toContain('moon-vase')
  expect(products).toHaveLength(3)
  await publish(true)
})

test('blog calls tag their replies with the blog and the products shown', async () => {
  expect((await ask('list', {})).tags).toContain('blog')
  const { tags } = await ask('post', { slug: 'how-a-mug-is-made' })
  expect(tags).toEqual(expect.arrayContaining(['blog', 'listing']))
  expect([...tags].filter((tag) => tag.startsWith('product:'))).toHaveLength(3)
  expect((await ask('post', { slug: 'no-such-post' })).tags).toContain('blog')
})

test('headings get unique anchors that keep letters of every script', () => {
  const taken = new Set<string>()
  const anchors = ['The first firing', 'The first firing', 'मिट्टी का काम', '???'].map((text) =>
    uniqueAnchor(text, taken),
  )
  expect(anchors).toEqual(['h-the-first-firing', 'h-the-first-firing-2', 'h-मिट्टी-का-काम', 'h'])
})

const hidden = [
  { slug: 'secret-draft', status: 'draft', published_at: fromNow(-minute) },
  { slug: 'secret-scheduled', status: 'scheduled', published_at: fromNow(60 * minute) },
  { slug: 'secret-dated', status: 'published', published_at: fromNow(60 * minute) },
] as const

test('drafts and posts of the future appear nowhere', async () => {
  const ids: number[] = []
  for (const post of hidden) {
    const id = await addPost({
      ...post,
      body: [{ type: 'paragraph', text: 'unspoken' }],
      title: `Unspoken ${post.slug}`,
    })
    ids.push(id)
    await db.insertInto('blog_post_tags').values({ post_id: id, tag_id: 1 }).execute()
    await db.insertInto('blog_post_related').values({ post_id: 1, related_id: id }).execute()
  }
  const list = orThrow(await api.blog.list({ perPage: 96 }))
  expect(list.total).toBe(6)
  expect(orThrow(await api.blog.list({ search: 'unspoken' })).total).toBe(0)
  expect(list.tags.find(({ slug }) => slug === 'ceramics')?.post_count).toBe(1)
  const texts = [JSON.stringify(list)]
  for (const { slug } of hidden) {
    expect(await ask('post', { slug })).toMatchObject({ httpStatus: 404 })
    expect(await api.content.templateBoth({ path: `/blogs/${slug}` })).toMatchObject({ code: 'NOT_FOUND' })
    const missing = await page(`/blogs/${slug}`)
    expect(missing.status).toBe(404)
    texts.push(missing.body.replaceAll(`/blogs/${slug}`, ''))
  }
  for (const path of ['/blogs', '/blogs?search=unspoken', '/blogs/how-a-mug-is-made', '/'])
    texts.push(
      (await page(path)).body.replaceAll(
        /search=unspoken|“unspoken”|value="unspoken"|"search":"unspoken"/g,
        '',
      ),
    )
  texts.push(JSON.stringify(orThrow(await api.blog.post({ slug: 'how-a-mug-is-made' }))))
  expect(texts.join()).not.toMatch(/secret-|Unspoken/)
  await db.deleteFrom('blog_posts').where('id', 'in', ids).execute()
})

test('a scheduled post is published and its pages are invalidated when it is due', async () => {
  const id = await addPost({ slug: 'due-soon', status: 'scheduled', published_at: fromNow(5 * minute) })
  const noted: string[] = []
  const stop = changes.subscribe((tags) => void noted.push(...tags))

  expect(await publishDuePosts(db, fromNow(0), fromNow(minute))).toBe(0)
  await changes.catchUp()
  expect(noted).toEqual([])

  expect(await publishDuePosts(db, fromNow(minute), fromNow(10 * minute))).toBe(1)
  await changes.catchUp()
  expect(noted).toEqual(['blog'])
  expect(await publishDuePosts(db, fromNow(10 * minute), fromNow(11 * minute))).toBe(0)
  const { status } = await db
    .selectFrom('blog_posts')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('published')
  stop()
  await db.deleteFrom('blog_posts').where('id', '=', id).execute()
})

test('a post that is already dated for the future is announced when its time comes', async () => {
  const id = await addPost({ slug: 'dated', published_at: fromNow(5 * minute) })
  expect(await publishDuePosts(db, fromNow(4 * minute), fromNow(6 * minute))).toBe(1)
  expect(await publishDuePosts(db, fromNow(6 * minute), fromNow(7 * minute))).toBe(0)
  await db.deleteFrom('blog_posts').where('id', '=', id).execute()
})

test('templateBoth resolves the blog and its posts', async () => {
  expect(await api.content.templateBoth({ path: '/blogs' })).toMatchObject({
    data: { page_type: 'BlogList', page: { name: 'Journal' } },
  })
  expect(await api.content.templateBoth({ path: '/blogs/how-a-mug-is-made' })).toMatchObject({
    data: { page_type: 'BlogPost', page: null },
  })
})

const origin = 'https://shop.example.com'

test('the page of a post describes it for search engines, link previews and feed readers', async () => {
  const { status, body } = await page('/blogs/how-a-mug-is-made')

  expect(status).toBe(200)
  expect(body).toContain(`<link rel="canonical" href="${origin}/blogs/how-a-mug-is-made">`)
  expect(body).toContain(
    `<link rel="alternate" type="application/rss+xml" title="Journal | Kiln &#38; Loom" href="${origin}/blogs/feed.xml">`,
  )
  expect(body).toContain('<meta property="og:type" content="article">')
  expect(body).toContain('<meta property="article:published_time" content="2026-11-12T03:30:00.000Z">')
  expect(body).toContain(
    `<meta property="og:image" content="${origin}/_img/1280x/kiln/hero-morning-table.avif.webp">`,
  )
  expect(body).toMatch(
    /property="og:image:width" content="1280"><meta property="og:image:height" content="\d+">/,
  )
  // A product without an offer or a rating is invalid.
  expect(JSON.stringify(thingsOf(body))).not.toContain('"Product"')
  expect(thingsOf(body)).toMatchObject({
    BlogPosting: {
      headline: 'How a mug is made, from wet clay to your kitchen',
      datePublished: '2026-11-12T03:30:00.000Z',
      author: { name: 'The Kiln & Loom desk' },
      publisher: { name: 'Kiln & Loom' },
      image: [`${origin}/_img/1280x/kiln/hero-morning-table.avif.webp`],
      mainEntityOfPage: `${origin}/blogs/how-a-mug-is-made`,
      articleSection: 'Workshops',
    },
    BreadcrumbList: {
      itemListElement: [
        { name: 'Home' },
        { name: 'Journal', item: `${origin}/blogs` },
        { name: 'How a mug is made, from wet clay to your kitchen' },
      ],
    },
  })
})

test('a nested address of a post redirects to its own', async () => {
  const { status, headers } = await request({ url: '/blogs/2026/how-a-mug-is-made' })
  expect([status, headers.location]).toEqual([301, '/blogs/how-a-mug-is-made'])
})

test('the list is described as a blog, its filters are not indexed, and made-up filters are no pages', async () => {
  expect(thingsOf((await page('/blogs')).body)).toMatchObject({
    Blog: { name: 'Journal', url: `${origin}/blogs` },
    BreadcrumbList: {},
  })
  for (const path of ['/blogs?category=rooms', '/blogs?tag=desk', '/blogs?search=lamp']) {
    const { status, body } = await page(path)
    expect([path, status]).toEqual([path, 200])
    expect(body).toContain('<meta name="robots" content="noindex,follow">')
  }
  for (const path of ['/blogs?category=none', '/blogs?tag=none', '/blogs?page=2'])
    expect([path, (await page(path)).status]).toEqual([path, 404])
})

test('the list links its pages with rel prev and next', async () => {
  const ids: number[] = []
  for (let at = 0; at < 5; at++) ids.push(await addPost({ slug: `extra-${at}` }))

  const first = (await page('/blogs')).body
  expect(first).toMatch(
    /<a[^>]*rel="next"[^>]*href="\/blogs\?page=2"|<a[^>]*href="\/blogs\?page=2"[^>]*rel="next"/,
  )
  expect(first).not.toContain('rel="prev"')
  const second = (await page('/blogs?page=2')).body
  expect(second).toContain('rel="prev"')
  expect(second).not.toContain('rel="next"')
  expect(second).toContain(`<link rel="canonical" href="${origin}/blogs?page=2">`)
  expect(second).toContain('(page 2)')
  await db.deleteFrom('blog_posts').where('id', 'in', ids).execute()
})

test('texts of a post are escaped, and only their own marks become elements', async () => {
  const id = await addPost({
    slug: 'marks',
    body: [
      {
        type: 'paragraph',
        text: '<script>alert(1)</script> **bold** [shop](/shop-online) [bad](javascript:alert(1))',
      },
    ],
  })
  const { body } = await page('/blogs/marks')
  expect(body).not.toContain('<script>alert(1)')
  expect(body).toContain('<b>bold</b>')
  expect(body).toContain('<a href="/shop-online">shop</a>')
  expect(body).not.toContain('href="javascript:')
  await db.deleteFrom('blog_posts').where('id', '=', id).execute()
})

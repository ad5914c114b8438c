import { ownValue } from '#contract/rules/own-value.ts'
import { pluginRecordKind } from '../admin-plugin.ts'
import { api } from '../api.ts'
import type { RecordKind } from './record-kind.ts'

const perPage = 20

type Structure<Row> = Pick<RecordKind, 'one' | 'searches'> & {
  list: (
    input: { q: string; per_page: number; order: 'asc' },
    signal: AbortSignal,
  ) => Promise<{ data: { data: Row[]; total: number } }>
  get: (id: number) => Promise<{ data: { values: { name: string } } }>
  /** Of records with a page in the shop: the end of its address, and the beginning. */
  pathOf?: (row: Row) => string
  shownBelow?: string
}

/** What products are arranged in. Their lists cannot be queried by id: the names are read one by one. */
const structureKind = <Row extends { id: number; name: string }>({
  list,
  get,
  pathOf,
  shownBelow,
  ...kind
}: Structure<Row>): RecordKind => ({
  ...kind,
  permission: 'catalog.read',
  async find(q, signal) {
    const { data } = await list({ q, per_page: perPage, order: 'asc' }, signal)
    const found = data.data.map((row) => ({
      value: row.id,
      label: row.name,
      ...(pathOf && { detail: pathOf(row), address: `${shownBelow}/${pathOf(row)}` }),
    }))
    return { found, total: data.total }
  },
  async names(values) {
    const names = new Map<string | number, string>()
    await Promise.all(
      values.map(async (value) => {
        const record = await get(Number(value)).catch(() => undefined)
        if (record) names.set(value, record.data.values.name)
      }),
    )
    return names
  },
})

/** Sections name these records by id or key. */
const namesOf = (rows: readonly { id: number; slug: string; name: string }[]) =>
  new Map<string | number, string>(
    rows.flatMap(({ id, slug, name }) => [
      [id, name],
      [String(id), name],
      [slug, name],
    ]),
  )

/** Pages, which most fields name by slug and some by id. */
const pageKind = (key: 'slug' | 'id', names: RecordKind['names']): RecordKind => ({
  one: 'page',
  searches: 'Name or address',
  permission: 'content.read',
  async find(q, signal) {
    const { data } = await api.adminPages.list({ q, per_page: perPage }, signal)
    const found = data.data.map((page) => ({
      value: page[key],
      label: page.name,
      detail: `/${page.slug}`,
      address: `/${page.slug}`,
    }))
    return { found, total: data.total }
  },
  names,
})

/** As shoppers read them: `Colour: Terra`. */
async function attributeValues() {
  const { attributes } = (await api.adminProducts.options({})).data
  return new Map<string | number, string>(
    attributes.flatMap(({ label, values }) => values.map((value) => [value.id, `${label}: ${value.label}`])),
  )
}

const customersIn = (kind: 'groups' | 'segments') => async () =>
  new Map<string | number, string>(
    (await api.adminCustomers.choices({})).data[kind].map(({ id, name }) => [id, name]),
  )

/** Records that are few enough to be read at once. */
const namedKind = (
  one: string,
  permission: RecordKind['permission'],
  names: () => Promise<Map<string | number, string>>,
): RecordKind => ({
  one,
  searches: 'Name',
  permission,
  async find(q) {
    const named = [...(await names())].map(([value, label]) => ({ value, label }))
    const found = named.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    return { found: found.slice(0, perPage), total: found.length }
  },
  names,
})

/** What forms refer to, by the `widget` of a field. */
const recordKinds: Readonly<Record<string, RecordKind>> = {
  product: {
    one: 'product',
    searches: 'Name or SKU',
    permission: 'catalog.read',
    async find(q, signal) {
      const { data } = await api.adminProducts.list({ q, per_page: perPage }, signal)
      const found = data.data.map(({ id, name, slug, sku, image_path }) => ({
        value: id,
        label: name,
        detail: sku,
        picture: image_path,
        address: `/product/${slug}`,
      }))
      return { found, total: data.total }
    },
    async names(values) {
      const names = new Map<string | number, string>()
      // As many ids as the endpoint takes.
      for (let from = 0; from < values.length; from += 100) {
        const ids = values.slice(from, from + 100).join()
        for (const { id, name } of (await api.adminProducts.names({ ids })).data) names.set(id, name)
      }
      return names
    },
  },
  category: structureKind({
    one: 'category',
    searches: 'Name or address',
    list: (input, signal) => api.adminCategories.list({ ...input, sort: 'tree' }, signal),
    get: (id) => api.adminCategories.get({ id }),
    pathOf: ({ path }) => path,
    shownBelow: '/product-category',
  }),
  collection: structureKind({
    one: 'collection',
    searches: 'Name',
    list: (input, signal) => api.adminCollections.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminCollections.get({ id }),
    pathOf: ({ slug }) => slug,
    shownBelow: '/product-collection',
  }),
  stock_location: structureKind({
    one: 'stock location',
    searches: 'Name',
    list: (input, signal) => api.adminStockLocations.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminStockLocations.get({ id }),
  }),
  brand: structureKind({
    one: 'brand',
    searches: 'Name',
    list: (input, signal) => api.adminBrands.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminBrands.get({ id }),
  }),
  'economic-operator': structureKind({
    one: 'manufacturer or importer',
    searches: 'Name',
    list: (input, signal) => api.adminEconomicOperators.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminEconomicOperators.get({ id }),
  }),
  label: structureKind({
    one: 'label',
    searches: 'Name',
    list: (input, signal) => api.adminLabels.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminLabels.get({ id }),
  }),
  tag: structureKind({
    one: 'tag',
    searches: 'Name',
    list: (input, signal) => api.adminTags.list({ ...input, sort: 'name' }, signal),
    get: (id) => api.adminTags.get({ id }),
  }),
  'attribute-value': namedKind('attribute value', 'catalog.read', attributeValues),
  'customer-group': namedKind('customer group', 'customers.read', customersIn('groups')),
  'customer-segment': namedKind('segment', 'customers.read', customersIn('segments')),
  page: pageKind('slug', async (values) => {
    const { data } = await api.adminPages.list({ per_page: 100 })
    return new Map(
      data.data.filter(({ slug }) => values.includes(slug)).map(({ slug, name }) => [slug, name]),
    )
  }),
  'page-id': pageKind('id', async (values) => {
    const names = new Map<string | number, string>()
    await Promise.all(
      values.map(async (value) => {
        const page = await api.adminPages.get({ id: String(value) }).catch(() => undefined)
        if (page) names.set(value, page.data.content.name)
      }),
    )
    return names
  }),
  'blog-post': {
    one: 'blog post',
    searches: 'Title',
    permission: 'content.read',
    async find(q, signal) {
      const { data } = await api.adminBlogPosts.list({ q, per_page: perPage }, signal)
      const found = data.data.map(({ id, title, slug, category }) => ({
        value: id,
        label: title,
        detail: category,
        address: `/blogs/${slug}`,
      }))
      return { found, total: data.total }
    },
    names: async () => new Map(),
  },
  video: {
    one: 'video',
    searches: 'Name',
    permission: 'content.read',
    async find(q, signal) {
      const { data } = await api.adminVideos.list({ q, per_page: perPage }, signal)
      const found = data.data.map(({ name, path, captions_language }) => ({
        value: path,
        label: name,
        detail: captions_language ? `captions: ${captions_language}` : 'no captions',
        address: `/media/${path}`,
      }))
      return { found, total: data.total }
    },
    names: async () => new Map(),
  },
  slider: {
    one: 'slider',
    searches: 'Name',
    permission: 'content.read',
    async find(q, signal) {
      const { data } = await api.adminSliders.list({ q, per_page: perPage }, signal)
      const found = data.data.map(({ id, name, slug }) => ({ value: id, label: name, detail: slug }))
      return { found, total: data.total }
    },
    names: async () => namesOf((await api.adminSliders.list({ per_page: 100 })).data.data),
  },
  faq: {
    one: 'FAQ',
    searches: 'Title',
    permission: 'content.read',
    async find(q, signal) {
      const { data } = await api.adminFaqs.list({ q, per_page: perPage }, signal)
      const found = data.data.map(({ id, title, slug }) => ({ value: id, label: title, detail: slug }))
      return { found, total: data.total }
    },
    async names() {
      const { data } = await api.adminFaqs.list({ per_page: 100 })
      return namesOf(data.data.map(({ title, ...faq }) => ({ ...faq, name: title })))
    },
  },
}

/** The shop's own kinds and those of installed plugins. */
export const findRecordKind = (widget: string): RecordKind | undefined =>
  ownValue(recordKinds, widget) ?? pluginRecordKind(widget)

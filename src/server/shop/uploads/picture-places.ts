import type { PictureUse } from '#contract/admin/content/media.ts'

/** A column that names pictures by their path. All texts are SQL over the table as `x` and its joins. */
export type PicturePlace = {
  kind: PictureUse['kind']
  table: string
  column: string
  /** A `path` is the whole value; `text` and `json` contain paths. */
  holds: 'path' | 'text' | 'json'
  join?: string
  id: string
  name: string
  /** The cache tag of what shows it; null where no cached page does. */
  tag: string
  /** Former versions do not keep a picture from being deleted. */
  isHistory?: true
}

const product = {
  kind: 'product',
  table: 'products',
  id: 'x.id',
  name: 'x.name',
  tag: "'product:' || x.id",
} as const
const post = { kind: 'blog_post', table: 'blog_posts', id: 'x.id', name: 'x.title', tag: "'blog'" } as const
const slide = {
  kind: 'slider',
  table: 'slides',
  holds: 'path',
  join: 'join sliders s on s.id = x.slider_id',
  id: 's.id',
  name: 's.name',
  tag: "'slider:' || s.id",
} as const

export const picturePlaces: readonly PicturePlace[] = [
  { ...product, column: 'social_image_path', holds: 'path' },
  { ...product, column: 'video_path', holds: 'path' },
  { ...product, column: 'description_html', holds: 'text' },
  { ...product, column: 'customisation', holds: 'json' },
  { ...product, column: 'custom', holds: 'json' },
  {
    ...product,
    ...{ table: 'variations', column: 'custom', holds: 'json' },
    join: 'join products p on p.id = x.product_id',
    ...{ id: 'p.id', name: 'p.name', tag: "'product:' || p.id" },
  },
  {
    ...{ kind: 'category', table: 'categories', column: 'custom', holds: 'json' },
    ...{ id: 'x.id', name: 'x.name', tag: "'category:' || x.id" },
  },
  {
    ...{ kind: 'page', table: 'pages', column: 'custom', holds: 'json' },
    ...{ id: 'x.id', name: 'x.name', tag: "'page:' || x.slug" },
  },
  {
    ...{ kind: 'order', table: 'orders', column: 'custom', holds: 'json' },
    ...{ id: 'x.id', name: 'x.order_no', tag: 'null' },
  },
  {
    ...{ kind: 'category', table: 'categories', column: 'image_path', holds: 'path' },
    ...{ id: 'x.id', name: 'x.name', tag: "'category:' || x.id" },
  },
  {
    ...{ kind: 'collection', table: 'collections', column: 'image_path', holds: 'path' },
    ...{ id: 'x.id', name: 'x.name', tag: "'collection:' || x.id" },
  },
  {
    ...{ kind: 'attribute', table: 'attribute_values', column: 'image_path', holds: 'path' },
    join: 'join attributes a on a.id = x.attribute_id',
    ...{ id: 'a.id', name: 'a.label', tag: "'catalog'" },
  },
  {
    ...{ kind: 'menu', table: 'menu_items', column: 'image_path', holds: 'path' },
    join: 'join menus m on m.id = x.menu_id',
    ...{ id: 'm.id', name: 'm.name', tag: "'menu:' || m.id" },
  },
  { ...slide, column: 'image_path' },
  { ...slide, column: 'mobile_image_path' },
  {
    ...{ kind: 'faq', table: 'faq_items', column: 'answer', holds: 'text' },
    join: 'join faq_groups g on g.id = x.group_id join faqs f on f.id = g.faq_id',
    ...{ id: 'f.id', name: 'f.title', tag: "'faq:' || f.id" },
  },
  { ...post, column: 'cover_path', holds: 'path' },
  { ...post, column: 'social_image_path', holds: 'path' },
  { ...post, column: 'body', holds: 'json' },
  {
    ...{ kind: 'page', table: 'pages', column: 'social_image_path', holds: 'path' },
    ...{ id: 'x.id', name: 'x.name', tag: "'page:' || x.slug" },
  },
  {
    ...{ kind: 'page', table: 'sections', column: 'settings', holds: 'json' },
    join: 'join pages p on p.id = x.page_id',
    ...{ id: 'p.id', name: 'p.name', tag: "'page:' || p.slug" },
  },
  {
    ...{ kind: 'template', table: 'sections', column: 'settings', holds: 'json' },
    join: 'join templates t on t.id = x.template_id',
    ...{ id: 'null', name: 't.name', tag: "'template:' || t.id" },
  },
  {
    ...{ kind: 'draft', table: 'page_drafts', column: 'content', holds: 'json' },
    join: 'join pages p on p.id = x.page_id',
    ...{ id: 'p.id', name: 'p.name', tag: 'null' },
  },
  {
    ...{ kind: 'page', table: 'page_versions', column: 'content', holds: 'json', isHistory: true },
    join: 'join pages p on p.id = x.page_id',
    ...{ id: 'p.id', name: 'p.name', tag: 'null' },
  },
  {
    ...{ kind: 'setting', table: 'settings', column: 'value', holds: 'json' },
    ...{ id: 'null', name: 'x.key', tag: "'settings'" },
  },
  {
    ...{ kind: 'appearance', table: 'storefronts', column: 'appearance', holds: 'json' },
    ...{ id: 'null', name: "'Appearance'", tag: "'storefront'" },
  },
  {
    ...{ kind: 'appearance', table: 'appearance_drafts', column: 'values', holds: 'json' },
    ...{ id: 'null', name: "'Draft of the appearance'", tag: 'null' },
  },
  {
    ...{ kind: 'appearance', table: 'appearance_versions', column: 'values', holds: 'json', isHistory: true },
    ...{ id: 'null', name: "'Appearance'", tag: 'null' },
  },
  {
    ...{ kind: 'plugin', table: 'plugins', column: 'config', holds: 'json' },
    ...{ id: 'null', name: 'x.module_name', tag: "'plugins'" },
  },
  // Orders show the pictures of their time.
  {
    ...{ kind: 'order', table: 'order_items', column: 'image_path', holds: 'path' },
    join: 'join orders o on o.id = x.order_id',
    ...{ id: 'o.id', name: 'o.order_no', tag: 'null' },
  },
]

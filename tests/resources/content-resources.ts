import type { ResourceRow } from './resource-row.ts'

const post = {
  title: 'How a glaze is made',
  excerpt: 'Ash, clay and patience',
  body: [
    { type: 'heading', level: 2, text: 'Ash' },
    { type: 'paragraph', text: 'From **wood** that burned slowly.' },
    { type: 'list', items: ['Ash', 'Clay'] },
    { type: 'quote', text: 'No two are the same.' },
  ],
  author: 'Asha Rao',
  category: 'Workshop',
  tags: ['Glaze', 'Ash'],
  products: [3, 1],
  is_published: true,
}

const editing = 'src/server/content/pages/editing'
const picture = { path: 'kiln/banner-gifts.avif', alt: 'Wrapped bowls' }

const menu = {
  name: 'Help',
  items: [
    {
      label: 'Orders',
      url: '/track-order',
      badge: 'New',
      image_path: picture.path,
      children: [
        { label: 'Returns', url: '/returns', children: [{ label: 'By post', url: '/returns#post' }] },
        { label: 'Write to us', url: 'mailto:care@shop.example', opens_new_tab: true },
      ],
    },
    { label: 'About', url: '' },
  ],
}

const questions = {
  title: 'Wholesale',
  groups: [
    { title: 'Orders', items: [{ question: 'How many?', answer: '<p>At least <strong>ten</strong></p>' }] },
    { title: 'Delivery', items: [] },
  ],
}

const form = {
  name: 'Studio visit',
  description: 'Tell us when you would like to come.',
  fields: [
    { label: 'Your name', rules: [{ rule: 'max', limit: '80' }] },
    { label: 'E-mail', name: 'email', type: 'email', width: 6 },
    {
      label: 'Repeat e-mail',
      type: 'email',
      width: 6,
      rules: [{ rule: 'same_as', field: 'email' }],
    },
    { label: 'Day', type: 'date', rules: [{ rule: 'min', limit: 'today' }] },
    {
      label: 'People',
      type: 'number',
      rules: [
        { rule: 'format', format: 'integer' },
        { rule: 'min', limit: '1' },
        { rule: 'max', limit: '8' },
      ],
    },
    {
      label: 'Class',
      type: 'select',
      options: [{ label: 'Throwing' }, { label: 'Glazing', value: 'glaze' }],
    },
  ],
  recipient: 'studio@shop.example',
}

const gallery = { name: 'Studio', pictures: [picture, { path: 'kiln/journal-desk.avif', alt: '' }] }

const slider = {
  name: 'Monsoon',
  slides: [{ heading: 'New glazes', image: picture, button_text: 'See them', link: '/collections/new' }],
}

export const contentResources: readonly ResourceRow[] = [
  {
    path: 'blog-posts',
    type: 'blog_post',
    tables: ['blog_posts', 'blog_post_tags', 'blog_post_products', 'blog_authors'],
    files: ['src/server/content/blog/editing/manage-posts.ts'],
    values: post,
    changed: {
      ...post,
      slug: 'glaze',
      tags: ['Ash'],
      products: [2],
      published_at: '2099-01-01T09:00:00.000Z',
    },
    refused: [{ ...post, cover: { path: 'no/such.webp' } }, 'cover.path'],
  },
  {
    path: 'menus',
    type: 'menu',
    tables: ['menus', 'menu_items'],
    files: [`${editing}/menus.ts`],
    values: menu,
    changed: { ...menu, items: menu.items.slice().reverse() },
    refused: [{ ...menu, items: [...menu.items, { label: 'Orders', url: '/cart' }] }, 'items.2.label'],
  },
  {
    path: 'faqs',
    type: 'faq',
    tables: ['faqs', 'faq_groups', 'faq_items'],
    files: [`${editing}/faqs.ts`],
    values: questions,
    changed: { ...questions, slug: 'trade', groups: questions.groups.slice().reverse() },
    refused: [{ ...questions, groups: [{ title: 'Orders' }, { title: 'orders' }] }, 'groups.1.slug'],
  },
  {
    path: 'forms',
    type: 'form',
    tables: ['forms'],
    files: [`${editing}/forms.ts`],
    values: form,
    changed: { ...form, fields: form.fields.slice(1), is_active: false },
    refused: [{ ...form, fields: [...form.fields, { label: 'E-mail', name: 'email' }] }, 'fields.6.name'],
  },
  {
    path: 'sliders',
    type: 'slider',
    tables: ['sliders', 'slides'],
    files: [`${editing}/sliders.ts`],
    values: slider,
    changed: {
      ...slider,
      autoplay: true,
      slides: [{ heading: 'Last days', image: picture, mobile_image: picture }],
    },
    refused: [{ ...slider, slides: [{ heading: 'Nothing to see' }] }, 'slides.0.image'],
  },
  {
    path: 'blog-authors',
    type: 'blog_author',
    tables: ['blog_authors'],
    files: ['src/server/content/blog/editing/blog-structure.ts'],
    values: { name: 'Meera Nair', bio: 'Throws since 1998.' },
    changed: { name: 'Meera Nair', slug: 'meera', bio: '' },
  },
  {
    path: 'blog-categories',
    type: 'blog_category',
    tables: ['blog_categories'],
    files: ['src/server/content/blog/editing/blog-structure.ts'],
    values: { name: 'Firing' },
    changed: { name: 'Firings', position: 3 },
  },
  {
    path: 'blog-tags',
    type: 'blog_tag',
    tables: ['blog_tags'],
    files: ['src/server/content/blog/editing/blog-structure.ts'],
    values: { name: 'Raku' },
    changed: { name: 'Raku firing', slug: 'raku' },
  },
  {
    path: 'galleries',
    type: 'gallery',
    tables: ['galleries', 'gallery_pictures'],
    files: ['src/plugins/gallery/manage-galleries.server.ts'],
    values: gallery,
    changed: { ...gallery, pictures: gallery.pictures.slice().reverse() },
    refused: [{ ...gallery, pictures: [{ path: 'no/such.webp' }] }, 'pictures.0.path'],
  },
]

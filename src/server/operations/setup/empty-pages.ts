import type { FormField } from '#contract/form.ts'
import { notePlaceholders } from '#server/platform/db/note-seeded.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { SeededSection } from '../seed/home-sections.ts'
import {
  type SeededPage,
  screenPages,
  seedMenu,
  seedMenuItems,
  seedTemplate,
  writePages,
} from '../seed/seed-content.ts'
import { accessibilityTemplate, imprintTemplate, privacyTemplate } from './policy-templates.ts'

export const TERMS = 'terms-and-conditions'
export const PRIVACY = 'privacy-policy'

/** Template, menus, contact form and pages of a shop without products. The texts claim nothing about the shop. */
export async function seedEmptyPages(tx: Tx, { name }: { name: string }): Promise<void> {
  await seedTemplate(tx)
  await seedEmptyMenus(tx)
  await seedContactForm(tx)
  const ids = await writePages(tx, [
    ...emptyPages(name),
    { slug: 'blogs', name: 'Blog', page_type: 'BlogList', sections: [] },
    ...screenPages.map((page) => ({ ...page, sections: [] })),
  ])
  await notePlaceholders(
    tx,
    'pages',
    placeholderSlugs.flatMap((slug) => ids.get(slug) ?? []),
  )
}

/** Home, contact and the pages that every shop needs, as they are before the owner has written them. */
export const emptyPages = (shop: string): SeededPage[] => [
  {
    slug: '',
    name: 'Home',
    page_type: 'Home',
    sections: [
      { component: 'Headline', settings: { title: `Welcome to ${shop}` } },
      { component: 'ProductGrid', settings: { title: 'New in', source: 'newest', limit: 8 } },
    ],
  },
  {
    slug: 'contact',
    name: 'Contact',
    page_type: 'Page',
    sections: [{ component: 'Contact', settings: { form: 'contact' } }],
  },
  ...policies.map((page) => ({
    ...page,
    page_type: 'Page',
    sections: [
      text(
        page.slug === PRIVACY
          ? privacyTemplate(shop)
          : [
              { type: 'paragraph', text: 'We are still writing this page.' },
              { type: 'paragraph', text: 'Do you have a question? [Contact us](/contact).' },
            ],
      ),
    ],
  })),
  { ...imprint, page_type: 'Page', is_active: false, sections: [text(imprintTemplate(shop))] },
  { ...accessibility, page_type: 'Page', is_active: false, sections: [text(accessibilityTemplate(shop))] },
  {
    ...about,
    page_type: 'Page',
    is_active: false,
    sections: [
      text([
        { type: 'paragraph', text: 'Who are you, what do you sell, and where does it come from?' },
        { type: 'paragraph', text: 'Replace this text, and publish the page.' },
      ]),
    ],
  },
]

const policies = [
  { slug: TERMS, name: 'Terms and conditions' },
  { slug: PRIVACY, name: 'Privacy policy' },
  { slug: 'shipping-and-returns', name: 'Shipping and returns' },
]
/** Not shown to shoppers before they are written. */
const about = { slug: 'about', name: 'About us' }
const imprint = { slug: 'imprint', name: 'Imprint' }
const accessibility = { slug: 'accessibility', name: 'Accessibility statement' }

/** Pages that wait for their texts. */
export const placeholderSlugs = [
  ...policies.map(({ slug }) => slug),
  about.slug,
  imprint.slug,
  accessibility.slug,
]

const text = (blocks: { type: string; text: string }[]): SeededSection => ({
  component: 'RichText',
  settings: { title: '', blocks },
})

type Menus = { menus: { id: number; slug: string }[]; filled: string[] }

/**
 * Header, top bar and footer of a shop without categories.
 * @param present menus that exist: those without items get these.
 */
export async function seedEmptyMenus(tx: Tx, present: Menus = { menus: [], filled: [] }): Promise<void> {
  const shopAll = { label: 'Shop all', href: '/shop-online' }
  const contact = { label: 'Contact', href: '/contact' }
  const track = { label: 'Track order', href: '/track-order' }
  const pages = policies.map(({ name: label, slug }) => ({ label, href: `/${slug}` }))
  const menus = [
    { slug: 'header', name: 'Header', items: [shopAll, contact] },
    { slug: 'top-bar', name: 'Top bar', items: [track] },
    {
      ...{ slug: 'footer', name: 'Footer' },
      items: [
        { label: 'Shop', href: '', children: [shopAll, track] },
        { label: 'Help', href: '', children: [contact, ...pages] },
      ],
    },
  ]
  for (const { items, ...menu } of menus) {
    if (present.filled.includes(menu.slug)) continue
    const id = present.menus.find(({ slug }) => slug === menu.slug)?.id
    if (id === undefined) await seedMenu(tx, menu, items)
    else await seedMenuItems(tx, id, items)
  }
}

const contactFields: Partial<FormField>[] = [
  { name: 'name', label: 'Your name', type: 'text', is_required: true, rules: { max: 120 }, width: 6 },
  { name: 'email', label: 'Email address', type: 'email', is_required: true, rules: { max: 120 }, width: 6 },
  { name: 'message', label: 'Message', type: 'textarea', is_required: true, rules: { max: 2000 }, width: 12 },
]

const seedContactForm = (tx: Tx) =>
  tx
    .insertInto('forms')
    .values({
      slug: 'contact',
      name: 'Write to us',
      submit_label: 'Send message',
      success_message: 'Thank you. We received your message.',
      fields: json(
        contactFields.map((field, at) => ({ id: at + 1, placeholder: '', options: null, ...field })),
      ),
    })
    .execute()

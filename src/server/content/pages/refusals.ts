import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { Template } from '#contract/content.ts'
import { replyMessages } from '#contract/envelope.ts'
import { notFound, rejected } from '#server/platform/kernel/errors.ts'

/** The reply contains the template, so that the 404 page has the header and footer of the shop. */
export const urlNotFound = (path: string, template: Template) =>
  notFound(replyMessages.pageNotFound(path), { payload: { template } })

export const pageNotFound = () => notFound('Page not found')

export const draftNotFound = () => notFound('This page has no draft')

export const versionNotFound = () => notFound('Version not found')

/** With the page as it is now. */
export const pageChanged = (page: EditablePage) =>
  rejected(
    'STALE_RECORD',
    `${page.last_change?.author ?? 'Another editor'} changed this page in the meantime.`,
    {
      data: page,
    },
  )

export const draftScheduled = (at: Date) =>
  rejected('DRAFT_SCHEDULED', 'This draft is scheduled. Cancel its publication before you change it.', {
    data: { publish_at: at.toISOString() },
  })

export const pageRequired = () =>
  rejected('PAGE_REQUIRED', 'The shop needs this page. Hide its sections instead.')

export const pageInUse = (links: { menu: string; label: string }[]) =>
  rejected(
    'PAGE_IN_USE',
    `Menus link to this page: ${links.map(({ menu, label }) => `${label} (${menu})`).join(', ')}. Remove the links first, or unpublish the page.`,
    { data: { links } },
  )

export const templateNotFound = () => notFound('Template not found')

export const menuNotFound = () => notFound('Menu not found')

export const sliderNotFound = () => notFound('Slider not found')

export const faqNotFound = () => notFound('FAQ not found')

export const previewNotFound = () => notFound('This preview has ended')

export const sectionNotFound = () => notFound('Section not found')

import type { Template } from '#contract/content.ts'
import type { CallContext, Db } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { remember } from '../http/remember.ts'
import { idOrSlug } from './id-or-slug.ts'
import { readSections, type StoredSection, shownSections } from './read-sections.ts'

/**
 * The template by its id or by the page type it is for; a type without one of its own has the template `Page`.
 * Sections outside their time are left out.
 * @throws 404 for an unknown id, and when there is no template at all.
 */
export async function readTemplate(call: CallContext, id: string): Promise<Template> {
  const template = await remember(call, `template ${id}`, tagsOf, () => loadTemplate(call.db, id))
  call.tag(...tagsOf(template))
  const now = new Date()
  const area = (name: StoredSection['area']) =>
    shownSections(
      template.sections.filter((section) => section.area === name),
      now,
    )
  const { sections: _all, ...rest } = template
  return { ...rest, header: area('header'), footer: area('footer'), sections: area('main') }
}

type StoredTemplate = { id: number; name: string; type: string; sections: StoredSection[] }

/** `templates` is noted whenever one is added or taken away: another may then be the one for a type. */
const tagsOf = ({ id }: StoredTemplate) => [`template:${id}`, 'templates']

async function loadTemplate(db: Db, text: string): Promise<StoredTemplate> {
  const ref = idOrSlug(text)
  const all = db.selectFrom('templates').select(['id', 'name', 'type'])
  const template = await ('id' in ref
    ? all.where('id', '=', ref.id)
    : all.where('type', 'in', [ref.slug, 'Page']).orderBy((eb) => eb('type', '=', ref.slug), 'desc')
  ).executeTakeFirst()
  if (!template) throw notFound('There is no such template')
  return { ...template, sections: await readSections(db, { template_id: template.id }) }
}

import type { Template } from '#contract/content.ts'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { rememberedTexts } from '#server/shop/channels/channel-texts.ts'
import { idOrSlug } from './id-or-slug.ts'
import { readSections, type StoredSection, shownSections } from './read-sections.ts'
import { templateNotFound } from './refusals.ts'

/**
 * The template by id or by page type; a type without its own template uses `Page`. Sections outside their
 * schedule are left out.
 * @throws 404 for an unknown id, and when there is no template at all.
 */
export async function readTemplate(
  db: Db,
  cache: ReplyCache & { channel: Channel },
  id: string,
): Promise<Template> {
  const template = await remember(cache, `template ${id}`, tagsOf, () => loadTemplate(db, id))
  cache.tag(...tagsOf(template))
  const texts = await rememberedTexts(db, cache.channel, cache)
  const now = new Date()
  const area = (name: StoredSection['area']) =>
    shownSections(
      template.sections.filter((section) => section.area === name),
      now,
      texts,
    )
  const { sections: _all, ...rest } = template
  return { ...rest, header: area('header'), footer: area('footer'), sections: area('main') }
}

type StoredTemplate = { id: number; name: string; type: string; sections: StoredSection[] }

/** `templates` changes when one is added or removed, because another may then apply to a type. */
const tagsOf = ({ id }: StoredTemplate) => [`template:${id}`, 'templates']

async function loadTemplate(db: Db, text: string): Promise<StoredTemplate> {
  const ref = idOrSlug(text)
  const all = db.selectFrom('templates').select(['id', 'name', 'type'])
  const template = await ('id' in ref
    ? all.where('id', '=', ref.id)
    : all.where('type', 'in', [ref.slug, 'Page']).orderBy((eb) => eb('type', '=', ref.slug), 'desc')
  ).executeTakeFirst()
  if (!template) throw templateNotFound()
  return { ...template, sections: await readSections(db, { template_id: template.id }) }
}

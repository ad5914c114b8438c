import { sql } from 'kysely'
import type { SliderRow, SliderValues } from '#contract/admin/content/sliders.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { missingPictures } from '#server/platform/media/missing-pictures.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { invalidValues, shownOn } from './refusals.ts'
import { readReferences, requireUnusedKey, sectionsWith, sliderReference } from './sections-with.ts'

type Query = ListQuery<'name' | 'id' | 'slides'>

export async function listSliders(db: Db, query: Query): Promise<{ rows: SliderRow[]; total: number }> {
  const { q, sort } = query
  const [{ rows, total }, references] = await Promise.all([
    listPage(
      db.selectFrom('sliders').$if(Boolean(q), (found) => found.where('name', 'ilike', containing(q ?? ''))),
      query,
      {
        column: sort === 'slides' ? 'slides' : `sliders.${sort}`,
        id: 'sliders.id',
        select: (found) =>
          found.select([
            'sliders.id',
            'name',
            'slug',
            sql<number>`(select count(*) from slides s where s.slider_id = sliders.id)::integer`.as('slides'),
          ]),
      },
    ),
    readReferences(db, sliderReference),
  ])
  return {
    rows: rows.map((row) => ({
      ...row,
      shown_on: [
        ...new Set(
          references
            .filter(({ value }) => value === row.slug || value === String(row.id))
            .map(({ name }) => name),
        ),
      ],
    })),
    total,
  }
}

export async function readSliderValues(db: Db | Tx, id: number): Promise<SliderValues | undefined> {
  const row = await db
    .selectFrom('sliders')
    .select(['name', 'slug', 'settings'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const slides = await db
    .selectFrom('slides')
    .select(['image_path', 'image_alt', 'mobile_image_path', 'eyebrow', 'heading', 'sub_heading'])
    .select(['button_text', 'link'])
    .where('slider_id', '=', id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const { autoplay = false, interval = 5_000 } = row.settings
  return {
    ...{ name: row.name, slug: row.slug, autoplay, interval },
    slides: slides.map(({ image_path, image_alt, mobile_image_path, ...texts }) => ({
      ...texts,
      image: { path: image_path, alt: image_alt },
      mobile_image: mobile_image_path === null ? null : { path: mobile_image_path, alt: '' },
    })),
  }
}

/** @throws 422 for a taken key, a slide without a picture, and unknown pictures. */
export async function createSlider(tx: Tx, values: SliderValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'sliders', { ...values, id: 0 })
  const { id } = await tx
    .insertInto('sliders')
    .values({ name: values.name, slug, settings: settingsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeSlides(tx, id, values)
  await noteChange(tx, [`slider:${id}`, 'sliders'])
  return id
}

/** @throws 422 as for a new one. */
export async function updateSlider(tx: Tx, id: number, values: SliderValues, before: SliderValues) {
  const slug = await requireFreeSlug(tx, 'sliders', { ...values, id })
  await requireUnusedKey(tx, sliderReference, before.slug, slug)
  await tx
    .updateTable('sliders')
    .set({ name: values.name, slug, settings: settingsOf(values) })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('slides').where('slider_id', '=', id).execute()
  await writeSlides(tx, id, values)
  await noteChange(tx, [`slider:${id}`, ...(slug === before.slug ? [] : ['sliders'])])
}

/** @throws 409 IN_USE while sections show it. */
export async function removeSlider(tx: Tx, id: number, { name, slug }: SliderValues) {
  const pages = await sectionsWith(tx, sliderReference, [slug, String(id)])
  if (pages.length > 0) throw shownOn(name, pages)
  await tx.deleteFrom('sliders').where('id', '=', id).execute()
  await noteChange(tx, [`slider:${id}`, 'sliders'])
}

const settingsOf = ({ autoplay, interval }: SliderValues) => json({ autoplay, interval })

async function writeSlides(tx: Tx, slider_id: number, { slides }: SliderValues) {
  const errors = new Map(
    slides.flatMap(({ image }, at) =>
      image?.path ? [] : [[`slides.${at}.image`, 'Please choose a picture']],
    ),
  )
  const unknown = await missingPictures(
    tx,
    slides.flatMap(({ image, mobile_image }, at) => [
      [`slides.${at}.image.path`, image?.path] as const,
      [`slides.${at}.mobile_image.path`, mobile_image?.path] as const,
    ]),
  )
  for (const [field, message] of unknown) errors.set(field, message)
  if (errors.size > 0) throw invalidValues(errors)
  const rows = slides.map(({ image, mobile_image, ...texts }, at) => ({
    ...texts,
    slider_id,
    image_path: image?.path ?? '',
    image_alt: image?.alt ?? '',
    mobile_image_path: mobile_image?.path || null,
    sort_order: at + 1,
  }))
  if (rows.length > 0) await tx.insertInto('slides').values(rows).execute()
}
